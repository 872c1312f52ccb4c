"""What a study keeps for a time of its own goes when that is over, and what its results rest on stays."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.core.management import CommandError
from pytest_django.fixtures import Settings

from agents.chatting.leaving import ERASED
from agents.models import Message, Room, Seat
from judging import jobs
from judging.identities import find_identity
from judging.models import (
    Assignment,
    Kept,
    PlatformIdentity,
    PlatformSubmission,
    Posting,
    RetentionDone,
    Seating,
    Study,
)
from judging.models.recruiting import PostingPart
from judging.people.finding import Person
from judging.people.listing import find_messages
from judging.retaining import signs
from judging.retaining.carrying_out import carry_out, carry_out_due
from judging.retaining.terms import drop_term, list_due, list_terms, set_term
from tests.builders import AT, make_agent, make_judgement, make_response, make_study, make_visit
from tests.commands import run

pytestmark = pytest.mark.django_db
TOLD = {"gender": "female", "native_english": "yes"}
NOTICED = {"profile": {"pastes": 1}, "hidden_ms": 5, "confidence": 3, "reason": "Round."}


@pytest.fixture
def study() -> Study:
    """A closed study whose screening looks at one answer, at pastes and at no sign."""
    study = make_study("colors", screening=[{"rule": "native_english"}, {"rule": "pasted"}])
    for _ in range(3):
        visit = make_visit(study, demographics=TOLD, signs={"honeypot": 1}, closing={"comment": "Ann", "ai_tool": "no"})
        make_judgement(visit, make_response(make_agent()), "human", answers=NOTICED)
    Assignment.objects.update(utc_offset_minutes=60)
    close(study)
    return study


def close(study: Study) -> None:
    Study.objects.filter(pk=study.pk).update(state=Study.State.CLOSED, closed_at=AT)
    study.refresh_from_db()


def after(days: int) -> Callable[[], datetime]:
    """A clock so many days after the last visit was over."""
    return lambda: AT + timedelta(days=days, minutes=5)


def give(study: Study, kind: Kept, days: int | None) -> None:
    set_term(study, kind, days, by="tester", at=AT)


def test_nothing_is_due_before_its_time_nor_while_the_study_goes_on(study: Study) -> None:
    give(study, Kept.DEMOGRAPHICS, 30)
    assert list(list_due(at=after(29)())) == []
    assert [term.kind for term in list_due(at=after(30)())] == [Kept.DEMOGRAPHICS]
    inside = make_visit(study, state=Assignment.State.OPEN)
    assert list(list_due(at=after(30)())) == []
    inside.delete()
    Study.objects.update(state=Study.State.OPEN, closed_at=None)
    assert list(list_due(at=after(30)())) == []


def test_what_people_told_goes_but_for_what_screening_looks_at(study: Study) -> None:
    give(study, Kept.DEMOGRAPHICS, 0)
    assert carry_out_due(clock=after(1)) == 3
    for visit in Assignment.objects.all():
        assert (visit.demographics, visit.closing) == ({"native_english": "yes"}, {"ai_tool": "no"})
        assert visit.signs == {"honeypot": 1}
    done = RetentionDone.objects.get()
    assert (done.kind, done.rows, done.at) == (Kept.DEMOGRAPHICS, 3, after(1)())
    assert carry_out_due(clock=after(2)) == 0


def test_what_browsers_told_goes_in_batches_that_can_be_broken_off(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signs, "BATCH", 2)
    give(study, Kept.SIGNS, 0)
    [term] = list_due(at=after(1)())
    broken_off = carry_out(term, clock=after(1))
    assert next(broken_off) == 2
    broken_off.close()
    assert RetentionDone.objects.get().at is None
    assert carry_out_due(clock=after(1)) == 4  # a visit, and three trials
    for visit in Assignment.objects.prefetch_related("trials"):
        assert (visit.signs, visit.utc_offset_minutes) == ({}, None)
        assert visit.trials.get().answers == {"profile": {"pastes": 1}, "confidence": 3, "reason": "Round."}
    assert RetentionDone.objects.get().rows == 6


def test_conversations_are_overwritten(study: Study) -> None:
    room = Room.objects.create(rules={}, seed=1, made_at=AT, watched_since=AT)
    visit = Assignment.objects.earliest("pk")
    seat = Seat.objects.create(room=room, role="A", seen_at=AT)
    Seating.objects.create(assignment=visit, seat=seat, waiting_since=AT, limit_from=AT, seen_at=AT)
    times = {"sent_at": AT, "release_at": AT}
    Message.objects.create(room=room, seat=seat, seq=1, client_id="1", text="I am Ann.", **times)
    give(study, Kept.CONVERSATIONS, 7)
    assert carry_out_due(clock=after(7)) == 1
    assert Message.objects.get().text == ERASED
    assert not find_messages(Person((visit.judge.person_key,))).exists()


def come(study: Study, person: str) -> PlatformIdentity:
    """Somebody who came to a study by a platform, and was approved."""
    facts = {"recruiter": "prolific", "environment": "live"}
    posting = Posting.objects.create(study=study, offer={}, places=1, currency="GBP", created_at=AT, **facts)
    part = PostingPart.objects.create(posting=posting, number=1, places=1, **facts)
    identity = find_identity("prolific", person, at=AT)
    row = {"platform_assignment": "S1", "status": "approved", "created_at": AT, "seen_at": AT}
    PlatformSubmission.objects.create(part=part, identity=identity, **row)
    return identity


def test_an_id_goes_when_the_last_study_lets_go(study: Study) -> None:
    another = make_study("another")
    first, both = come(study, "P1"), come(study, "P2")
    come(another, "P2")
    give(study, Kept.IDENTITIES, 10)
    assert carry_out_due(clock=after(10)) == 1
    first.refresh_from_db()
    both.refresh_from_db()
    assert (first.sealed, bool(both.sealed)) == ("", True)
    close(another)
    give(another, Kept.IDENTITIES, 20)
    assert carry_out_due(clock=after(20)) == 1
    both.refresh_from_db()
    assert both.sealed == ""


def test_a_study_without_rules_follows_the_installation(study: Study, settings: Settings) -> None:
    assert {term.days for term in list_terms(study)} == {None}
    settings.RETAIN_DAYS = {**settings.RETAIN_DAYS, "demographics": 5}
    assert [(term.kind, term.is_own) for term in list_due(at=after(5)())] == [(Kept.DEMOGRAPHICS, False)]
    give(study, Kept.DEMOGRAPHICS, None)
    fresh = Study.objects.get(pk=study.pk)
    assert list(list_due(at=after(5)())) == []
    drop_term(fresh, Kept.DEMOGRAPHICS)
    assert len(list(list_due(at=after(5)()))) == 1


def test_the_command_tells_sets_and_carries_out(study: Study) -> None:
    assert run("retention") == "Nothing is due.\n"
    told = run("retention", "colors", "--set", "demographics=30", "signs=never")
    assert "colors, demographics: 3 rows, kept for 30 days after the study's end (2024-06-05).\n" in told
    assert "colors, signs: 6 rows, kept as long as the study is here.\n" in told
    assert "colors, demographics: 3 rows" in run("retention")
    assert Assignment.objects.filter(demographics=TOLD).count() == 3
    assert "Erased or emptied: 3." in run("retention", "--carry-out")
    assert "demographics: 0 rows, 3 erased at" in run("retention", "colors")
    with pytest.raises(CommandError, match="--set is 'signs=soon'; it should be KIND=DAYS"):
        run("retention", "colors", "--set", "signs=soon")


def test_the_worker_does_it(study: Study) -> None:
    give(study, Kept.DEMOGRAPHICS, 1)
    assert jobs.erase_in_time() == 3
