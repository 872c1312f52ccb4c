"""A request in a worker's hands that reaches the platform after what was asked for later: noticed, and undone."""

from collections.abc import Callable

import pytest

from judging.carrying import DELIVERIES
from judging.models import Study
from judging.models.recruiting import Outgoing, Posting, PostingPart
from judging.outbox import claim_next, finish
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiting import close_posting, pause_posting, resume_posting
from judging.trying import Try
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import look, post, work_off

pytestmark = pytest.mark.django_db
Deed = Callable[..., list[Outgoing]]


def overtake(posting: Posting, early: Deed, late: Deed, clock: Clock) -> None:
    """One worker takes the early request; the late one is done by another, and looked at, before the first arrives."""
    (row,) = early(posting, at=clock())
    assert claim_next(clock(), [row.pk]) == row
    late(posting, at=clock())
    work_off(clock)
    look(posting, clock)
    row.refresh_from_db()
    finish(row, DELIVERIES[Outgoing.Kind(row.kind)].ask(row, Try(row, clock())), at=clock())


@pytest.mark.parametrize(("late", "state"), [(close_posting, "closed"), (pause_posting, "paused")])
def test_who_stops_or_pauses_is_not_undone_by_an_earlier_going_on(
    late: Deed, state: str, study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    pause_posting(posting, at=clock())
    work_off(clock)
    overtake(posting, resume_posting, late, clock)
    (hit,) = mturk.state.hits.values()
    assert mturk.state.count_available(hit) == 4
    assert PostingPart.objects.get().poll_due_at is not None
    for _ in range(3):
        look(posting, clock)
        work_off(clock)
    assert mturk.state.count_available(hit) == 0
    assert PostingPart.objects.get().state == state
    assert Outgoing.objects.filter(cause__contains=":again:").count() == 1
    clock.move(minutes=6)
    look(posting, clock)
    assert (PostingPart.objects.get().poll_due_at is None) == (state == "closed")


def test_who_goes_on_is_not_undone_by_an_earlier_pause(study: Study, prolific: LocalProlific, clock: Clock) -> None:
    posting = post(study, "prolific", at=clock())
    work_off(clock)
    overtake(posting, pause_posting, resume_posting, clock)
    assert {row["status"] for row in prolific.state.studies.values()} == {"PAUSED"}
    look(posting, clock)
    work_off(clock)
    assert {row["status"] for row in prolific.state.studies.values()} == {"ACTIVE"}
    assert PostingPart.objects.get().state == PostingPart.State.OPEN


def test_what_the_platform_has_refused_is_not_asked_for_at_every_look(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    (row,) = pause_posting(posting, at=clock())
    Outgoing.objects.filter(pk=row.pk).update(state=Outgoing.State.FAILED)
    for _ in range(3):
        look(posting, clock)
    assert Outgoing.objects.filter(kind="pause").count() == 1
