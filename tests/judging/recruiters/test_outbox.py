"""A worker killed at any point, or a platform that fails in any way, leaves one HIT and one payment."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal

import pytest
from django.db import connections

from judging import outbox
from judging.models import Study
from judging.models.recruiting import LedgerEntry, Outgoing, PlatformSubmission, PostingPart
from judging.recruiters import mturk_calls, prolific_calls
from judging.recruiters.local.faults import Fault
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.mturk_operations import sum_bonuses, sum_rewards
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.local.prolific_operations import sum_bonuses as sum_prolific_bonuses
from judging.recruiters.local.prolific_operations import sum_rewards as sum_prolific_rewards
from judging.recruiting import close_posting, extend_posting, pause_posting, resume_posting
from judging.reviewing import approve, pay_bonus, retry
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import (
    look,
    look_after_unclear,
    post,
    submit_at_mturk,
    submit_at_prolific,
    work_off,
)

pytestmark = pytest.mark.django_db
STEPS = ("claimed", "asked", "finished")
AFTER = (Fault.ERROR_BEFORE, Fault.ERROR_AFTER, Fault.SILENCE_AFTER, Fault.THROTTLED)


class Killed(BaseException):
    """The worker's process ends here."""


def kill_at(step: str) -> Callable[[Outgoing, str], None]:
    """Ends the worker at the first row that comes so far."""

    def log(row: Outgoing, reached: str) -> None:
        if reached == step:
            raise Killed(step)

    return log


def be_killed(clock: Clock, step: str) -> None:
    with pytest.raises(Killed):
        outbox.carry_out_due(clock=clock, rng=random.Random(0), log=kill_at(step))


def work_for_hours(clock: Clock, hours: int = 3) -> None:
    for _ in range(hours * 12):
        clock.move(minutes=5)
        work_off(clock)


@pytest.mark.parametrize("step", STEPS)
def test_a_worker_killed_while_opening_leaves_one_hit_for_each_part(
    step: str, study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    post(study, "mturk", at=clock(), places=11)
    be_killed(clock, step)
    work_for_hours(clock)
    assert sorted(hit.most for hit in mturk.state.hits.values()) == [2, 9]
    assert set(PostingPart.objects.values_list("platform_id", flat=True)) == set(mturk.state.hits)


@pytest.mark.parametrize("fault", AFTER)
@pytest.mark.parametrize("operation", ["CreateHITType", "CreateHITWithHITType"])
def test_mturk_that_fails_while_opening_leaves_one_hit(
    operation: str, fault: Fault, study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    mturk.state.faults.plan(fault, operation)
    post(study, "mturk", at=clock())
    work_off(clock)
    work_for_hours(clock)
    assert len(mturk.state.hits) == 1
    assert PostingPart.objects.get().platform_id in mturk.state.hits


def test_a_hit_that_mturk_no_longer_remembers_by_its_token_is_found_by_its_annotation(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    post(study, "mturk", at=clock())
    be_killed(clock, "asked")
    mturk.state.tokens.clear()
    work_for_hours(clock, hours=25)
    assert len(mturk.state.hits) == 1
    assert PostingPart.objects.get().platform_id in mturk.state.hits


@pytest.mark.parametrize("step", STEPS)
def test_a_worker_killed_while_extending_adds_the_places_once(
    step: str, study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock(), places=4)
    work_off(clock)
    extend_posting(posting, 8, at=clock())
    be_killed(clock, step)
    work_for_hours(clock)
    assert sorted(hit.most for hit in mturk.state.hits.values()) == [3, 9]


@pytest.mark.parametrize("step", STEPS)
def test_a_worker_killed_while_approving_and_paying_pays_once(
    step: str, study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    submission = submit_at_mturk(mturk, posting, "W1", clock)
    approve(submission, at=clock())
    be_killed(clock, step)
    work_for_hours(clock, hours=1)
    pay_bonus(submission, amount=15, reason="Good eyes", name="control", at=clock())
    be_killed(clock, step)
    work_for_hours(clock)
    assert (sum_rewards(mturk.state), sum_bonuses(mturk.state)) == (Decimal("1.00"), Decimal("0.15"))
    check_ledger(reward=100, bonus=15)


@pytest.mark.parametrize("fault", AFTER)
@pytest.mark.parametrize("operation", ["ApproveAssignment", "SendBonus"])
def test_mturk_that_fails_while_paying_pays_once(
    operation: str, fault: Fault, study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    submission = submit_at_mturk(mturk, posting, "W1", clock)
    mturk.state.faults.plan(fault, operation)
    approve(submission, at=clock())
    pay_bonus(submission, amount=15, reason="Good eyes", name="control", at=clock())
    work_off(clock)
    work_for_hours(clock)
    assert (sum_rewards(mturk.state), sum_bonuses(mturk.state)) == (Decimal("1.00"), Decimal("0.15"))
    check_ledger(reward=100, bonus=15)


@pytest.mark.parametrize("step", STEPS)
def test_a_worker_killed_at_prolific_leaves_one_published_study_and_one_payment(
    step: str, study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, "prolific", at=clock())
    be_killed(clock, step)
    work_for_hours(clock, hours=1)
    submission = submit_at_prolific(prolific, posting, "P1", clock)
    approve(submission, at=clock())
    be_killed(clock, step)
    work_for_hours(clock, hours=1)
    pay_bonus(submission, amount=15, reason="Good eyes", name="control", at=clock())
    be_killed(clock, step)
    work_for_hours(clock)
    assert [row["status"] for row in prolific.state.studies.values()] == ["ACTIVE"]
    assert (sum_prolific_rewards(prolific.state), sum_prolific_bonuses(prolific.state)) == (100, 15)
    check_ledger(reward=100, bonus=15)


@pytest.mark.parametrize("fault", AFTER)
@pytest.mark.parametrize(
    "operation", ["create study", "move study", "move submission", "set up bonuses", "pay bonuses"]
)
def test_prolific_that_fails_leaves_one_published_study_and_one_payment(
    operation: str, fault: Fault, study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    prolific.state.faults.plan(fault, operation)
    posting = post(study, "prolific", at=clock())
    work_off(clock)
    work_for_hours(clock, hours=1)
    submission = submit_at_prolific(prolific, posting, "P1", clock)
    approve(submission, at=clock())
    pay_bonus(submission, amount=15, reason="Good eyes", name="control", at=clock())
    work_off(clock)
    work_for_hours(clock)
    look_after_unclear(clock())
    work_off(clock)
    active = [row for row in prolific.state.studies.values() if row["status"] == "ACTIVE"]
    assert len(active) == 1
    assert len(prolific.state.studies) == 1
    assert (sum_prolific_rewards(prolific.state), sum_prolific_bonuses(prolific.state)) == (100, 15)
    check_ledger(reward=100, bonus=15)


def test_two_equal_bonuses_for_one_person_are_both_paid_though_each_answer_is_lost(
    study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, "prolific", at=clock())
    work_off(clock)
    submission = submit_at_prolific(prolific, posting, "P1", clock)
    prolific.state.faults.plan(Fault.SILENCE_AFTER, "pay bonuses", times=2)
    for name in ("first", "second"):
        pay_bonus(submission, amount=15, reason="Good eyes", name=name, at=clock())
    work_off(clock)
    work_for_hours(clock, hours=8)
    assert sum_prolific_bonuses(prolific.state) == 30
    assert not Outgoing.objects.filter(state=Outgoing.State.DUE).exists()


def test_a_platform_that_says_no_fails_the_row_and_frees_its_money_and_it_can_be_tried_again(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    submission = submit_at_mturk(mturk, posting, "W1", clock)
    work = mturk.state.works[submission.platform_assignment]
    work.worker_id = "SOMEBODY"
    approve(submission, at=clock())
    work_off(clock)
    row = Outgoing.objects.get(kind="approve")
    assert (row.state, "another worker" in row.problem) == ("failed", True)
    assert not LedgerEntry.objects.filter(kind="reward").exclude(state="void").exists()
    work.worker_id = "W1"
    retry(row, at=clock())
    work_off(clock)
    assert sum_rewards(mturk.state) == Decimal("1.00")
    check_ledger(reward=100, bonus=0)


def test_closing_takes_back_what_was_not_begun_and_closes_the_rest(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock(), places=4)
    work_off(clock)
    extend_posting(posting, 8, at=clock())
    close_posting(posting, at=clock())
    work_off(clock)
    assert [mturk.state.count_available(hit) for hit in mturk.state.hits.values()] == [0]
    assert set(posting.parts.values_list("state", flat=True)) == {"closed", "failed"}


def check_ledger(*, reward: int, bonus: int) -> None:
    """The ledger has paid exactly so much, and nothing is on its way."""
    paid = LedgerEntry.objects.filter(state="paid")
    sums = {kind: sum(paid.filter(kind=kind).values_list("amount", flat=True)) for kind in ("reward", "bonus")}
    assert sums == {"reward": reward, "bonus": bonus}
    assert not Outgoing.objects.exclude(state="done").exists()


@pytest.mark.parametrize("slug", ["mturk", "prolific"])
def test_a_pause_keeps_people_out_until_it_ends_though_the_worker_is_killed(
    slug: str, study: Study, mturk: LocalMTurk, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, slug, at=clock())
    work_off(clock)
    counts = []
    for switch in (pause_posting, pause_posting, resume_posting):
        if switch(posting, at=clock()):
            be_killed(clock, "asked")
            clock.move(minutes=10)
            work_off(clock)
        look(posting, clock)
        counts.append(posting.parts.get().available)
    assert counts == [0, 0, 4]
    assert posting.parts.get().state == "open"


@pytest.mark.parametrize("slug", ["mturk", "prolific"])
def test_a_pause_that_failed_is_not_tried_again_after_its_end(
    slug: str, study: Study, mturk: LocalMTurk, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, slug, at=clock())
    work_off(clock)
    for platform, operation in ((mturk, "UpdateExpirationForHIT"), (prolific, "move study")):
        platform.state.faults.plan(Fault.ERROR_BEFORE, operation)
    pause_posting(posting, at=clock())
    work_off(clock)
    resume_posting(posting, at=clock())
    work_for_hours(clock)
    look(posting, clock)
    assert (posting.parts.get().available, posting.parts.get().state) == (4, "open")


@pytest.mark.parametrize("slug", ["mturk", "prolific"])
def test_what_was_to_go_on_and_failed_does_not_reopen_a_closed_posting(
    slug: str, study: Study, mturk: LocalMTurk, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, slug, at=clock())
    work_off(clock)
    pause_posting(posting, at=clock())
    work_off(clock)
    for platform, operation in ((mturk, "UpdateExpirationForHIT"), (prolific, "move study")):
        platform.state.faults.plan(Fault.ERROR_BEFORE, operation)
    resume_posting(posting, at=clock())
    work_off(clock)
    close_posting(posting, at=clock())
    work_for_hours(clock)
    assert [mturk.state.count_available(hit) for hit in mturk.state.hits.values()] in ([], [0])
    assert {row["status"] for row in prolific.state.studies.values()} <= {"AWAITING REVIEW"}
    assert set(Outgoing.objects.filter(kind="resume").values_list("state", flat=True)) == {"canceled"}


def claim_twice(clock: Clock) -> list[Outgoing]:
    """The same row in the hands of a worker that is slower than its lease, and of the next one."""
    rows = []
    for _ in range(2):
        row = outbox.claim_next(clock(), None)
        assert row is not None
        rows.append(row)
        clock.move(minutes=6)
    return rows


def carry_out(row: Outgoing, clock: Clock) -> None:
    outbox.carry_out(row, clock=clock, rng=random.Random(0), log=outbox.log_step)


def test_a_worker_slower_than_its_lease_pays_nothing_that_the_next_has_paid(
    study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, "prolific", at=clock())
    work_off(clock)
    submission = submit_at_prolific(prolific, posting, "P1", clock)
    pay_bonus(submission, amount=15, reason="Good eyes", name="control", at=clock())
    slow, quick = claim_twice(clock)
    carry_out(quick, clock)
    carry_out(slow, clock)
    work_for_hours(clock)
    assert sum_prolific_bonuses(prolific.state) == 15


def test_a_refusal_to_a_worker_slower_than_its_lease_does_not_void_what_the_next_pays(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    submission = submit_at_mturk(mturk, posting, "W1", clock)
    approve(submission, at=clock())
    slow, quick = claim_twice(clock)
    work = mturk.state.works[submission.platform_assignment]
    work.worker_id = "SOMEBODY"
    carry_out(slow, clock)
    work.worker_id = "W1"
    carry_out(quick, clock)
    assert sum_rewards(mturk.state) == Decimal("1.00")
    check_ledger(reward=100, bonus=0)


def test_what_the_platform_shows_as_paid_stays_in_the_ledger_though_the_repeat_is_refused(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    submission = submit_at_mturk(mturk, posting, "W1", clock)
    mturk.state.faults.plan(Fault.SILENCE_AFTER, "ApproveAssignment")
    approve(submission, at=clock())
    work_off(clock)
    look(posting, clock)
    mturk.state.works[submission.platform_assignment].worker_id = "SOMEBODY"
    work_for_hours(clock)
    assert Outgoing.objects.get(kind="approve").state == "failed"
    assert list(LedgerEntry.objects.filter(kind="reward", state="paid").values_list("amount", flat=True)) == [100]
    assert sum(LedgerEntry.objects.exclude(state="void").values_list("amount", flat=True)) == 4 * 120


def work_in_a_thread(clock: Clock) -> None:
    try:
        work_off(clock)
    finally:
        connections.close_all()


APPROVING = {"mturk": "ApproveAssignment", "prolific": "move submission"}


@pytest.fixture(params=[*APPROVING])
def platform(request: pytest.FixtureRequest, mturk: LocalMTurk, prolific: LocalProlific) -> LocalMTurk | LocalProlific:
    return mturk if request.param == "mturk" else prolific


def submit_at(platform: LocalMTurk | LocalProlific, study: Study, clock: Clock) -> tuple[PlatformSubmission, str]:
    """What one person has handed in, and the operation by which it is approved."""
    slug = "mturk" if isinstance(platform, LocalMTurk) else "prolific"
    posting = post(study, slug, at=clock())
    work_off(clock)
    if isinstance(platform, LocalMTurk):
        return submit_at_mturk(platform, posting, "W1", clock), APPROVING[slug]
    return submit_at_prolific(platform, posting, "P1", clock), APPROVING[slug]


@pytest.mark.django_db(transaction=True)
def test_what_a_platform_approves_by_itself_at_the_same_moment_is_done(
    study: Study, platform: LocalMTurk | LocalProlific, clock: Clock
) -> None:
    submission, operation = submit_at(platform, study, clock)
    hold = platform.hold(operation, is_done=False)
    approve(submission, at=clock())
    with ThreadPoolExecutor(1) as pool:
        working = pool.submit(work_in_a_thread, clock)
        assert hold.reached.wait(10)
        if isinstance(platform, LocalMTurk):
            platform.state.works[submission.platform_assignment].status = "Approved"
        else:
            platform.state.find_part(submission.platform_assignment).status = "APPROVED"
        hold.released.set()
        working.result()
    check_ledger(reward=100, bonus=0)


@pytest.mark.parametrize("is_done", [False, True], ids=["nothing done", "all done"])
def test_a_platform_that_is_silent_for_too_long_is_asked_again_and_pays_once(
    is_done: bool, study: Study, platform: LocalMTurk | LocalProlific, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mturk_calls, "READ_SECONDS", 0.5)
    monkeypatch.setattr(prolific_calls, "TIMEOUT_SECONDS", 0.5)
    submission, operation = submit_at(platform, study, clock)
    hold = platform.hold(operation, is_done=is_done)
    approve(submission, at=clock())
    (row,) = work_off(clock)
    assert hold.reached.is_set()
    assert "did not answer" in Outgoing.objects.get(pk=row.pk).problem
    work_for_hours(clock, hours=1)
    if isinstance(platform, LocalMTurk):
        assert sum_rewards(platform.state) == Decimal("1.00")
    else:
        assert sum_prolific_rewards(platform.state) == 100
    check_ledger(reward=100, bonus=0)
