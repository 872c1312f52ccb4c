"""A worker killed at any point, or a platform that fails in any way, leaves one HIT and one payment."""

import random
from collections.abc import Callable
from decimal import Decimal

import pytest

from judging import outbox
from judging.models import Study
from judging.models.recruiting import LedgerEntry, Outgoing, PostingPart
from judging.recruiters.local.faults import Fault
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.mturk_operations import sum_bonuses, sum_rewards
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.local.prolific_operations import sum_bonuses as sum_prolific_bonuses
from judging.recruiters.local.prolific_operations import sum_rewards as sum_prolific_rewards
from judging.recruiting import close_posting, extend_posting
from judging.reviewing import approve, pay_bonus, retry
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import look_after_unclear, post, submit_at_mturk, submit_at_prolific, work_off

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
