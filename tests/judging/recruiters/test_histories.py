"""What people do at platforms, in whatever order and many at the same moment: everybody keeps what is theirs."""

import random

import pytest
from django.db import IntegrityError, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judging.arriving import find_exit
from judging.models import Assignment, Place, Study
from judging.models.recruiting import Outgoing, PlatformSubmission
from judging.reconciling import reconcile
from judging.recruiters import RECRUITERS
from judging.recruiters.local.faults import Fault
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.local.prolific_operations import expire
from judging.recruiters.panel import CONNECT
from judging.recruiters.values import Status
from judging.reviewing import approve_all
from tests.at_once import run_at_once
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import (
    address_participant,
    address_worker,
    arrive,
    finish,
    look,
    make_offer,
    post,
    work_off,
)
from tests.pools import make_pool, open_small_study

pytestmark = pytest.mark.django_db
DEEDS = st.lists(st.sampled_from(["accept", "return", "submit", "look"]), min_size=4, max_size=16)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(deeds=DEEDS, seed=st.integers(0, 999))
def test_whatever_was_returned_and_taken_again_who_handed_in_is_paid(
    deeds: list[str], seed: int, mturk: LocalMTurk, clock: Clock
) -> None:
    with transaction.atomic():
        check_history(deeds, random.Random(seed), mturk, clock)
        transaction.set_rollback(True)


def check_history(deeds: list[str], rng: random.Random, mturk: LocalMTurk, clock: Clock) -> None:
    """Three workers on one HIT, each id handed on once it is returned; then all that was handed in is approved."""
    make_pool()
    posting = post(open_small_study(), "mturk", at=clock(), places=3)
    work_off(clock)
    hit_id = str(posting.parts.get().platform_id)
    mturk.state.faults.rates[Fault.SAME_ASSIGNMENT] = 1.0
    held: dict[str, str] = {}
    paid: dict[str, str] = {}
    for deed in [*deeds, "look"]:
        worker, clock.now = f"W{rng.randrange(3)}", clock.move(minutes=1)
        if deed == "look":
            look(posting, clock)
        elif deed == "accept" and worker not in held and worker not in paid:
            held[worker] = (work := mturk.state.accept(hit_id, worker)).assignment_id
            arrive(posting, address_worker(work), at=clock())
        elif deed == "return" and worker in held:
            mturk.state.give_back(held.pop(worker), worker)
        elif deed == "submit" and worker in held:
            paid[worker] = held.pop(worker)
            mturk.state.submit(paid[worker], "x")
    approve_all(PlatformSubmission.objects.filter(part__posting=posting), at=clock())
    work_off(clock)
    approved = [work for work in mturk.state.works.values() if work.hit_id == hit_id and work.status == "Approved"]
    assert {work.worker_id: work.assignment_id for work in approved} == paid
    assert not Outgoing.objects.filter(part__posting=posting, kind="approve").exclude(state="done").exists()


def test_each_hold_has_the_state_of_its_own_hit_whichever_was_taken_first(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock(), places=3, part_places=1)
    work_off(clock)
    parts = list(posting.parts.all())[::-1]
    works = [mturk.state.accept(str(part.platform_id), f"W{number}") for number, part in enumerate(parts)]
    visits = [arrive(posting, address_worker(work), at=clock(), seed=n) for n, work in enumerate(works)]
    finish(visits[1], at=clock())
    mturk.state.submit(works[1].assignment_id, "x")
    look(posting, clock)
    rows = [PlatformSubmission.objects.get(part=part) for part in parts]
    assert [row.status for row in rows] == [Status.ACTIVE, Status.SUBMITTED, Status.ACTIVE]
    assert [row.assignment for row in rows] == visits


def test_a_hold_without_a_person_and_a_finished_visit_without_a_code_are_refused_by_the_database(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    visit = arrive(posting, address_worker(mturk.state.accept(next(iter(mturk.state.hits)), "W1")), at=clock())
    for rows, change in (
        (PlatformSubmission.objects.all(), {"identity": None}),
        (Assignment.objects.filter(pk=visit.pk), {"state": "finished", "code": "", "over_at": clock()}),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.update(**change)


def test_of_ten_whose_time_ran_out_each_place_is_filled_once_again(
    study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, "prolific", at=clock(), places=10)
    work_off(clock)
    study_id = str(posting.parts.get().platform_id)
    late = [prolific.state.start(study_id, f"P{number}") for number in range(10)]
    for row in late:
        arrive(posting, address_participant(row), at=clock(), seed=int(row.participant[1:]))
        expire(prolific.state, row.submission_id)
    for _ in range(2):
        look(posting, clock)
    assert sum(Place.objects.values_list("taken", flat=True)) == 0
    for number in range(10, 20):
        row = prolific.state.start(study_id, f"P{number}")
        arrive(posting, address_participant(row), at=clock(), seed=number)
    look(posting, clock)
    assert prolific.state.studies[study_id]["total_available_places"] == 10
    assert posting.parts.get().available == 0
    assert sum(Place.objects.values_list("taken", flat=True)) == 10 * 4


def test_whoever_is_inside_when_the_study_fills_up_finishes_and_hands_in(mturk: LocalMTurk, clock: Clock) -> None:
    make_pool(stimuli=4)
    study = open_small_study(judgements_per_response=1)
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    works = [mturk.state.accept(next(iter(mturk.state.hits)), f"W{number}") for number in range(2)]
    visits = [arrive(posting, address_worker(work), at=clock(), seed=n) for n, work in enumerate(works)]
    Study.objects.update(state="closed")
    for visit, work in zip(visits, works, strict=True):
        assert arrive(posting, address_worker(work), at=clock()) == visit
        way = find_exit(finish(visit, at=clock()))
        assert way is not None
        assert way.fields["assignmentId"] == work.assignment_id
        mturk.state.submit(work.assignment_id, "x")
    look(posting, clock)
    assert set(PlatformSubmission.objects.values_list("status", flat=True)) == {"submitted"}


@pytest.mark.django_db(transaction=True)
def test_the_entry_link_opened_twice_at_once_is_one_visit(study: Study, prolific: LocalProlific, clock: Clock) -> None:
    posting = post(study, "prolific", at=clock())
    work_off(clock)
    query = address_participant(prolific.state.start(str(posting.parts.get().platform_id), "P1"))
    visits = run_at_once(lambda seed: arrive(posting, query, at=clock(), seed=seed).pk, 8)
    assert len(set(visits)) == 1
    assert Assignment.objects.count() == PlatformSubmission.objects.count() == 1
    assert sum(Place.objects.values_list("taken", flat=True)) == 4


@pytest.mark.django_db(transaction=True)
def test_reconciling_while_twenty_hand_in_loses_nobody_and_blocks_nobody(
    study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, "prolific", at=clock(), places=20)
    work_off(clock)
    study_id = str(posting.parts.get().platform_id)

    def take_turn(number: int) -> None:
        if number % 4 == 3:
            reconcile(posting, at=clock(), rng=random.Random(number))
            return
        row = prolific.state.start(study_id, f"P{number}")
        finish(arrive(posting, address_participant(row), at=clock(), seed=number), at=clock())
        prolific.state.complete(f"P{number}", posting.offer["codes"]["complete"])

    run_at_once(take_turn, 26)
    look(posting, clock)
    rows = PlatformSubmission.objects.filter(status="submitted", assignment__state="finished")
    assert rows.count() == 20


def test_connect_takes_no_codes_of_single_visits() -> None:
    offer = make_offer(address="https://study.example/", details={**CONNECT, "dynamic_codes": True})
    problems = RECRUITERS["panel"].validate(offer, "live")
    assert any("CloudResearch Connect takes fixed codes only" in str(problem) for problem in problems)
