"""A study of color estimation that a given number of judgements was made in, written straight into the database."""

import random
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import islice
from typing import Any

from django.db import connection, models, transaction
from django.utils import timezone

from agents.models import Agent, Authorship, Origin, Response, Stimulus
from agents.tasks import TASKS
from judging.models import Assignment, Cell, ControlAnswer, Judge, Judgement, Place, Protocol, Study, Trial
from judging.protocol import Settings

TRIALS, STIMULI, MACHINES, CHUNK = 40, 2_000, 38, 10_000
WRITTEN_VISITS = 1_000  # further ones are copies of these, made in SQL a hundred times faster
EDUCATIONS, GENDERS = ("school", "bachelor", "master"), ("female", "male")


def make_judged_study(slug: str, judgements: int) -> Study:
    """A closed study with so many judgements by judges of TRIALS trials each: half on people, half on 38 AI agents."""
    now = timezone.now()
    settings = Settings.model_validate(
        {"slug": slug, "title": slug, "task": "color", "pool": {"names": [slug]}, "trials": TRIALS, "minutes": 5}
        | {"consent": "Yes?", "simulated": True, "label": "Made up for a benchmark"}
    )
    study = Study.objects.create(
        slug=slug, title=slug, task="color", state=Study.State.CLOSED, is_simulated=True, created_at=now
    )
    protocol = Protocol.objects.create(study=study, document=settings.model_dump(mode="json"), created_at=now)
    visits = judgements // TRIALS
    with transaction.atomic():
        add_visits(protocol, make_places(protocol), range(min(visits, WRITTEN_VISITS)))
        for copy in range(1, -(-visits // WRITTEN_VISITS)):
            copy_visits(copy, WRITTEN_VISITS)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return study


def make_places(protocol: Protocol) -> dict[str, list[Place]]:
    """For each origin one place of each stimulus."""
    pool, rng, now = protocol.study.slug, random.Random(0), timezone.now()
    sample = TASKS["color"].sample(rng)
    agents = [Agent(slug=f"{pool}-human", title="Human", origin=Origin.HUMAN)]
    agents += [Agent(slug=f"{pool}-system-{n}", title=f"System {n}", origin=Origin.AI) for n in range(MACHINES)]
    Agent.objects.bulk_create(agents)
    stimuli = Stimulus.objects.bulk_create(
        Stimulus(task="color", pool=pool, key=str(n), payload=sample.stimulus, has_picture=True, has_control=True)
        for n in range(STIMULI)
    )
    places = {}
    for letter, authors in (("H", agents[:1]), ("A", agents[1:])):
        cell = Cell.objects.create(protocol=protocol, name=letter, pairing=letter, places_count=STIMULI)
        facts = {"pool": pool, "pairing": letter, "payload": sample.response, "raw": sample.response}
        responses = make_responses(stimuli, authors, created_at=now, provenance="simulated", **facts)
        places[letter] = Place.objects.bulk_create(
            Place(cell=cell, response=response, stimulus=response.stimulus, view=0, salt=1) for response in responses
        )
    return places


def make_responses(stimuli: Sequence[Stimulus], authors: Sequence[Agent], **facts: Any) -> list[Response]:
    """A response to each stimulus, by one of these agents after the other."""
    responses = Response.objects.bulk_create(
        Response(stimulus=stimulus, key=f"{facts['pairing']}{stimulus.key}", **facts) for stimulus in stimuli
    )
    Authorship.objects.bulk_create(
        Authorship(response=response, agent=authors[number % len(authors)], role="agent")
        for number, response in enumerate(responses)
    )
    return responses


def add_visits(protocol: Protocol, places: dict[str, list[Place]], numbers: Iterable[int]) -> None:
    """The finished visits of judges with these numbers, each with TRIALS judged trials."""
    start, rng = timezone.now(), random.Random(next(iter(numbers)))
    visits, trials = [], []
    for number in numbers:
        judge = Judge(person_key=f"{protocol.study.slug}-{number}", created_at=start)
        visits.append(make_visit(protocol, judge, number))
        for position, stimulus in enumerate(rng.sample(range(STIMULI), TRIALS), 1):
            place = places["HA"[position % 2]][stimulus]
            trials.append(make_trial(visits[-1], place, position, rng))
    write(Judge, (visit.judge for visit in visits))
    write(Assignment, visits)
    write(Trial, trials)
    write(Judgement, (Judgement(trial=t, role="agent", verdict=draw_verdict(t, rng)) for t in trials))
    write(ControlAnswer, (ControlAnswer(trial=t, answer="yes", is_right=True) for t in trials))


def copy_visits(copy: int, visits: int) -> None:
    """Copy the first visits with all that belongs to them, under further ids."""
    shifts = {Judge: visits, Assignment: visits, Trial: visits * TRIALS, Judgement: visits * TRIALS}
    with connection.cursor() as cursor:
        for model, size in {**shifts, ControlAnswer: visits * TRIALS}.items():
            cursor.execute(write_copy(model, size, copy=copy, shifts=shifts))


def write_copy(model: type[models.Model], size: int, *, copy: int, shifts: dict[type[models.Model], int]) -> str:
    """The statement that copies a model's first rows: ids are shifted, unique texts get a number."""
    expressions = {}
    for field in model._meta.concrete_fields:
        shift = (
            size
            if field.primary_key
            else shifts.get(field.related_model, 0)
            if field.many_to_one and field.related_model
            else 0
        )
        shift = shifts[Trial] if field.one_to_one else shift
        is_text = field.unique and isinstance(field, models.CharField)
        column = field.attname
        expressions[column] = f"{column} || '-{copy}'" if is_text else f"{column} + {copy * shift}" if shift else column
    columns, values = ", ".join(expressions), ", ".join(expressions.values())
    table, key = model._meta.db_table, model._meta.pk.column
    return f"INSERT INTO {table} ({columns}) SELECT {values} FROM {table} WHERE {key} <= {size}"  # noqa: S608


def make_visit(protocol: Protocol, judge: Judge, number: int) -> Assignment:
    """A finished visit."""
    now = timezone.now()
    told = {"birth_year": str(1950 + number % 55), "gender": GENDERS[number % 2], "education": EDUCATIONS[number % 3]}
    return Assignment(
        study=protocol.study,
        protocol=protocol,
        judge=judge,
        platform="link",
        environment="live",
        platform_assignment=str(number),
        seed=number,
        stage=Assignment.Stage.OVER,
        state=Assignment.State.FINISHED,
        demographics=told,
        code="CODE",
        arrived_at=now,
        consented_at=now,
        began_at=now,
        over_at=now,
        seen_at=now,
    )


def make_trial(visit: Assignment, place: Place, position: int, rng: random.Random) -> Trial:
    """A judged trial."""
    at = visit.arrived_at + timedelta(seconds=9 * position)
    return Trial(
        assignment=visit,
        place=place,
        stimulus_id=place.stimulus_id,
        position=position,
        issued_at=at,
        painted_at=at,
        answered_at=at + timedelta(seconds=6),
        rt_ms=int(rng.lognormvariate(8.5, 0.5)),
        answers={"confidence": str(rng.randint(1, 5))},
    )


def draw_verdict(trial: Trial, rng: random.Random) -> Origin:
    """Human six times in ten on people, five times in ten on machines."""
    return Origin.HUMAN if rng.random() < (0.5 if trial.position % 2 else 0.6) else Origin.AI


def write(model: type[models.Model], rows: Iterable[models.Model]) -> None:
    """Write rows in batches."""
    source: Iterator[models.Model] = iter(rows)
    while batch := list(islice(source, CHUNK)):
        model._default_manager.bulk_create(batch)
