"""Asking AI agents: their answers to stimuli are checked and stored as any other response."""

import random
from collections.abc import Iterable, Iterator
from datetime import datetime

from agents.ai_agents.answers import Answer, NoAnswer
from agents.ai_agents.base import AIAgent
from agents.ai_agents.dialogues import give_voice, hold_dialogue
from agents.formats.base import Author, ResponseRow, StimulusRow
from agents.loading import LoadResult, load_responses
from agents.models import Origin, Provenance, Response, Stimulus
from agents.tasks.base import Task
from turingapp.errors import Problem

SELF_TALK_TURNS = 12


def ask_agent(
    agent: AIAgent, stimuli: Iterable[Stimulus], *, task: Task, pool: str, at: datetime, rng: random.Random
) -> LoadResult:
    """The agent's answers to stimuli of one task and pool; what it has answered already stays as it is.

    Each stimulus has a generator of its own, so that an answer does not depend on which others were asked.
    """
    if task.slug not in agent.tasks:
        raise agent.refuse_task(task.slug)
    seed = rng.getrandbits(64)
    key = name_answer(agent)
    answered = set(
        Response.objects.filter(stimulus__task=task.slug, stimulus__pool=pool, key=key).values_list(
            "stimulus", flat=True
        )
    )
    known = 0

    def answer() -> Iterator[ResponseRow | Problem]:
        nonlocal known
        for stimulus in stimuli:
            if stimulus.pk in answered:
                known += 1
            else:
                yield from ask_about(agent, stimulus, key=key, rng=random.Random(f"{seed}/{agent.slug}/{stimulus.key}"))

    result = load_responses(answer(), task=task, pool=pool, provenance=Provenance.COMPUTED, at=at)
    result.unchanged += known
    return result


def ask_about(agent: AIAgent, stimulus: Stimulus, *, key: str, rng: random.Random) -> Iterator[ResponseRow | Problem]:
    """One answer as a row to load, or what kept the agent from answering."""
    where = f"{agent.slug} on {stimulus}"
    try:
        answer = answer_stimulus(agent, stimulus, rng)
    except NoAnswer as error:
        yield Problem("answer", "missing", str(error), where)
        return
    authors = tuple(name_author(agent, role) for role in stimulus.plugin.roles)
    yield ResponseRow(where, StimulusRow(where, stimulus.key, {}), authors, answer.payload, key=key)


def answer_stimulus(agent: AIAgent, stimulus: Stimulus, rng: random.Random) -> Answer:
    """What the agent says; where the task has two speakers it talks with itself."""
    if len(stimulus.plugin.roles) == 1:
        return agent.respond(stimulus.task, stimulus.payload, rng)
    topic = stimulus.payload["topic"] or ""
    voice = give_voice(agent, topic=topic, rng=rng)
    return hold_dialogue(voice, voice, turns=SELF_TALK_TURNS)


def name_author(agent: AIAgent, role: str) -> Author:
    """The agent as the author of a response."""
    return Author(role, Origin.AI, agent.slug, title=agent.title, details=agent.details)


def name_answer(agent: AIAgent) -> str:
    """By what an agent's answer to a stimulus is known: one for each version of it."""
    return f"{agent.slug}@{agent.version}"
