"""A pause keeps people out until it ends, whatever fails, and reopens nothing that is closed."""

import pytest

from judging import ledger
from judging.carrying_parts import ask_pause
from judging.models import Study
from judging.models.recruiting import Outgoing
from judging.recruiters.local.faults import Fault
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiting import close_posting, extend_posting, pause_posting, resume_posting
from judging.standing import stand
from judging.trying import Try
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import look, post, work_off
from tests.judging.recruiters.test_outbox import be_killed, work_for_hours
from turingapp.errors import StudyNotOpen

pytestmark = pytest.mark.django_db


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


def test_a_study_that_somebody_pauses_at_prolific_can_go_on_there_and_keeps_its_places(
    study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, "prolific", at=clock())
    work_off(clock)
    look(posting, clock)
    (there,) = prolific.state.studies.values()
    there["status"] = "PAUSED"
    look(posting, clock)
    assert (stand(posting).word, posting.parts.get().available) == ("Paused at the platform", 0)
    assert ledger.find_reserved(posting.parts.get()) > 0
    assert posting.parts.get().poll_due_at is not None
    with pytest.raises(StudyNotOpen, match="paused at its platform"):
        extend_posting(posting, 1, at=clock())
    there["status"] = "ACTIVE"
    look(posting, clock)
    assert (stand(posting).word, posting.parts.get().available) == ("Open", 4)


def test_what_was_paused_at_prolific_goes_on_from_here_by_pausing_it_first(
    study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, "prolific", at=clock())
    work_off(clock)
    (there,) = prolific.state.studies.values()
    there["status"] = "PAUSED"
    look(posting, clock)
    for switch in (pause_posting, resume_posting):
        switch(posting, at=clock())
        work_off(clock)
        look(posting, clock)
    assert (there["status"], stand(posting).word) == ("ACTIVE", "Open")


@pytest.mark.parametrize("slug", ["mturk", "prolific"])
def test_a_look_while_a_pause_is_on_its_way_closes_nothing(
    slug: str, study: Study, mturk: LocalMTurk, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, slug, at=clock())
    work_off(clock)
    (row,) = pause_posting(posting, at=clock())
    ask_pause(row, Try(row, clock()))
    look(posting, clock)
    work_off(clock)
    resume_posting(posting, at=clock())
    work_off(clock)
    look(posting, clock)
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
