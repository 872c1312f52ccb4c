"""What a platform has refused is asked for again, with its money and its places."""

import random

import pytest
from django.core.management.base import CommandError
from pytest_django.fixtures import Settings

from judging.ledger import count_place
from judging.models import Study
from judging.models.recruiting import LedgerEntry, Outgoing, PlatformSubmission, Posting, PostingPart
from judging.outbox import carry_out_due, give_up
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.money import Money
from judging.recruiters.values import Status
from judging.recruiting import close_posting, extend_posting
from judging.retrying import try_again
from judging.reviewing import approve
from judging.standing import stand
from tests.commands import run
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import post, submit_at_mturk, work_off
from turingapp.errors import OverCap, Refused

pytestmark = pytest.mark.django_db


def refuse(row: Outgoing) -> Outgoing:
    """As when the platform has said no to a request."""
    give_up(row, "The platform said no.", at=row.created_at)
    row.refresh_from_db()
    return row


def test_an_opening_that_was_refused_is_asked_for_again_with_its_money_and_places(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock())
    row = refuse(Outgoing.objects.get())
    assert [line.word for line in stand(posting).requests] == ["Refused"]
    assert stand(Posting.objects.get()).wanted == 0
    assert stand(posting).amounts.committed == Money(0, "USD")
    assert try_again(row, at=clock())
    assert not try_again(row, at=clock())
    assert stand(Posting.objects.get()).wanted == 4
    assert stand(posting).amounts.committed == Money(480, "USD")  # four times 100 and 20%
    work_off(clock)
    assert PostingPart.objects.get().state == PostingPart.State.OPEN
    assert len(mturk.state.hits) == 1


def test_an_extension_that_was_refused_is_asked_for_again_on_top_of_what_there_is_now(
    study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, "prolific", at=clock(), places=2)
    work_off(clock)
    (refused,) = extend_posting(posting, 3, at=clock())
    refuse(refused)
    assert stand(Posting.objects.get()).wanted == 2
    extend_posting(posting, 1, at=clock())
    with pytest.raises(Refused, match="Another extension of this part is on its way"):
        try_again(refused, at=clock())
    work_off(clock)
    assert PostingPart.objects.get().places == 3
    assert try_again(refused, at=clock())
    work_off(clock)
    assert PostingPart.objects.get().places == stand(Posting.objects.get()).wanted == 6
    assert [study["total_available_places"] for study in prolific.state.studies.values()] == [6]


def test_a_later_extension_asks_for_nothing_of_an_earlier_one_that_was_refused(
    study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, "prolific", at=clock(), places=2)
    work_off(clock)
    (earlier,) = extend_posting(posting, 3, at=clock())
    (later,) = extend_posting(posting, 1, at=clock())
    carry_out_due(clock=clock, rng=random.Random(0), among=[later.pk])
    assert {row["total_available_places"] for row in prolific.state.studies.values()} == {2}
    refuse(earlier)
    clock.move(minutes=1)
    work_off(clock)
    assert {row["total_available_places"] for row in prolific.state.studies.values()} == {3}
    assert stand(Posting.objects.get()).amounts.committed.amount == 3 * count_place(PostingPart.objects.get())


def test_what_no_longer_makes_sense_or_passes_the_cap_is_not_asked_again(
    study: Study, mturk: LocalMTurk, clock: Clock, settings: Settings
) -> None:
    posting = post(study, "mturk", at=clock())
    row = refuse(Outgoing.objects.get())
    settings.CAP_PER_STUDY = 479
    with pytest.raises(OverCap, match="pass the cap"):
        try_again(row, at=clock())
    close_posting(posting, at=clock())
    with pytest.raises(Refused, match="closed by now"):
        try_again(row, at=clock())
    assert LedgerEntry.objects.exclude(state=LedgerEntry.State.VOID).count() == 0


def test_a_refused_approval_is_asked_for_again(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    submission = submit_at_mturk(mturk, posting, "W1", clock)
    asked = approve(submission, at=clock()).outgoing
    assert asked is not None
    assert try_again(refuse(asked), at=clock())
    work_off(clock)
    assert PlatformSubmission.objects.get().status == Status.APPROVED


def test_a_posting_is_paused_and_resumed_and_a_refused_request_asked_again_by_command(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock())
    row = refuse(Outgoing.objects.get())
    assert f"request {row.pk}, open a part, part 1: refused" in run("postings", posting.pk)
    assert "Open a part: done" in run("postings", posting.pk, "--again", row.pk)
    assert "has not failed" in run("postings", posting.pk, "--again", row.pk)
    with pytest.raises(CommandError, match="has no request 999"):
        run("postings", posting.pk, "--again", 999)
    assert "is paused" in run("pause_posting", posting.pk)
    (hit,) = mturk.state.hits.values()
    assert mturk.state.count_available(hit) == 0
    assert "Go on with a part: done" in run("pause_posting", posting.pk, "--resume")
    assert PostingPart.objects.get().state == PostingPart.State.OPEN
