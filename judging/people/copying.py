"""A copy of all that there is of a person, for who asks to see it (article 15 GDPR)."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from agents.models import Answer
from judging.conversing.keeping import ROOM_KEYS
from judging.ledger import TO_PEOPLE
from judging.models import (
    Assignment,
    Choice,
    LedgerEntry,
    Outgoing,
    PlatformSubmission,
    RevealedIdentity,
    Seating,
    Trial,
)
from judging.people.finding import Person
from judging.people.listing import find_loaded, find_messages
from judging.recruiters.money import Money
from judging.revealing import reveal_identity

Values = dict[str, Any]


def copy_person(person: Person, *, by: str, at: datetime) -> Values:
    """All that there is, in sections. That their ids were opened for it, and by whom, is written down.

    Of others nothing is told: neither who made what they judged, nor what a partner said.
    """
    return {
        "made_at": at,
        "identities": list(copy_identities(person, by=by, at=at)),
        "visits": [copy_visit(visit) for visit in person.visits],
        "answers": [copy_answer(answer) for answer in list_answers(person)],
        "messages": list(find_messages(person).values("room__topic", "text", "sent_at")),
        "responses_from_files": list(find_loaded(person).values("stimulus__key", "payload", "raw", "created_at")),
        "described_as": list(person.agents.values("title", "details")),
        "submissions": [copy_submission(row) for row in list_submissions(person)],
        "payments": [copy_payment(entry) for entry in list_payments(person)],
    }


def copy_identities(person: Person, *, by: str, at: datetime) -> Iterator[Values]:
    """The ids at platforms that are not erased yet, and when each was shown to somebody before."""
    for identity in person.identities.exclude(sealed=""):
        shown = list(RevealedIdentity.objects.filter(submission__identity=identity).values_list("at", flat=True))
        submission = identity.submissions.select_related("identity").order_by("pk").first()
        if submission is not None:
            told = reveal_identity(submission, by=by, at=at)
            yield {"platform": identity.recruiter, "id": told, "known_since": identity.created_at, "shown_at": shown}


def copy_visit(visit: Assignment) -> Values:
    """One visit with everything that was given in it."""
    consent = visit.consent
    return {
        "study": visit.study.title,
        "came_by": visit.platform,
        "state": visit.get_state_display(),
        "arrived_at": visit.arrived_at,
        "ended_at": visit.over_at,
        "erased_at": visit.erased_at,
        "consented_at": visit.consented_at,
        "consent_text": consent.text if consent else None,
        "question_on_publication": consent.release if consent else None,
        "may_be_published": visit.releases,
        "told_of_themselves": visit.demographics,
        "questions_on_the_instructions": visit.comprehension,
        "last_questions": visit.closing,
        "signs": visit.signs,
        "minutes_ahead_of_utc": visit.utc_offset_minutes,
        "pages_answered": list(visit.steps.order_by("pk").values("stage", "position", "outcome", "at")),
        "trials": [copy_trial(trial) for trial in list_trials(visit)],
        "conversation": list(Seating.objects.filter(assignment=visit).values("guess", "sure", "reason", "keeps")),
        "choices": list(Choice.objects.filter(game__judge__assignment=visit).values("side", "sure", "reason")),
    }


def list_trials(visit: Assignment) -> list[Trial]:
    """The trials that were shown, in order."""
    shown = visit.trials.exclude(issued_at=None).select_related("stimulus", "control_answer")
    return list(shown.prefetch_related("judgements").order_by("position"))


def copy_trial(trial: Trial) -> Values:
    """What was shown when, and what was said of it."""
    control = getattr(trial, "control_answer", None)
    return {
        "position": trial.position,
        "stimulus": trial.stimulus.key,
        "shown_at": trial.issued_at,
        "answered_at": trial.answered_at,
        "milliseconds": trial.rt_ms,
        "verdicts": {one.role: one.verdict for one in trial.judgements.all()},
        "guessed_genders": {one.role: one.gender_guess for one in trial.judgements.all() if one.gender_guess},
        "control_answer": control.answer if control else None,
        "other_answers": trial.answers,
    }


def list_answers(person: Person) -> list[Answer]:
    """The answers that the person gave alone; what was said in conversations is among the messages."""
    given = Answer.objects.filter(authors__person_key__in=person.keys).exclude(key__startswith=ROOM_KEYS)
    return list(given.select_related("stimulus").order_by("pk").distinct())


def copy_answer(answer: Answer) -> Values:
    """One answer, as it was given and as it was kept."""
    return {
        "stimulus": answer.stimulus.key,
        "answer": answer.payload,
        "as_given": answer.raw,
        "given_at": answer.given_at,
        "state": answer.get_state_display(),
    }


def list_submissions(person: Person) -> list[PlatformSubmission]:
    """What was handed in at platforms."""
    rows = PlatformSubmission.objects.filter(identity__in=person.identities)
    return list(rows.select_related("part__posting__study").order_by("pk"))


def copy_submission(row: PlatformSubmission) -> Values:
    """One submission, and what was decided on it."""
    return {
        "study": row.part.posting.study.title,
        "platform": row.part.recruiter,
        "number_there": row.platform_assignment,
        "status": row.get_status_display(),
        "accepted_at": row.accepted_at,
        "submitted_at": row.submitted_at,
        "decided_at": row.decided_at,
        "written_to_you": [
            {"subject": one.payload["subject"], "text": one.payload["text"], "at": one.created_at, "state": one.state}
            for one in row.outgoing.filter(kind=Outgoing.Kind.MESSAGE).order_by("pk")
        ],
        "decisions": list(row.decided.values("decision__kind", "decision__at", "decision__terms")),
    }


def list_payments(person: Person) -> list[LedgerEntry]:
    """Rewards and bonuses."""
    entries = LedgerEntry.objects.filter(submission__identity__in=person.identities, kind__in=TO_PEOPLE)
    return list(entries.select_related("study").order_by("pk"))


def copy_payment(entry: LedgerEntry) -> Values:
    """One amount."""
    return {
        "study": entry.study.title,
        "kind": entry.get_kind_display(),
        "amount": str(Money(entry.amount, entry.currency)),
        "state": entry.get_state_display(),
        "at": entry.created_at,
    }
