"""A conversation agent that has lines for each topic and says them whatever it hears: a plain baseline."""

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import ClassVar

import yaml
from django.utils.translation import gettext_noop
from pydantic import BaseModel

from agents.ai_agents.answers import Reply
from agents.ai_agents.base import AIAgent, Utterance

LINES_FILE = Path(__file__).parent / "scripts" / "topic_lines.yaml"
LONG_TURN = 6  # words


class Lines(BaseModel):
    """All that the program can say."""

    greetings: tuple[str, ...]
    reactions: dict[str, tuple[str, ...]]
    leftovers: tuple[str, ...]
    topics: dict[str, tuple[str, ...]]


@cache
def read_lines() -> Lines:
    """The lines, from their file, once."""
    return Lines.model_validate(yaml.safe_load(LINES_FILE.read_text(encoding="utf-8")))


def name_kind(heard: str) -> str:
    """Which kind of turn is answered."""
    if heard.rstrip().endswith("?"):
        return "question"
    return "long" if len(heard.split()) >= LONG_TURN else "short"


class TopicTalk(AIAgent):
    """Reacts in two or three words to the kind of the last turn, then says the next line on its topic."""

    slug, title, version = "topic-talk", gettext_noop("Topic talk"), "1"
    rule = gettext_noop(
        "Says prepared lines about the topic in random order, after a short reaction to the length of the last turn."
    )
    tasks: ClassVar[tuple[str, ...]] = ("conversation",)

    def reply(self, history: Sequence[Utterance], rng: random.Random, *, topic: str = "") -> Reply:
        """Its next turn."""
        lines = read_lines()
        said = " ".join(turn.text for turn in history)
        fillers = [line.replace("{topic}", topic or "this") for line in lines.leftovers]
        fresh = [line for line in lines.topics.get(topic, ()) if line not in said]
        line = rng.choice(fresh or [line for line in fillers if line not in said] or fillers)
        if not history:
            return Reply(f"{rng.choice(lines.greetings)} {line}")
        if rng.random() < 0.4:
            return Reply(line)
        return Reply(f"{rng.choice(lines.reactions[name_kind(history[-1].text)])} {line}")
