"""Decisions of reviewers: a result for each submission, the failed ones once more, nobody paid twice."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict

import pytest
from django.db import connections
from pytest_django.fixtures import Settings

from judging import deciding_runs, outbox
from judging.deciding import decide, decide_again, find_failed
from judging.deciding_runs import Kind, Terms, carry_on_all, claim_some
from judging.identities import find_identity
from judging.models import Decision, DecisionResult, Study
from judging.models.recruiting import Outgoing, PlatformSubmission, Posting
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.mturk_operations import sum_bonuses, sum_rewards
from judging.recruiters.money import Money
from judging.reviewing import approve
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import (
    address_worker,
    arrive,
    post,
    submit_at_mturk,
    submit_many_at_mturk,
    work_off,
)
from tests.pools import make_pool, open_small_study
from turingapp.errors import InvalidOffer, OverCap

pytestmark = pytest.mark.django_db
REASON = "Nothing was answered"


@pytest.fixture
def study() -> Study:
    make_pool(stimuli=20)
    return open_small_study()


@pytest.fixture
def posting(study: Study, mturk: LocalMTurk, clock: Clock) -> Posting:
    """Four places at the local MTurk."""
    posting = post(study, "mturk", at=clock(), places=4)
    work_off(clock)
    return posting


def list_waiting() -> list[PlatformSubmission]:
    return list(PlatformSubmission.objects.filter(status="submitted").order_by("pk"))


def count_states(decision: Decision) -> dict[str, int]:
    states = list(decision.results.values_list("state", flat=True))
    return {state: states.count(state) for state in sorted(set(states))}


def test_of_fifty_three_fail_and_are_listed_and_running_them_again_pays_nobody_twice(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock(), places=50, part_places=50, reward=Money(50, "USD"))
    work_off(clock)
    odd = submit_many_at_mturk(mturk, posting, 50, clock)[:3]
    for work in odd:
        work.worker_id = f"{work.worker_id}X"
    first = decide(Kind.APPROVE, posting, list_waiting(), by="Ada", clock=clock)
    work_off(clock)
    assert count_states(first) == {"asked": 50}
    assert sorted(row.platform_assignment for row in find_failed(first)) == [work.assignment_id for work in odd]
    odd[0].worker_id = odd[0].worker_id.removesuffix("X")
    again = decide_again(first, by="Ben", clock=clock)
    work_off(clock)
    assert (again.by, count_states(again)) == ("Ben", {"asked": 3})
    assert len(find_failed(again)) == 2
    assert sum_rewards(mturk.state) * 100 == 48 * 50
    assert PlatformSubmission.objects.filter(status="approved").count() == 48


def test_a_form_that_is_sent_twice_decides_once(posting: Posting, mturk: LocalMTurk, clock: Clock) -> None:
    submission = submit_at_mturk(mturk, posting, "W1", clock)
    terms = Terms(20, "Good", "checks")
    made = [decide(Kind.BONUS, posting, [submission], by="Ada", clock=clock, terms=terms, token="t") for _ in range(2)]
    work_off(clock)
    assert made[0] == made[1]
    assert sum_bonuses(mturk.state) * 100 == 20


def test_what_is_decided_already_is_told(posting: Posting, mturk: LocalMTurk, clock: Clock) -> None:
    submission = submit_at_mturk(mturk, posting, "W1", clock)
    decide(Kind.APPROVE, posting, [submission], by="Ada", clock=clock)
    result = decide(Kind.APPROVE, posting, [submission], by="Ben", clock=clock).results.get()
    assert (result.state, result.reason) == ("already", "Its approval is on its way.")
    result = decide(Kind.REJECT, posting, [submission], by="Ben", clock=clock, terms=Terms(0, REASON)).results.get()
    assert (result.state, result.reason) == ("refused", "Its approval is on its way.")


def test_a_rejection_on_its_way_says_whose_it_is(posting: Posting, mturk: LocalMTurk, clock: Clock) -> None:
    submission = submit_at_mturk(mturk, posting, "W1", clock)
    decide(Kind.REJECT, posting, [submission], by="Ada", clock=clock, terms=Terms(0, REASON))
    result = decide(Kind.APPROVE, posting, [submission], by="Ben", clock=clock).results.get()
    assert result.state == "refused"
    assert "A rejection by Ada is on its way" in result.reason


@pytest.mark.parametrize(
    ("kind", "terms"),
    [
        (Kind.REJECT, Terms(0, "no")),
        (Kind.BONUS, Terms(0, "Good", "checks")),
        (Kind.BONUS, Terms(20, " ", "checks")),
        (Kind.BONUS, Terms(20, "Good", "")),
        (Kind.BONUS, Terms(20, "Good", "n" * 61)),
        (Kind.COMPENSATE, Terms(-5, "Good")),
    ],
)
def test_terms_that_make_no_sense_are_refused_and_leave_nothing(
    posting: Posting, mturk: LocalMTurk, clock: Clock, kind: Decision.Kind, terms: Terms
) -> None:
    submission = submit_at_mturk(mturk, posting, "W1", clock)
    with pytest.raises(InvalidOffer):
        decide(kind, posting, [submission], by="Ada", clock=clock, terms=terms)
    assert (Decision.objects.count(), Outgoing.objects.exclude(kind="open").count()) == (0, 0)


@pytest.mark.parametrize("kind", [Kind.BONUS, Kind.COMPENSATE])
def test_bonuses_that_do_not_all_fit_the_cap_are_refused_as_a_whole(
    posting: Posting, mturk: LocalMTurk, clock: Clock, settings: Settings, kind: Decision.Kind
) -> None:
    rows = [submit_at_mturk(mturk, posting, f"W{number}", clock) for number in range(2)]
    settings.CAP_PER_STUDY = 4 * 120 + 199  # two bonuses of 100 and their fees are 240
    with pytest.raises(OverCap, match=r"cost USD 2\.40 with fees; the cap of .* leaves USD 1\.99"):
        decide(kind, posting, rows, by="Ada", clock=clock, terms=Terms(100, "Good", "checks"))
    assert (Decision.objects.count(), Outgoing.objects.exclude(kind="open").count()) == (0, 0)


def test_who_would_pass_the_cap_of_a_person_is_refused_and_the_others_are_paid(
    posting: Posting, mturk: LocalMTurk, clock: Clock, settings: Settings
) -> None:
    rows = [submit_at_mturk(mturk, posting, f"W{number}", clock) for number in range(2)]
    settings.CAP_PER_PERSON = 150
    decide(Kind.APPROVE, posting, rows[:1], by="Ada", clock=clock)
    decision = decide(Kind.BONUS, posting, rows, by="Ada", clock=clock, terms=Terms(60, "Good", "checks"))
    work_off(clock)
    assert count_states(decision) == {"asked": 1, "refused": 1}
    assert "per person" in decision.results.get(state="refused").reason
    assert sum_bonuses(mturk.state) * 100 == 60


def test_what_a_page_does_not_wait_for_is_left_to_the_worker(
    posting: Posting, mturk: LocalMTurk, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deciding_runs, "SLICE", 1)
    rows = [submit_at_mturk(mturk, posting, f"W{number}", clock) for number in range(3)]
    decision = decide(Kind.APPROVE, posting, rows, by="Ada", clock=clock, seconds=0)
    assert count_states(decision) == {"asked": 1, "open": 2}
    assert carry_on_all(clock=clock, seconds=60) == 1
    assert count_states(decision) == {"asked": 3}
    assert carry_on_all(clock=clock, seconds=60) == 0


def test_what_a_process_died_on_is_decided_by_the_worker(posting: Posting, mturk: LocalMTurk, clock: Clock) -> None:
    rows = [submit_at_mturk(mturk, posting, f"W{number}", clock) for number in range(2)]
    decision = Decision.objects.create(posting=posting, kind=Kind.APPROVE, terms=asdict(Terms()), by="Ada", at=clock())
    DecisionResult.objects.bulk_create(DecisionResult(decision=decision, submission=row) for row in rows)
    approve(claim_some(decision, at=clock())[0].submission, at=clock())
    carry_on_all(clock=clock, seconds=60)
    assert count_states(decision) == {"open": 2}
    clock.move(minutes=3)
    carry_on_all(clock=clock, seconds=60)
    assert count_states(decision) == {"already": 1, "asked": 1}


def test_a_posting_for_one_person_that_was_refused_is_asked_for_again(
    posting: Posting, mturk: LocalMTurk, clock: Clock
) -> None:
    work = mturk.state.accept(str(posting.parts.get().platform_id), "W7")
    arrive(posting, address_worker(work), at=clock())
    rows = list(PlatformSubmission.objects.all())
    decision = decide(Kind.COMPENSATE, posting, rows, by="Ada", clock=clock, terms=Terms(120, "You worked."))
    own = Posting.objects.exclude(pk=posting.pk).get()
    opening = Outgoing.objects.get(part__posting=own)
    outbox.give_up(opening, "Refused.", at=clock())
    again = decide_again(decision, by="Ada", clock=clock)
    assert count_states(again) == {"asked": 1}
    work_off(clock)
    assert own.parts.get().state == "open"
    assert sum(own.parts.get().entries.exclude(state="void").values_list("amount", flat=True)) == 144


def test_people_of_a_panel_are_paid_there(study: Study, clock: Clock) -> None:
    posting = post(study, "panel", at=clock(), details={"person_parameter": "p"})
    submission = PlatformSubmission.objects.create(
        part=posting.parts.get(),
        platform_assignment="a",
        identity=find_identity("panel", "somebody", at=clock()),
        status="submitted",
        created_at=clock(),
        seen_at=clock(),
    )
    result = decide(Kind.APPROVE, posting, [submission], by="Ada", clock=clock).results.get()
    assert (result.state, result.reason[:6]) == ("refused", "Panel:")


@pytest.mark.django_db(transaction=True)
def test_two_who_approve_and_reject_the_same_at_once_are_one_decision_and_one_that_is_told(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock(), places=8)
    work_off(clock)
    rows = [submit_at_mturk(mturk, posting, f"W{number}", clock) for number in range(8)]

    def review(kind: Decision.Kind) -> Decision:
        try:
            return decide(kind, posting, rows, by=kind.label, clock=clock, terms=Terms(0, REASON))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(review, (Kind.APPROVE, Kind.REJECT)))
    work_off(clock)
    asked = DecisionResult.objects.filter(state="asked").values_list("submission", flat=True)
    refused = DecisionResult.objects.filter(state="refused", reason__contains="on its way")
    assert sorted(asked) == sorted(row.pk for row in rows)
    assert refused.count() == 8
    approved = PlatformSubmission.objects.filter(status="approved").count()
    assert sum_rewards(mturk.state) * 100 == approved * 100
    assert approved + PlatformSubmission.objects.filter(status="rejected").count() == 8
