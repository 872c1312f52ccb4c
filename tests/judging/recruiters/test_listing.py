"""Who took part is shut out of what comes later by the platform itself; whoever is inside can always go on."""

import pytest

from judging.leaving_out import name_list
from judging.listing import list_takers
from judging.models import Assignment, Study
from judging.models.recruiting import Outgoing, PlatformSubmission, PostingPart
from judging.recruiters.local.faults import Fault
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.mturk_state import MTurkRefusal
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.local.prolific_state import ProlificRefusal
from judging.retrying import try_again
from judging.withdrawing import erase
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import (
    address_participant,
    address_worker,
    arrive,
    finish,
    look,
    post,
    submit_at_mturk,
    submit_at_prolific,
    work_off,
)
from tests.pools import open_small_study

pytestmark = pytest.mark.django_db


def note_takers(clock: Clock) -> None:
    """What the worker does each minute."""
    list_takers(at=clock())
    work_off(clock)


def test_a_worker_who_took_part_cannot_accept_another_hit_of_the_study(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock(), places=2, part_places=1)
    work_off(clock)
    submit_at_mturk(mturk, posting, "W1", clock)
    note_takers(clock)
    later = post(study, "mturk", at=clock())
    work_off(clock)
    for part in (posting.parts.all()[1], later.parts.get()):
        with pytest.raises(MTurkRefusal, match="not qualified"):
            mturk.state.accept(str(part.platform_id), "W1")
        assert mturk.state.accept(str(part.platform_id), "W2").status == "Accepted"
    (kind,) = mturk.state.qualifications
    assert mturk.state.holders[kind] == {"W1": 1}
    assert mturk.state.mails == []
    rules = [row["QualificationRequirements"] for row in mturk.state.types.values()]
    shut_out = {"QualificationTypeId": kind, "Comparator": "DoesNotExist", "ActionsGuarded": "DiscoverPreviewAndAccept"}
    assert rules == [[shut_out]] * len(rules)


def test_a_participant_who_took_part_cannot_start_another_posting_of_the_study(
    study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    posting, later = (post(study, "prolific", at=clock()) for _ in range(2))
    work_off(clock)
    submit_at_prolific(prolific, posting, "P1", clock)
    note_takers(clock)
    study_id = str(later.parts.get().platform_id)
    with pytest.raises(ProlificRefusal, match="for others"):
        prolific.state.start(study_id, "P1")
    assert prolific.state.start(study_id, "P2").status == "ACTIVE"
    assert [row["members"] for row in prolific.state.groups.values()] == [{"P1"}]


def test_studies_that_leave_out_each_others_judges_do_so_at_the_platform(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    submit_at_mturk(mturk, posting, "W1", clock)
    note_takers(clock)
    builds_on = post(open_small_study(slug="second", without_judges_of=[study.slug]), "mturk", at=clock())
    apart = post(open_small_study(slug="third"), "mturk", at=clock())
    work_off(clock)
    with pytest.raises(MTurkRefusal, match="not qualified"):
        mturk.state.accept(str(builds_on.parts.get().platform_id), "W1")
    assert mturk.state.accept(str(apart.parts.get().platform_id), "W1").status == "Accepted"


def test_who_is_still_inside_is_not_shut_out(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    hit_id = str(posting.parts.get().platform_id)
    first = mturk.state.accept(hit_id, "W1")
    visit = arrive(posting, address_worker(first), at=clock())
    note_takers(clock)
    mturk.state.give_back(first.assignment_id, "W1")
    again = mturk.state.accept(hit_id, "W1")
    assert arrive(posting, address_worker(again), at=clock()) == visit


def test_everybody_is_noted_once_however_often_the_worker_looks(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting = post(study, "mturk", at=clock(), places=3)
    work_off(clock)
    for name in ("W1", "W2"):
        submit_at_mturk(mturk, posting, name, clock)
    assert [list_takers(at=clock()) for _ in range(3)] == [2, 0, 0]
    mturk.state.faults.plan(Fault.SILENCE_AFTER, "AssociateQualificationWithWorker")
    for _ in range(3):
        work_off(clock)
        clock.move(minutes=10)
    assert set(Outgoing.objects.filter(kind="list").values_list("state", flat=True)) == {"done"}
    (held,) = [dict(holders) for holders in mturk.state.holders.values()]
    assert held == {"W1": 1, "W2": 1}


@pytest.mark.parametrize("fault", [Fault.ERROR_AFTER, Fault.SILENCE_AFTER, Fault.ERROR_BEFORE])
def test_a_list_that_was_made_without_our_learning_of_it_is_found(
    fault: Fault, study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    mturk.state.faults.plan(fault, "CreateQualificationType")
    post(study, "mturk", at=clock(), places=11)
    for _ in range(3):
        work_off(clock)
        clock.move(minutes=10)
    assert len(mturk.state.qualifications) == 1
    assert {part.details["took_part"] for part in PostingPart.objects.all()} == set(mturk.state.qualifications)


def test_a_list_that_mturk_does_not_show_yet_is_waited_for(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    post(study, "mturk", at=clock())
    work_off(clock)
    PostingPart.objects.update(details={})
    (known,) = mturk.state.qualifications.values()
    study.link = "another"  # so that there is no list of this name, to begin with
    study.save()
    posted = post(study, "mturk", at=clock())
    mturk.state.unlisted.add(known["QualificationTypeId"])
    known["Name"] = name_list(study)
    work_off(clock)
    assert Outgoing.objects.get(state="due").problem.endswith("does not list it yet.")
    mturk.state.unlisted.clear()
    clock.move(minutes=10)
    work_off(clock)
    assert posted.parts.get().details["took_part"] == known["QualificationTypeId"]


def test_who_erased_their_visit_is_not_noted(study: Study, prolific: LocalProlific, clock: Clock) -> None:
    posting = post(study, "prolific", at=clock())
    work_off(clock)
    row = prolific.state.start(str(posting.parts.get().platform_id), "P1")
    visit = finish(arrive(posting, address_participant(row), at=clock()), at=clock())
    erase(visit, at=clock())
    assert list_takers(at=clock()) == 0
    assert Assignment.objects.get().state == "erased"


def test_what_the_platform_refused_can_be_asked_again(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    submit_at_mturk(mturk, posting, "W1", clock)
    gone = dict(mturk.state.qualifications)
    mturk.state.qualifications.clear()
    note_takers(clock)
    row = Outgoing.objects.get(kind="list")
    assert row.state == "failed"
    mturk.state.qualifications.update(gone)
    assert try_again(row, at=clock())
    work_off(clock)
    row.refresh_from_db()
    assert row.state == "done"


def test_who_handed_in_without_ever_coming_to_us_is_noted_too(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    work = mturk.state.accept(str(posting.parts.get().platform_id), "W1")
    mturk.state.submit(work.assignment_id, "x")
    look(posting, clock)
    note_takers(clock)
    assert PlatformSubmission.objects.get().assignment is None
    assert [dict(holders) for holders in mturk.state.holders.values()] == [{"W1": 1}]
    assert work_off(clock) == []
