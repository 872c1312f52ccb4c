"""Fifty people through platforms on which everything fails now and then: each is paid, and paid once."""

import random
from collections import Counter

import pytest

from judging.arriving import begin, read_coming
from judging.models import Assignment, Place
from judging.models.recruiting import LedgerEntry, Outgoing, PlatformSubmission, Posting
from judging.recruiters.local.faults import Faults
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.mturk_operations import sum_bonuses, sum_rewards
from judging.recruiters.local.mturk_state import MTurkRefusal
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.local.prolific_operations import sum_bonuses as sum_prolific_bonuses
from judging.recruiters.local.prolific_operations import sum_rewards as sum_prolific_rewards
from judging.recruiting import close_posting
from judging.reviewing import approve_all, pay_bonus
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import (
    address_participant,
    address_worker,
    finish,
    look,
    post,
    work_off,
)
from tests.pools import make_pool, open_small_study

pytestmark = [pytest.mark.django_db, pytest.mark.long]
PEOPLE, RATE = 50, 0.15


def open_all(recruiter: str, clock: Clock) -> Posting:
    make_pool(stimuli=12)
    posting = post(open_small_study(trials=2, judgements_per_response=50), recruiter, at=clock(), places=PEOPLE)
    for _ in range(120):
        clock.move(minutes=10)
        work_off(clock)
    assert not Outgoing.objects.exclude(state="done").exists()
    return posting


def pay_all(posting: Posting, clock: Clock) -> None:
    """Hours of polling, approving, paying bonuses and closing, whatever fails meanwhile."""
    close_posting(posting, at=clock())
    for _ in range(60):
        clock.move(minutes=20)
        look(posting, clock)
        approve_all(PlatformSubmission.objects.filter(status="submitted"), at=clock())
        for submission in PlatformSubmission.objects.filter(status="approved").exclude(outgoing__kind="bonus"):
            pay_bonus(submission, amount=15, reason="Good eyes", name="control", at=clock())
        work_off(clock)
        if Outgoing.objects.filter(kind="bonus", state="done").count() == PEOPLE:
            break
    look(posting, clock)
    assert not Outgoing.objects.exclude(state="done").exists()


def check_ledger() -> None:
    paid = LedgerEntry.objects.filter(state="paid")
    sums = {kind: sum(paid.filter(kind=kind).values_list("amount", flat=True)) for kind in ("reward", "bonus")}
    assert sums == {"reward": PEOPLE * 100, "bonus": PEOPLE * 15}


def test_fifty_workers_at_mturk_with_every_fault_are_each_paid_once(mturk: LocalMTurk, clock: Clock) -> None:
    mturk.state.faults = Faults.of_every_kind(RATE, seed=1)
    posting, rng = open_all("mturk", clock), random.Random(2)
    assert sum(hit.most for hit in mturk.state.hits.values()) == PEOPLE
    for number in range(PEOPLE):
        work_at_mturk(mturk, posting, f"W{number}", rng, clock)
    pay_all(posting, clock)
    assert (int(sum_rewards(mturk.state) * 100), int(sum_bonuses(mturk.state) * 100)) == (PEOPLE * 100, PEOPLE * 15)
    approved = Counter(work.worker_id for work in mturk.state.works.values() if work.status == "Approved")
    assert approved == Counter(f"W{number}" for number in range(PEOPLE))
    assert Counter(bonus["WorkerId"] for bonus in mturk.state.bonuses) == approved
    check_ledger()
    assert sum(Place.objects.values_list("taken", flat=True)) == 2 * Assignment.objects.count()


def work_at_mturk(mturk: LocalMTurk, posting: Posting, worker: str, rng: random.Random, clock: Clock) -> None:
    """Accept wherever there is room, perhaps return and accept again, judge, submit."""
    for returns in (rng.random() < 0.3, False):
        work = next(found for hit in list(mturk.state.hits) if (found := try_to_accept(mturk, hit, worker)))
        visit = begin(posting, read_coming(posting, address_worker(work)), at=clock.move(seconds=1), seed=1)
        if not returns:
            break
        mturk.state.give_back(work.assignment_id, worker)
    if visit.state == Assignment.State.OPEN:
        finish(visit, at=clock())
    mturk.state.submit(work.assignment_id, "x")


def try_to_accept(mturk: LocalMTurk, hit_id: str, worker: str):  # type: ignore[no-untyped-def]
    try:
        return mturk.state.accept(hit_id, worker)
    except MTurkRefusal:
        return None


def test_fifty_participants_at_prolific_with_every_fault_are_each_paid_once(
    prolific: LocalProlific, clock: Clock
) -> None:
    prolific.state.faults = Faults.of_every_kind(RATE, seed=1)
    posting = open_all("prolific", clock)
    (study_id,) = prolific.state.studies
    for number in range(PEOPLE):
        row = prolific.state.start(study_id, f"P{number}")
        visit = begin(posting, read_coming(posting, address_participant(row)), at=clock.move(seconds=1), seed=1)
        finish(visit, at=clock())
        prolific.state.complete(f"P{number}", posting.offer["codes"]["complete"])
    pay_all(posting, clock)
    assert (sum_prolific_rewards(prolific.state), sum_prolific_bonuses(prolific.state)) == (PEOPLE * 100, PEOPLE * 15)
    assert {len(part.bonuses) for part in prolific.state.parts.values()} == {1}
    check_ledger()
