"""Caps refuse before anything is asked; the ledger's sums are the platform's; nobody is rejected by a program."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_django.fixtures import Settings

from judging.compensating import compensate
from judging.models import Study
from judging.models.recruiting import Budget, LedgerEntry, Outgoing, PlatformSubmission, Posting
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.mturk_operations import sum_bonuses, sum_rewards
from judging.recruiters.local.mturk_state import MTurkRefusal
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.local.prolific_operations import expire
from judging.recruiters.money import Money, read_amount, take_percent
from judging.recruiting import extend_posting
from judging.reviewing import approve, approve_all, pay_bonus, reject
from tests.at_once import run_at_once
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import (
    address_participant,
    address_worker,
    arrive,
    finish,
    look,
    post,
    submit_at_mturk,
    submit_many_at_mturk,
    work_off,
)
from turingapp.errors import InvalidOffer, OverCap

pytestmark = pytest.mark.django_db


def sum_ledger(*kinds: str) -> int:
    rows = LedgerEntry.objects.exclude(state="void")
    return sum((rows.filter(kind__in=kinds) if kinds else rows).values_list("amount", flat=True))


def test_a_hundred_and_fifty_pence_are_one_pound_fifty() -> None:
    assert str(Money(150, "GBP")) == "GBP 1.50"
    assert Money(5, "USD").plain == "0.05"
    with pytest.raises(ValueError, match="different currencies"):
        Money(1, "USD") + Money(1, "GBP")


@given(st.integers(0, 10**7))
def test_what_is_written_for_a_platform_is_read_back_the_same(amount: int) -> None:
    assert read_amount(Money(amount, "USD").plain) == amount


def test_half_a_cent_of_fee_rounds_up() -> None:
    # 20% of 0.13 is 0.026, of 0.125 exactly half a cent more than 0.02.
    assert [take_percent(amount, 20) for amount in (12, 13)] == [2, 3]
    assert take_percent(10, 25) == 3


def test_opening_sets_aside_what_all_places_cost(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    post(study, "mturk", at=clock(), places=4)
    assert sum_ledger() == 4 * (100 + 20)


def test_a_posting_over_the_studys_cap_is_refused_and_nothing_is_asked(
    study: Study, mturk: LocalMTurk, clock: Clock, settings: Settings
) -> None:
    settings.CAP_PER_STUDY = 479
    with pytest.raises(OverCap, match=r"USD 4\.80 more would pass the cap"):
        post(study, "mturk", at=clock(), places=4)
    work_off(clock)
    assert mturk.calls == []


def test_a_budget_of_the_study_comes_before_the_setting(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    Budget.objects.create(study=study, study_cap=600)
    posting = post(study, "mturk", at=clock(), places=4)
    work_off(clock)
    extend_posting(posting, 1, at=clock())
    with pytest.raises(OverCap):
        extend_posting(posting, 1, at=clock())
    assert sum_ledger() == 600


def test_a_bonus_over_the_cap_of_a_person_is_refused(
    study: Study, mturk: LocalMTurk, clock: Clock, settings: Settings
) -> None:
    settings.CAP_PER_PERSON = 130
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    submission = submit_at_mturk(mturk, posting, "W1", clock)
    approve(submission, at=clock())
    pay_bonus(submission, amount=20, reason="Good", name="first", at=clock())
    with pytest.raises(OverCap, match=r"USD 1\.20"):
        pay_bonus(submission, amount=20, reason="Good", name="second", at=clock())
    work_off(clock)
    assert sum_bonuses(mturk.state) * 100 == 20


def test_a_bonus_of_one_name_is_paid_once(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    submission = submit_at_mturk(mturk, posting, "W1", clock)
    results = [pay_bonus(submission, amount=20, reason="Good", name="control", at=clock()).result for _ in range(3)]
    work_off(clock)
    assert results == ["asked", "already", "already"]
    assert sum_bonuses(mturk.state) * 100 == 20


def test_fifty_are_approved_though_three_are_odd_and_a_second_run_pays_nobody_twice(
    study: Study, mturk: LocalMTurk, clock: Clock, settings: Settings
) -> None:
    posting = post(study, "mturk", at=clock(), places=50, part_places=50, reward=Money(50, "USD"))
    work_off(clock)
    for work in submit_many_at_mturk(mturk, posting, 50, clock)[:3]:
        work.worker_id = f"{work.worker_id}X"
    for expected in (47, 47):
        approve_all(PlatformSubmission.objects.filter(status="submitted"), at=clock())
        work_off(clock)
        assert PlatformSubmission.objects.filter(status="approved").count() == expected
    assert Outgoing.objects.filter(kind="approve", state="failed", problem__contains="another worker").count() == 3
    assert sum_rewards(mturk.state) * 100 == 47 * 50
    assert sum_ledger("reward") == 47 * 50


def test_what_was_approved_at_the_platform_is_entered_without_being_asked(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    submission = submit_at_mturk(mturk, posting, "W1", clock)
    mturk.state.works[submission.platform_assignment].status = "Approved"
    look(posting, clock)
    assert approve(submission, at=clock()).result == "already"
    assert (sum_ledger("reward"), sum_ledger("fee")) == (100, 20)
    assert sum_ledger() == 4 * 120


def test_a_rejection_needs_a_person_and_a_reason_and_can_be_taken_back(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    submission = submit_at_mturk(mturk, posting, "W1", clock)
    for reason, by in (("", "experimenter"), ("Nothing was answered", "")):
        with pytest.raises(InvalidOffer, match="say why"):
            reject(submission, reason=reason, by=by, at=clock())
    reject(submission, reason="Nothing was answered", by="experimenter", at=clock())
    work_off(clock)
    assert mturk.state.works[submission.platform_assignment].status == "Rejected"
    approve(submission, at=clock())
    work_off(clock)
    assert mturk.state.works[submission.platform_assignment].status == "Approved"
    assert sum_ledger("reward") == 100


def test_who_could_not_submit_at_prolific_gets_a_bonus(study: Study, prolific: LocalProlific, clock: Clock) -> None:
    posting = post(study, "prolific", at=clock())
    work_off(clock)
    row = prolific.state.start(str(posting.parts.get().platform_id), "P1")
    arrive(posting, address_participant(row), at=clock())
    expire(prolific.state, row.submission_id)
    look(posting, clock)
    done = compensate(PlatformSubmission.objects.get(), amount=60, reason="Your answers arrived.", at=clock())
    work_off(clock)
    assert done.result == "asked"
    assert [amount for _, amount in row.bonuses] == [60]


def test_who_could_not_submit_at_mturk_gets_a_posting_of_their_own(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    work = mturk.state.accept(str(posting.parts.get().platform_id), "W7")
    finish(arrive(posting, address_worker(work), at=clock()), at=clock())
    submission = PlatformSubmission.objects.get()
    for expected in ("asked", "already"):
        done = compensate(submission, amount=120, reason="Payment for work that could not be sent.", at=clock())
        work_off(clock)
        assert done.result == expected
    own = Posting.objects.exclude(pk=posting.pk).get()
    hit_id = str(own.parts.get().platform_id)
    with pytest.raises(MTurkRefusal, match="not qualified"):
        mturk.state.accept(hit_id, "W8")
    mturk.state.submit(mturk.state.accept(hit_id, "W7").assignment_id, "x")
    look(own, clock)
    approve(PlatformSubmission.objects.get(part__posting=own), at=clock())
    work_off(clock)
    assert sum_rewards(mturk.state) * 100 == 120
    assert sum_ledger("reward") == 120


@pytest.mark.django_db(transaction=True)
def test_two_reviewers_at_once_pay_once_and_never_pass_the_cap(
    study: Study, mturk: LocalMTurk, clock: Clock, settings: Settings
) -> None:
    settings.CAP_PER_PERSON = 150
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    submission = submit_at_mturk(mturk, posting, "W1", clock)

    def review(number: int) -> None:
        try:
            approve(submission, at=clock())
            pay_bonus(submission, amount=20, reason="Good", name=f"bonus {number % 4}", at=clock())
        except OverCap:
            return

    run_at_once(review, 16)
    work_off(clock)
    assert (int(sum_rewards(mturk.state) * 100), int(sum_bonuses(mturk.state) * 100)) == (100, 40)
    assert sum_ledger("reward", "bonus") == 140
