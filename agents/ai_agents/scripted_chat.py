"""A conversation agent in the manner of ELIZA (Weizenbaum 1966): keyword rules, turned-around words, memory."""

import random
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import ClassVar

import yaml
from django.utils.translation import gettext_noop
from pydantic import BaseModel

from agents.ai_agents.answers import Reply
from agents.ai_agents.base import AIAgent, Utterance

RULES_FILE = Path(__file__).parent / "scripts" / "chat_rules.yaml"
LONGEST_CAUGHT = 8  # words; more of the other's sentence would sound like a parrot
RECALLS_AFTER, RECALLS_ONE_IN = 6, 4
_MY_THING = re.compile(r"\bmy (?!favorite|own|first|last|old|whole)([a-z]{3,})\b")


class Rule(BaseModel):
    """Words to look for, and what can be said then."""

    when: re.Pattern[str]
    say: tuple[str, ...]


class Script(BaseModel):
    """All that the program can say."""

    openers: tuple[str, ...]
    rules: tuple[Rule, ...]
    fallbacks: tuple[str, ...]
    memories: tuple[str, ...]
    reflections: dict[str, str]


@cache
def read_script() -> Script:
    """The rules, from their file, once."""
    return Script.model_validate(yaml.safe_load(RULES_FILE.read_text(encoding="utf-8")))


def turn_around(words: str) -> str:
    """The other's words as the program says them: my as your, i as you."""
    reflections = read_script().reflections
    return " ".join(reflections.get(word, word) for word in words.strip().split())


def list_candidates(heard: str, rng: random.Random) -> list[str]:
    """What the matching rules allow, in the order of the rules; the lines of one rule in random order."""
    found = []
    for rule in read_script().rules:
        match = rule.when.search(heard)
        if match is None:
            continue
        caught = turn_around(match.group(1)) if match.groups() and match.group(1) else ""
        usable = 0 < len(caught.split()) <= LONGEST_CAUGHT
        lines = [line.replace("{0}", caught) for line in rule.say if "{0}" not in line or usable]
        found.append(rng.sample(lines, len(lines)))
    return [line for lines in found for line in lines]


def recall_thing(told: Sequence[str], heard: str, rng: random.Random) -> list[str]:
    """Now and then something that the other called "my" earlier, where the conversation is long enough."""
    if len(told) < RECALLS_AFTER or rng.randrange(RECALLS_ONE_IN):
        return []
    things = [thing for text in told[:-2] for thing in _MY_THING.findall(text.lower()) if thing not in heard]
    return [line.replace("{0}", rng.choice(things)) for line in read_script().memories] if things else []


class ScriptedChat(AIAgent):
    """Answers the first keyword it knows; says no line twice while it has others."""

    slug, title, version = "scripted-chat", gettext_noop("Scripted chat"), "1"
    rule = gettext_noop(
        "Looks for keywords in what was said last and answers with a prepared line, turning the other's words around."
    )
    tasks: ClassVar[tuple[str, ...]] = ("conversation",)

    def reply(self, history: Sequence[Utterance], rng: random.Random, *, topic: str = "") -> Reply:
        """Its next turn."""
        script = read_script()
        subject = topic or "this"
        if not history:
            return Reply(rng.choice(script.openers).replace("{topic}", subject))
        heard = history[-1].text.lower()
        told = [turn.text for turn in history if turn.speaker == history[-1].speaker]
        fallbacks = rng.sample(script.fallbacks, len(script.fallbacks))
        lines = [*recall_thing(told, heard, rng), *list_candidates(heard, rng), *fallbacks]
        said = {turn.text for turn in history}
        fresh = [text for line in lines if (text := line.replace("{topic}", subject)) not in said]
        return Reply(fresh[0] if fresh else fallbacks[0].replace("{topic}", subject))
