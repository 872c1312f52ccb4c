"""Pools of responses, and studies over them, for tests of the visit."""

import random
from typing import Any

from agents.models import Agent, Origin, Response, Stimulus
from agents.tasks import TASKS
from judging.models import Study
from judging.opening import open_study
from tests.builders import AT, make_agent, make_response, make_settings, make_stimulus

MEDIA_ID = "0123456789abcdef0123456789abcdef"


def make_payload(task: str, number: int) -> dict[str, Any]:
    """A stimulus payload of a task, different for each number, whose picture has a proper media id."""
    payload = TASKS[task].sample(random.Random(number)).stimulus
    return {**payload, "image": {**payload["image"], "media": MEDIA_ID}} if "image" in payload else payload


def make_pool(task: str = "color", *, stimuli: int = 8, humans: int = 1, machines: int = 2) -> list[Response]:
    """For each stimulus one response by each human and each AI agent; for conversation one dialogue of each pairing."""
    people: list[Agent] = [make_agent(f"{task}-person-{n}") for n in range(humans)]
    systems: list[Agent] = [make_agent(f"{task}-system-{n}", origin=Origin.AI) for n in range(machines)]
    made = []
    for number in range(stimuli):
        stimulus = make_stimulus(task=task, key=f"{task}-{number}", payload=make_payload(task, number))
        made += respond_all(stimulus, people, systems, random.Random(number))
    return made


def respond_all(stimulus: Stimulus, people: list[Agent], systems: list[Agent], rng: random.Random) -> list[Response]:
    """A response to one stimulus by each agent; for two roles one by each pair of a first and a second."""
    plugin = TASKS[stimulus.task]
    authors = [(agent,) for agent in (*people, *systems)]
    if len(plugin.roles) > 1:
        firsts = (people[0], systems[0])
        authors = [(first, second) for first in firsts for second in firsts]  # type: ignore[misc]
    return [make_response(*group, stimulus=stimulus, payload=plugin.sample(rng).response) for group in authors]


def open_small_study(task: str = "color", **changes: Any) -> Study:
    """An open study over whatever the tests' pool holds."""
    return open_study(make_settings(task, **changes), at=AT)
