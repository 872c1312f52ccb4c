"""A worker slower than its lease, or a platform that decides or falls silent meanwhile, pays nobody twice."""

import random
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal

import pytest
from django.db import connections

from judging import outbox
from judging.models import Study
from judging.models.recruiting import LedgerEntry, Outgoing, PlatformSubmission
from judging.recruiters import mturk_calls, prolific_calls
from judging.recruiters.local.faults import Fault
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.mturk_operations import sum_rewards
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.local.prolific_operations import sum_bonuses as sum_prolific_bonuses
from judging.recruiters.local.prolific_operations import sum_rewards as sum_prolific_rewards
from judging.reviewing import approve, pay_bonus
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import look, post, submit_at_mturk, submit_at_prolific, work_off
from tests.judging.recruiters.test_outbox import check_ledger, work_for_hours

pytestmark = pytest.mark.django_db


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
