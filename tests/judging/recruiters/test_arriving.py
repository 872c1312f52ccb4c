"""People who come from a platform: previews, returns, ids handed on, second visits, and the way back."""

import pytest

from judging.arriving import find_exit, note_sent_back
from judging.models import Assignment, Place, Study
from judging.models.recruiting import PlatformIdentity, PlatformSubmission, PostingPart
from judging.recruiters.local.faults import Fault
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.local.prolific_operations import expire
from judging.recruiters.values import Status
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import (
    address_participant,
    address_preview,
    address_worker,
    arrive,
    finish,
    look,
    post,
    submit_at_mturk,
    submit_at_prolific,
    work_off,
)
from turingapp.errors import NotEligible, StudyNotOpen

pytestmark = pytest.mark.django_db


def list_holds() -> list[tuple[str, str]]:
    return list(PlatformSubmission.objects.order_by("pk").values_list("platform_assignment", "status"))


def test_a_preview_cannot_begin(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    with pytest.raises(NotEligible, match="preview"):
        arrive(posting, address_preview(str(posting.parts.get().platform_id)), at=clock())
    assert (PlatformSubmission.objects.count(), PlatformIdentity.objects.count()) == (0, 0)


def test_an_address_of_another_hit_is_refused(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    with pytest.raises(NotEligible, match="not one that the platform made"):
        arrive(posting, {"assignmentId": "3A", "hitId": "3OTHER", "workerId": "W1"}, at=clock())


def test_an_assignments_id_that_is_handed_on_belongs_to_the_next_worker(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    hit_id = str(posting.parts.get().platform_id)
    mturk.state.faults.plan(Fault.SAME_ASSIGNMENT, "accept")
    first = mturk.state.accept(hit_id, "W1")
    mine = arrive(posting, address_worker(first), at=clock())
    mturk.state.give_back(first.assignment_id, "W1")
    second = mturk.state.accept(hit_id, "W2")
    assert second.assignment_id == first.assignment_id
    theirs = finish(arrive(posting, address_worker(second), at=clock(), seed=2), at=clock())
    assert mine != theirs
    assert list_holds() == [(first.assignment_id, "returned"), (first.assignment_id, "active")]
    mturk.state.submit(second.assignment_id, "x")
    look(posting, clock)
    assert list_holds() == [(first.assignment_id, "returned"), (first.assignment_id, "submitted")]
    assert PlatformSubmission.objects.get(status="submitted").assignment == theirs


def test_who_returns_and_accepts_again_goes_on_where_they_were(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    hit_id = str(posting.parts.get().platform_id)
    first = mturk.state.accept(hit_id, "W1")
    visit = arrive(posting, address_worker(first), at=clock())
    mturk.state.give_back(first.assignment_id, "W1")
    clock.move(minutes=1)
    again = mturk.state.accept(hit_id, "W1")
    assert arrive(posting, address_worker(again), at=clock()) == visit
    finish(visit, at=clock())
    way = find_exit(Assignment.objects.get())
    assert way is not None
    assert way.fields["assignmentId"] == again.assignment_id
    mturk.state.submit(again.assignment_id, "x")
    look(posting, clock)
    assert PlatformSubmission.objects.get(platform_assignment=again.assignment_id).status == Status.SUBMITTED


def test_a_person_takes_part_once_across_hits(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting = post(study, "mturk", at=clock(), places=2, part_places=1)
    work_off(clock)
    submit_at_mturk(mturk, posting, "W1", clock)
    other = mturk.state.accept(str(posting.parts.all()[1].platform_id), "W1")
    with pytest.raises(NotEligible, match="taken part in this study already"):
        arrive(posting, address_worker(other), at=clock())
    assert Assignment.objects.count() == 1


def test_who_has_handed_in_is_told_so(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    submission = submit_at_mturk(mturk, posting, "W1", clock)
    work = mturk.state.works[submission.platform_assignment]
    with pytest.raises(NotEligible, match="handed this in already"):
        arrive(posting, address_worker(work), at=clock())


def test_a_finished_page_is_not_a_submission(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    work = mturk.state.accept(str(posting.parts.get().platform_id), "W1")
    visit = finish(arrive(posting, address_worker(work), at=clock()), at=clock())
    look(posting, clock)
    note_sent_back(visit, at=clock())
    assert PlatformSubmission.objects.get().status == Status.ACTIVE
    assert PostingPart.objects.get().poll_due_at == clock()


def test_a_returned_visit_gives_its_places_back_once(study: Study, prolific: LocalProlific, clock: Clock) -> None:
    posting = post(study, "prolific", at=clock())
    work_off(clock)
    row = prolific.state.start(str(posting.parts.get().platform_id), "P1")
    arrive(posting, address_participant(row), at=clock())
    assert sum(Place.objects.values_list("taken", flat=True)) == 4
    expire(prolific.state, row.submission_id)
    for _ in range(3):
        look(posting, clock)
    assert sum(Place.objects.values_list("taken", flat=True)) == 0


def test_the_id_at_the_platform_is_in_one_table_and_sealed(study: Study, prolific: LocalProlific, clock: Clock) -> None:
    posting = post(study, "prolific", at=clock())
    work_off(clock)
    submit_at_prolific(prolific, posting, "5f0c0ffee", clock)
    identity = PlatformIdentity.objects.get()
    assert "5f0c0ffee" not in f"{identity.sealed} {identity.person_key}"
    assert identity.person_key == Assignment.objects.get().judge.person_key


def test_a_full_study_turns_the_next_person_away_with_a_way_out(
    study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, "prolific", at=clock())
    work_off(clock)
    row = prolific.state.start(str(posting.parts.get().platform_id), "P1")
    study.state = Study.State.CLOSED
    study.save()
    with pytest.raises(StudyNotOpen):
        arrive(posting, address_participant(row), at=clock())
    assert PlatformSubmission.objects.count() == 0


def test_who_took_the_place_long_ago_is_asked_to_return_it_and_who_has_begun_goes_on(
    study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, "prolific", at=clock())
    work_off(clock)
    study_id = str(posting.parts.get().platform_id)
    early, late = (prolific.state.start(study_id, person) for person in ("P1", "P2"))
    look(posting, clock)
    visit = arrive(posting, address_participant(early), at=clock())
    clock.move(minutes=16)
    with pytest.raises(NotEligible, match="about 5 minutes"):
        arrive(posting, address_participant(late), at=clock())
    assert arrive(posting, address_participant(early), at=clock()) == visit
