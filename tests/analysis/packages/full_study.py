"""A small study in which everything happens that a package must hold."""

import random
from datetime import timedelta
from typing import Any

from django.db import connection

from agents.models import Media, Origin
from agents.people import make_person_key
from judging.models import Assignment, Judge, Preregistration, Study, Trial
from judging.preregistration import Plan
from judging.signs import HONEYPOT
from tests.builders import (
    AT,
    add_version,
    make_agent,
    make_judgement,
    make_response,
    make_settings,
    make_stimulus,
    make_study,
    make_visit,
)

WORKER, AUTHOR = "A1WORKERIDOFAPERSON", "AUTHORSPLATFORMID77"
SECRETS = (WORKER, AUTHOR, make_person_key("mturk", WORKER), make_person_key("mturk", AUTHOR))
# PostgreSQL holds neither NUL nor half an emoji, not even in JSON; SQLite does.
WORSE = "" if connection.vendor == "postgresql" else "\x00nul \ud83d half"
NASTY = f"=1+1;\r\n\"quoted\", 'single'\ttab{WORSE}"
SCREENING = [{"rule": "finished"}, {"rule": "duplicates"}, {"rule": "control_right"}, {"rule": "native_english"}]
STATES = ("finished",) * 12 + ("open", "withdrawn", "expired", "screened_out")


def make_full_study(slug: str = "", *, task: str = "color", stimuli: int = 12, **changes: Any) -> Study:
    """A study with two versions, repeated visits, every state, kind of trial and visit, and texts that break files."""
    rng = random.Random(0)
    study = make_study(slug, task=task, screening=SCREENING, **changes)
    add_version(study, screening=SCREENING[:3])
    responses = make_responses(rng, task, stimuli)
    judges = [
        Judge.objects.create(person_key=make_person_key("mturk", f"{WORKER}{n}"), created_at=AT) for n in range(3)
    ]
    judges[0].person_key = make_person_key("mturk", WORKER)
    judges[0].save()
    for number, state in enumerate(STATES):
        told = tell(rng, number)
        judge = judges[0] if number in (3, 7) else None
        visit = make_visit(study, state=state, demographics=told, version=1 + number % 2, judge=judge)
        fill(visit, rng, responses, number)
    make_visit(study, state="erased")
    for kind in (Assignment.Kind.PREVIEW, Assignment.Kind.PILOT):
        fill(make_visit(study, kind=kind), rng, responses, 1)
    declined = make_visit(study, state="declined")
    Assignment.objects.filter(pk=declined.pk).update(consented_at=None, began_at=None)
    return study


def lock_study(study: Study) -> None:
    """A plan of the study, as if it had been locked before it opened."""
    plan = Plan.model_validate(
        {
            "hypotheses": ["Women and men judge alike."],
            "margin": 0.05,
            "family": ["gender", "age"],
            "judges": 20,
            "rationale": "As many as there are.",
            "stopping": "After the last one.",
            "protocol": make_settings(study.task, slug=study.slug, demographics=["gender", "birth_year"]),
        }
    )
    facts = {"document": plan.document, "sha256": plan.sha256, "locked_at": AT, "locked_by": WORKER}
    Preregistration.objects.create(study_slug=study.slug, **facts)


def make_responses(rng: random.Random, task: str, stimuli: int) -> list[Any]:
    """Responses by people, one of whom could be recognized, and by two machines."""
    author = make_agent(f"person-{rng.random():.9f}", title=AUTHOR, person_key=make_person_key("mturk", AUTHOR))
    human = make_agent()
    machines = [make_agent(f"machine-{n}-{rng.random():.9f}".replace(".", ""), origin=Origin.AI) for n in range(2)]
    found = []
    for number in range(stimuli):
        facets = {"place": "indoor" if number % 2 else "outdoor", "number": number % 3}
        stimulus = make_stimulus(task=task, facets=facets)
        if "image" in stimulus.payload:
            media = Media.objects.create(source_digest=f"{stimulus.pk:064}", width=10, height=10)
            stimulus.payload = {**stimulus.payload, "image": {"media": media.pk, "width": 10, "height": 10}}
            stimulus.save()
        if task == "conversation":
            pairs = ((author, human), (human, machines[0]), (machines[1], author), (machines[0], machines[1]))
            found += [
                make_response(*pair, stimulus=stimulus, task=task, genders=("female", "male"))
                for pair in (pairs[number % 4], pairs[(number + 1) % 4])
            ]
        else:
            found += [make_response(agent, stimulus=stimulus) for agent in (author, human, *machines)]
    return found


def tell(rng: random.Random, number: int) -> dict[str, str]:
    """What a judge tells of themselves; nothing sometimes."""
    if number % 9 == 8:
        return {}
    return {
        "birth_year": rng.choice(["1960", "1985", "2001"]),
        "gender": rng.choice(["female", "male", "no_answer"]),
        "education": rng.choice(["school", "bachelor", "doctorate"]),
        "country": rng.choice(["US", "DE"]),
        "native_english": "no" if number == 5 else "yes",
        "native_language": "en",
    }


def fill(visit: Assignment, rng: random.Random, responses: list[Any], number: int) -> None:
    """The trials of a visit, of every kind."""
    kinds = [Trial.Kind.PRACTICE, *[Trial.Kind.FEEDBACK] * 2, *[Trial.Kind.MAIN] * 5, Trial.Kind.CATCH]
    stimuli: set[int] = set()
    for kind in kinds:
        chosen = rng.choice([one for one in responses if one.stimulus_id not in stimuli])
        stimuli.add(chosen.stimulus_id)
        roles = len(chosen.pairing)
        trial = make_judgement(
            visit,
            chosen,
            *[rng.choice(["human", "ai"]) for _ in range(roles)],
            control_right=rng.random() < 0.9 if roles == 1 else None,
            rt_ms=None if rng.random() < 0.1 else rng.randrange(300, 9000),
            view=rng.choice([3, 6]) if roles == 2 else 0,
            guesses=[rng.choice(["female", "male", "unsure"]) for _ in range(roles)] if roles == 2 else ("", ""),
            kind=kind,
            answers=make_answers(rng, number),
        )
        seconds = timedelta(seconds=10 * trial.position + rng.randrange(5), microseconds=rng.randrange(10**6))
        Trial.objects.filter(pk=trial.pk).update(answered_at=AT + seconds)
    if number % 5 == 0:
        put_aside(visit, next(one for one in responses if one.stimulus_id not in stimuli))


def make_answers(rng: random.Random, number: int) -> dict[str, Any]:
    """What else a judge answered and a page noticed."""
    answers: dict[str, Any] = {"confidence": str(rng.randrange(1, 6)), "reason": rng.choice(["", "−5", NASTY])}
    if rng.random() < 0.8:
        answers["profile"] = {"pastes": int(rng.random() < 0.1), "pointer_moves": rng.randrange(2), "keys": 0}
    if rng.random() < 0.3:
        answers |= {"hidden_ms": rng.randrange(4000), "translated": True}
    return answers | ({"sign": HONEYPOT} if number == 2 else {})


def put_aside(visit: Assignment, response: Any) -> None:
    """A trial whose picture did not load."""
    trial = make_judgement(visit, response)
    Trial.objects.filter(pk=trial.pk).update(answered_at=None, put_aside_at=AT, put_aside_why="picture", rt_ms=None)
