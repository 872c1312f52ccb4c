"""Fifty people through platforms on which everything fails now and then: each is paid, and paid once."""

import random
from collections import Counter

import pytest
from pytest_django.fixtures import Settings

from judging.arriving import begin, read_coming
from judging.models import Assignment, Place
from judging.models.recruiting import LedgerEntry, Outgoing, PlatformSubmission, Posting
from judging.recruiters.local.faults import Fault, Faults
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.mturk_operations import sum_bonuses, sum_rewards
from judging.recruiters.local.mturk_state import MTurkRefusal
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.local.prolific_operations import sum_bonuses as sum_prolific_bonuses
from judging.recruiters.local.prolific_operations import sum_rewards as sum_prolific_rewards
from judging.recruiters.local.prolific_state import RETURNED
from judging.recruiters.local.serving import Platform
from judging.recruiters.prolific_hooks import find_workspace, make_secret
from judging.recruiters.prolific_hooks import subscribe as subscribe_to_hooks
from judging.recruiting import close_posting
from judging.reviewing import approve_all, pay_bonus
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import (
    address_participant,
    address_worker,
    deliver,
    finish,
    look,
    look_after_unclear,
    post,
    subscribe,
    work_off,
)
from tests.pools import make_pool, open_small_study

pytestmark = [pytest.mark.django_db, pytest.mark.long]
PEOPLE, RATE = 50, 0.15
RETURNING = 0.3


def make_faults() -> Faults:
    """Each fault now and then; an id is handed on every second time that one was returned."""
    faults = Faults.of_every_kind(RATE, seed=1)
    faults.rates[Fault.SAME_ASSIGNMENT] = 0.5
    return faults


def open_all(recruiter: str, clock: Clock) -> Posting:
    make_pool(stimuli=12)
    posting = post(open_small_study(trials=2, judgements_per_response=50), recruiter, at=clock(), places=PEOPLE)
    for _ in range(120):
        clock.move(minutes=10)
        work_off(clock)
    assert not Outgoing.objects.exclude(state="done").exists()
    return posting


def pay_all(posting: Posting, platform: Platform, clock: Clock) -> None:
    """Hours of polling, notices, approving, paying bonuses and closing, whatever fails meanwhile."""
    close_posting(posting, at=clock())
    for _ in range(60):
        clock.move(minutes=20)
        deliver(platform)
        look(posting, clock)
        approve_all(PlatformSubmission.objects.filter(status="submitted"), at=clock())
        for submission in PlatformSubmission.objects.filter(status="approved").exclude(outgoing__kind="bonus"):
            pay_bonus(submission, amount=15, reason="Good eyes", name="control", at=clock())
        look_after_unclear(clock())
        work_off(clock)
        unfinished = Outgoing.objects.exclude(state="done")
        if Outgoing.objects.filter(kind="bonus").count() == PEOPLE and not unfinished.exists():
            break
    look(posting, clock)
    assert not Outgoing.objects.exclude(state="done").exists()


def check_ledger() -> None:
    paid = LedgerEntry.objects.filter(state="paid")
    sums = {kind: sum(paid.filter(kind=kind).values_list("amount", flat=True)) for kind in ("reward", "bonus")}
    assert sums == {"reward": PEOPLE * 100, "bonus": PEOPLE * 15}


def test_fifty_workers_at_mturk_with_every_fault_are_each_paid_once(mturk: LocalMTurk, clock: Clock) -> None:
    subscribe(mturk)
    mturk.state.faults = make_faults()
    posting, rng = open_all("mturk", clock), random.Random(2)
    assert sum(hit.most for hit in mturk.state.hits.values()) == PEOPLE
    for number in range(PEOPLE):
        work_at_mturk(mturk, posting, f"W{number}", rng, clock)
    pay_all(posting, mturk, clock)
    assert set(+mturk.state.faults.struck) == set(Fault)
    assert (int(sum_rewards(mturk.state) * 100), int(sum_bonuses(mturk.state) * 100)) == (PEOPLE * 100, PEOPLE * 15)
    approved = Counter(work.worker_id for work in mturk.state.works.values() if work.status == "Approved")
    assert approved == Counter(f"W{number}" for number in range(PEOPLE))
    assert Counter(bonus["WorkerId"] for bonus in mturk.state.bonuses) == approved
    check_ledger()
    assert sum(Place.objects.values_list("taken", flat=True)) == 2 * Assignment.objects.count()


def work_at_mturk(mturk: LocalMTurk, posting: Posting, worker: str, rng: random.Random, clock: Clock) -> None:
    """Accept wherever there is room, perhaps return and accept again, judge, submit."""
    for returns in (rng.random() < RETURNING, False):
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
    prolific: LocalProlific, clock: Clock, settings: Settings
) -> None:
    workspace = find_workspace("local")
    settings.PROLIFIC_HOOK_SECRET = make_secret("local", workspace)
    subscribe_to_hooks("local", workspace, "http://testserver/notices/prolific/")
    prolific.state.faults = make_faults()
    posting, rng = open_all("prolific", clock), random.Random(2)
    for number in range(PEOPLE):
        work_at_prolific(prolific, posting, f"P{number}", rng, clock)
    pay_all(posting, prolific, clock)
    assert set(+prolific.state.faults.struck) == set(Fault)
    assert (sum_prolific_rewards(prolific.state), sum_prolific_bonuses(prolific.state)) == (PEOPLE * 100, PEOPLE * 15)
    approved = [part for part in prolific.state.parts.values() if part.status == "APPROVED"]
    assert Counter(part.participant for part in approved) == Counter(f"P{number}" for number in range(PEOPLE))
    assert {len(part.bonuses) for part in approved} == {1}
    check_ledger()


def work_at_prolific(
    prolific: LocalProlific, posting: Posting, participant: str, rng: random.Random, clock: Clock
) -> None:
    """Perhaps somebody else takes the place first and returns it; then start, judge, go back with the code."""
    (study_id,) = prolific.state.studies
    for person in [f"{participant}R"] * (rng.random() < RETURNING) + [participant]:
        row = prolific.state.start(study_id, person)
        visit = begin(posting, read_coming(posting, address_participant(row)), at=clock.move(seconds=1), seed=1)
        if person != participant:
            prolific.state.move(row, RETURNED)
    finish(visit, at=clock())
    prolific.state.complete(participant, posting.offer["codes"]["complete"])
