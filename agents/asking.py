"""Asking an AI agent about one stimulus, and whether what it says can stand as an answer."""

import random
from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _

from agents.ai_agents.answers import Answer, Data, Failure, NoAnswer, Reply, blame_service
from agents.ai_agents.base import AIAgent, Utterance
from agents.ai_agents.dialogues import Voice, give_voice, hold_dialogue
from agents.models import Stimulus
from agents.parity_features import take_parts
from agents.recognizing import find_fault
from agents.tasks.base import Task
from turingapp.errors import InvalidPayload, ServiceError
from turingapp.words import say_words

Pace = Callable[[], None]


def ask(systems: Sequence[AIAgent], stimulus: Stimulus, rng: random.Random, *, turns: int, pace: Pace) -> Answer:
    """The agent's answer, with its payload checked and normalized; raises NoAnswer for everything else.

    `pace` is called before each question. Where the task has two speakers the first of the systems talks with the
    last: with its partner, or alone with itself.
    """
    task = stimulus.plugin
    try:
        if len(task.roles) == 1:
            pace()
            answer = systems[0].respond(task.slug, stimulus.payload, rng)
        else:
            topic = stimulus.payload.get("topic") or ""
            first, second = (
                pace_voice(give_voice(one, topic=topic, rng=rng), pace, (one.title,))
                for one in (systems[0], systems[-1])
            )
            answer = hold_dialogue(first, second, turns=turns)
    except ServiceError as error:
        raise blame_service(error) from error
    except InvalidPayload as error:
        raise NoAnswer(Failure.CANNOT_TAKE, f"{error}.") from error
    names = tuple(system.title for system in systems)
    return Answer(check_answer(task, answer, names=names), answer.raw, answer.usage)


def pace_voice(voice: Voice, pace: Pace, names: Sequence[str]) -> Voice:
    """The same voice, that asks for leave before each turn, and breaks off at a turn that cannot stand."""

    def speak(history: Sequence[Utterance]) -> Reply:
        pace()
        reply = voice(history)
        fault = find_fault(reply.text, names)
        if fault:
            raise NoAnswer(*fault, raw=reply.text if reply.raw is None else reply.raw, usage=reply.usage)
        return reply

    return speak


def check_answer(task: Task, answer: Answer, *, names: Sequence[str]) -> Data:
    """The normalized payload of an answer that keeps the task's rules, refuses nothing and does not say what it is.

    Raises NoAnswer. Rules that people's answers may bend, with a remark, an agent has to keep: it can be asked again.
    """
    raw = answer.payload if answer.raw is None else answer.raw
    for text in list_texts(task, answer.payload):
        fault = find_fault(text, names)
        if fault:
            raise NoAnswer(*fault, raw=raw, usage=answer.usage)
    try:
        payload = task.check_response(answer.payload)
    except InvalidPayload as error:
        raise NoAnswer(Failure.RULE_BROKEN, f"{error}.", raw=raw, usage=answer.usage) from error
    remarks = task.remarks(payload)
    if remarks:
        raise NoAnswer(
            Failure.RULE_BROKEN,
            _("It has %(remarks)s.") % {"remarks": "; ".join(map(say_words, remarks))},
            raw=raw,
            usage=answer.usage,
        )
    return payload


def list_texts(task: Task, payload: Data) -> list[str]:
    """All that is said in a payload, by whatever role, part by part."""
    parts = [take_parts(payload, role) for role in task.roles]
    return list(dict.fromkeys(text for part in parts for text in (*part.texts, *part.labels)))
