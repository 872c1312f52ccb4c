"""A person arrives: a judge, an assignment, and its trials."""

import random
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import override

from agents.models import Stimulus
from judging.drawing import OrderedPlaces
from judging.kinds import KINDS
from judging.leasing import add_taken
from judging.models import Assignment, Judge, Protocol, Study, Trial, TrialKind
from judging.protocol import Settings
from judging.tombstones import name_tombstone
from turingapp.errors import NotEligible, StudyNotOpen

Kind = Assignment.Kind


class Arrival(NamedTuple):
    """Who comes, by what a recruiter says of them; never shown to anybody."""

    platform: str
    environment: str
    platform_assignment: str
    person_key: str
    kind: Assignment.Kind = Kind.MAIN


@transaction.atomic
def admit(
    study: Study, arrival: Arrival, *, at: datetime, seed: int, utc_offset_minutes: int | None = None
) -> Assignment:
    """The visit of this person to this study, made where it is new; its places are leased.

    Raises StudyNotOpen, NotEligible and StudyFull. The study's row lock orders arrivals, so two never draw from the
    same counts. Pilots and previews take no places.
    """
    locked = Study.objects.select_for_update(no_key=True).get(pk=study.pk)
    Judge.objects.get_or_create(person_key=arrival.person_key, defaults={"created_at": at})
    judge = Judge.objects.select_for_update(no_key=True).get(person_key=arrival.person_key)
    known = find_earlier_visit(locked, judge, arrival)
    if known is not None:
        return known
    if locked.state != Study.State.OPEN:
        raise StudyNotOpen(_("This study is closed. Thank you for your interest."))
    protocol = locked.protocols.latest("version")
    refuse_earlier_judges(judge, protocol.settings)
    rng = random.Random(seed)
    drawn = KINDS[protocol.settings.kind].draw(judge, protocol, rng, takes_places=arrival.kind == Kind.MAIN)
    assignment = Assignment.objects.create(
        study=locked,
        protocol=protocol,
        judge=judge,
        kind=arrival.kind,
        platform=arrival.platform,
        environment=arrival.environment,
        platform_assignment=arrival.platform_assignment,
        seed=seed,
        utc_offset_minutes=utc_offset_minutes,
        arrived_at=at,
        seen_at=at,
    )
    with override(protocol.settings.language):  # of the control questions
        create_trials(assignment, protocol, drawn, rng)
    if arrival.kind == Kind.MAIN:
        add_taken((place for _, place in drawn), 1)
    return assignment


def find_earlier_visit(study: Study, judge: Judge, arrival: Arrival) -> Assignment | None:
    """The visit of this person to this study, one that was erased or cut off from them included."""
    visits = Assignment.objects.filter(study=study, platform=arrival.platform, environment=arrival.environment)
    tombstone = name_tombstone(study, arrival.person_key)
    return visits.filter(Q(judge=judge) | Q(platform_assignment=tombstone)).first()


def refuse_earlier_judges(judge: Judge, settings: Settings) -> None:
    """Raise NotEligible for who has judged in a study whose judges the protocol leaves out."""
    earlier = Assignment.objects.filter(judge=judge, study__slug__in=settings.without_judges_of, kind=Kind.MAIN)
    if settings.without_judges_of and earlier.exclude(began_at=None).exists():
        raise NotEligible(_("You have taken part in a study that this one builds on, so it is not open to you."))


def create_trials(assignment: Assignment, protocol: Protocol, drawn: OrderedPlaces, rng: random.Random) -> None:
    """One trial for each place, in order, each with its control question drawn."""
    settings, task = protocol.settings, assignment.task
    stimuli = Stimulus.objects.in_bulk([place.stimulus_id for _, place in drawn])
    told = {TrialKind.FEEDBACK: True, TrialKind.PRACTICE: settings.practice is not None and settings.practice.feedback}
    trials = []
    for position, (kind, place) in enumerate(drawn, 1):
        question = task.control(stimuli[place.stimulus_id].payload, rng) if settings.control else None
        trials.append(
            Trial(
                assignment=assignment,
                place=place,
                stimulus_id=place.stimulus_id,
                position=position,
                kind=kind,
                gives_feedback=told.get(TrialKind(kind), False),
                control=question
                and {"question": question.question, "options": question.options, "truth": question.truth},
            )
        )
    Trial.objects.bulk_create(trials)
