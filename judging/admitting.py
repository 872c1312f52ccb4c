"""A person arrives: a judge, an assignment, and its trials."""

import random
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from agents.models import Authorship, Stimulus
from judging.design import Candidate, CellState, choose_cells, draw_places
from judging.leasing import add_taken
from judging.models import Assignment, Cell, Judge, Place, Protocol, Study, Trial
from judging.protocol import Settings
from turingapp.errors import StudyFull, StudyNotOpen

DRAWS = 5  # a draw fails only in small pools; another share of the cells may still fit
PLACES_PER_TRIAL = 4  # how many of the least taken places of a cell are looked at


class Arrival(NamedTuple):
    """Who comes, by what a recruiter says of them; never shown to anybody."""

    platform: str
    environment: str
    platform_assignment: str
    person_key: str


@transaction.atomic
def admit(study: Study, arrival: Arrival, *, at: datetime, seed: int) -> Assignment:
    """The visit of this person to this study, made where it is new; its places are leased.

    Raises StudyNotOpen and StudyFull. The study's row lock orders arrivals, so two never draw from the same counts.
    """
    locked = Study.objects.select_for_update().get(pk=study.pk)
    judge, _ = Judge.objects.get_or_create(person_key=arrival.person_key, defaults={"created_at": at})
    known = Assignment.objects.filter(
        study=locked, judge=judge, platform=arrival.platform, environment=arrival.environment
    ).first()
    if known is not None:
        return known
    if locked.state != Study.State.OPEN:
        raise StudyNotOpen("This study is closed. Thank you for your interest.")
    protocol = locked.protocols.latest("version")
    rng = random.Random(seed)
    places = draw_for(judge, protocol.settings, locked, rng)
    assignment = Assignment.objects.create(
        study=locked,
        protocol=protocol,
        judge=judge,
        platform=arrival.platform,
        environment=arrival.environment,
        platform_assignment=arrival.platform_assignment,
        seed=seed,
        arrived_at=at,
        seen_at=at,
    )
    create_trials(assignment, protocol, places, rng)
    add_taken(places, 1)
    return assignment


def draw_for(judge: Judge, settings: Settings, study: Study, rng: random.Random) -> list[Place]:
    """The places of one judge's trials, in order; raises StudyFull."""
    quota = settings.judgements_per_response
    cells = {cell.name: cell for cell in Cell.objects.filter(study=study)}
    states = {
        name: CellState(cell.pairing, cell.taken, cell.places_count * quota - cell.taken)
        for name, cell in cells.items()
    }
    own = Authorship.objects.filter(agent__person_key=judge.person_key).values_list("response_id", flat=True)
    own_responses = set(own)
    for _ in range(DRAWS):
        wanted = choose_cells(settings.trials, settings.shares, states, rng)
        if wanted is None:
            break
        candidates = {
            name: list_candidates(cells[name], own_responses, quota=quota, trials=settings.trials)
            for name in set(wanted)
        }
        drawn = draw_places(wanted, candidates, rng)
        if drawn is not None:
            places = Place.objects.in_bulk([candidate.place for candidate in drawn])
            return [places[candidate.place] for candidate in drawn]
    raise StudyFull("Every place of this study is taken. Thank you for your interest.")


def list_candidates(cell: Cell, own: set[int], *, quota: int, trials: int) -> list[Candidate]:
    """The least taken places of a cell, enough of them to hold as many different stimuli as there are trials."""
    limit = PLACES_PER_TRIAL * trials
    while True:
        rows = list(
            Place.objects.filter(cell=cell, taken__lt=quota)
            .order_by("taken", "salt")
            .values_list("pk", "stimulus_id", "taken", "salt", "view", "response_id")[:limit]
        )
        usable = [row for row in rows if row[5] not in own]
        if len(rows) < limit or len({row[1] for row in usable}) >= trials:
            return [Candidate(*row[:5]) for row in usable]
        limit *= 4


def create_trials(assignment: Assignment, protocol: Protocol, places: list[Place], rng: random.Random) -> None:
    """One trial for each place, in order, each with its control question drawn."""
    settings, task = protocol.settings, assignment.study.plugin
    stimuli = Stimulus.objects.in_bulk([place.stimulus_id for place in places])
    trials = []
    for position, place in enumerate(places, 1):
        question = task.control(stimuli[place.stimulus_id].payload, rng) if settings.control else None
        trials.append(
            Trial(
                assignment=assignment,
                place=place,
                stimulus_id=place.stimulus_id,
                position=position,
                control=question
                and {"question": question.question, "options": question.options, "truth": question.truth},
            )
        )
    Trial.objects.bulk_create(trials)
