"""Builders of small data for tests: each makes one thing with sensible defaults, and what it needs around it."""

import random
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from agents.models import PAIRING_LETTERS, Agent, Authorship, Origin, Provenance, Response, Stimulus
from agents.tasks import TASKS
from judging.models import Assignment, Cell, ControlAnswer, Judge, Judgement, Place, Protocol, Study, Trial
from judging.protocol import Settings

AT = datetime(2024, 5, 6, 12, 0, tzinfo=UTC)
_numbers = count(1)


def make_agent(slug: str = "", *, origin: str = Origin.HUMAN, title: str = "", person_key: str = "") -> Agent:
    """A human agent, or another by `origin`."""
    slug = slug or f"agent-{next(_numbers)}"
    return Agent.objects.create(slug=slug, title=title or slug.capitalize(), origin=origin, person_key=person_key)


def make_stimulus(
    *,
    task: str = "color",
    key: str = "",
    facets: Mapping[str, Any] | None = None,
    payload: dict[str, Any] | None = None,
) -> Stimulus:
    """A stimulus that lacks nothing, made up by its task."""
    return Stimulus.objects.create(
        task=task,
        pool="tests",
        key=key or f"stimulus-{next(_numbers)}",
        payload=payload or TASKS[task].sample(random.Random(0)).stimulus,
        facets=dict(facets or {}),
        has_picture=True,
        has_control=True,
    )


def make_response(
    agent: Agent,
    *others: Agent,
    stimulus: Stimulus | None = None,
    task: str = "color",
    payload: dict[str, Any] | None = None,
    genders: Sequence[str] = ("", ""),
    provenance: str = Provenance.LOADED,
) -> Response:
    """A response by one agent, or by as many as its task has roles."""
    stimulus = stimulus or make_stimulus(task=task)
    plugin = TASKS[stimulus.task]
    authors = (agent, *others)
    payload = payload or plugin.sample(random.Random(0)).response
    response = Response.objects.create(
        stimulus=stimulus,
        pool="tests",
        key=str(next(_numbers)),
        pairing="".join(PAIRING_LETTERS[Origin(author.origin)] for author in authors),
        payload=payload,
        raw=payload,
        provenance=provenance,
        created_at=AT,
    )
    for role, author, gender in zip(plugin.roles, authors, genders, strict=False):
        Authorship.objects.create(response=response, agent=author, role=role, gender=gender)
    return response


def make_settings(task: str = "color", **changes: Any) -> Settings:
    """Settings of a small study on the tests' pool."""
    two_roles = len(TASKS[task].roles) > 1
    shares = {"pairings": {"HH": 0.25, "HA": 0.25, "AH": 0.25, "AA": 0.25}} if two_roles else {"human_share": 0.5}
    fields = {
        "slug": f"{task}-study",
        "title": "A small study",
        "task": task,
        "pool": {"names": ["tests"]},
        "trials": 4,
        "consent": "Do you agree?\n\nThen go on.",
        "debrief": "Thank you.",
        "minutes": 3,
        "min_seconds": 0,
        **(shares if "kind" not in changes else {}),
    }
    return Settings.model_validate({**fields, **changes})


def make_study(slug: str = "", *, task: str = "color", **changes: Any) -> Study:
    """An open study; `changes` are settings of its protocol, such as screening or label."""
    slug = slug or f"study-{next(_numbers)}"
    settings = make_settings(task, **{"slug": slug, "title": f"Study {slug}", **changes})
    study = Study.objects.create(
        slug=slug,
        title=settings.title,
        task=task,
        state=Study.State.OPEN,
        is_simulated=settings.simulated,
        label=settings.label,
        created_at=AT,
        opened_at=AT,
    )
    Protocol.objects.create(study=study, document=settings.model_dump(mode="json"), created_at=AT)
    return study


def make_visit(
    study: Study,
    *,
    state: str = Assignment.State.FINISHED,
    demographics: Mapping[str, Any] | None = None,
    kind: str = Assignment.Kind.MAIN,
    judge: Judge | None = None,
    version: int = 1,
    signs: Mapping[str, int] | None = None,
    closing: Mapping[str, Any] | None = None,
) -> Assignment:
    """A new judge's visit to a study, finished unless `state` says otherwise; it came as far as the trials."""
    number = next(_numbers)
    is_open = state == Assignment.State.OPEN
    return Assignment.objects.create(
        study=study,
        protocol=study.protocols.get(version=version),
        judge=judge or Judge.objects.create(person_key=f"person-{number}", created_at=AT),
        kind=kind,
        platform="link" if judge is None else f"link-{number}",
        environment="live",
        platform_assignment=f"assignment-{number}",
        seed=number,
        stage=Assignment.Stage.TRIALS if is_open else Assignment.Stage.OVER,
        state=state,
        demographics=dict(demographics or {}),
        signs=dict(signs or {}),
        closing=dict(closing or {}),
        code="CODE" if state == Assignment.State.FINISHED else "",
        arrived_at=AT,
        consented_at=AT,
        began_at=AT,
        over_at=None if is_open else AT + timedelta(minutes=5),
        seen_at=AT,
    )


def add_version(study: Study, **changes: Any) -> Protocol:
    """The next version of a study's protocol, with these settings changed."""
    latest = study.protocols.latest("version")
    document = Settings.model_validate({**latest.document, **changes}).model_dump(mode="json")
    return Protocol.objects.create(study=study, version=latest.version + 1, document=document, created_at=AT)


def make_place(protocol: Protocol, response: Response, *, view: int = 0) -> Place:
    """The place of a response in a protocol."""
    cell, _ = Cell.objects.get_or_create(
        protocol=protocol, name=response.pairing, defaults={"pairing": response.pairing, "places_count": 1}
    )
    place, _ = Place.objects.get_or_create(
        cell=cell, response=response, view=view, stimulus_id=response.stimulus_id, defaults={"salt": 1}
    )
    return place


def make_judgement(
    visit: Assignment,
    response: Response,
    *verdicts: str,
    control_right: bool | None = None,
    rt_ms: int | None = 4000,
    view: int = 0,
    guesses: Sequence[str] = ("", ""),
    kind: str = Trial.Kind.MAIN,
    answers: Mapping[str, Any] | None = None,
) -> Trial:
    """A judged trial with a verdict for each role."""
    position = visit.trials.count() + 1
    trial = Trial.objects.create(
        assignment=visit,
        place=make_place(visit.protocol, response, view=view),
        stimulus_id=response.stimulus_id,
        position=position,
        kind=kind,
        issued_at=AT + timedelta(seconds=10 * position),
        answered_at=AT + timedelta(seconds=10 * position + 5),
        rt_ms=rt_ms,
        answers=dict(answers or {}),
    )
    for role, verdict, guess in zip(visit.study.plugin.roles, verdicts, guesses, strict=False):
        Judgement.objects.create(trial=trial, role=role, verdict=verdict, gender_guess=guess)
    if control_right is not None:
        ControlAnswer.objects.create(trial=trial, answer="yes", is_right=control_right)
    return trial
