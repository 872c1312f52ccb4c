"""Checking what a person answered: by the task's own check, by the rules that people are told, and for odd signs."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from agents.loading_keys import make_raw
from agents.tasks.base import Data, Task
from agents.tasks.english import RARE, is_english_word
from turingapp.errors import IncompleteAnswer, InvalidPayload
from turingapp.words import say_later

LONGEST_TYPED = 1000
FASTEST_TYPING = 20.0  # characters per second; the fastest typists reach about half of that
SHORTEST_TIMED = 12  # characters from which a speed says something
KEYBOARD_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
LONGEST_NAMED = 100
VOWELS = re.compile("[aeiouy]")


@dataclass(frozen=True, slots=True)
class CheckedAnswer:
    """An answer that keeps its rules, as it was given and normalized, with what a reviewer should look at."""

    payload: Data
    raw: Any
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Handling:
    """How a page was handled: the counts that its script made, and the time from painted stimulus to answer."""

    counts: Mapping[str, int]
    rt_ms: int | None


def check_answer(
    task: Task, stimulus: Data, fields: Mapping[str, str], *, earlier: Sequence[Data], handling: Handling
) -> CheckedAnswer:
    """The answer in a person's form; raises IncompleteAnswer with each broken rule as a sentence."""
    raw = make_raw(task.read_answer(fields))
    typed = task.list_typed(raw)
    if (length := max(map(len, typed), default=0)) > LONGEST_TYPED:
        told = _("Your answer has %(length)s characters; please keep it to %(longest)s.")
        raise IncompleteAnswer(told % {"length": f"{length:,}", "longest": f"{LONGEST_TYPED:,}"})
    broken = task.list_broken_rules(stimulus, raw, earlier)
    if broken:
        raise IncompleteAnswer("\n".join(rule.sentence for rule in broken), [rule.field for rule in broken])
    try:
        payload = task.check_response(raw)
    except InvalidPayload as error:
        raise IncompleteAnswer(
            _("Please answer with what is asked for."), [problem.field for problem in error.problems]
        ) from None
    flags = [*task.remarks(payload), *list_junk(typed), *list_odd_typing(typed, handling)]
    if payload in earlier:
        flags.append(say_later("the same answer as to an earlier stimulus"))
    return CheckedAnswer(payload, raw, tuple(dict.fromkeys(flags)))


def list_junk(typed: Sequence[str]) -> list[str]:
    """Signs of typing anything at all: single letters, rows of keys, words that no English text has."""
    words = [word for text in typed for word in re.findall(r"[^\W\d_]+", text.lower())]
    found: list[str] = []
    if words and all(len(word) == 1 for word in words):
        found.append(say_later("single letters only"))
    if any(is_key_run(word) for word in words):
        found.append(say_later("keys side by side"))
    rare = [word for word in words if len(word) > 1 and not is_english_word(word, least=RARE)]
    if rare:
        found.append(
            say_later("no usual English word: %(words)s", words=", ".join(dict.fromkeys(rare))[:LONGEST_NAMED])
        )
    return found


def is_key_run(word: str) -> bool:
    """Whether a word is keys side by side, one key again and again, or without any vowel."""
    if len(word) < 4:
        return False
    runs = any(word in row or word[::-1] in row for row in KEYBOARD_ROWS)
    return runs or len(set(word)) == 1 or not VOWELS.search(word)


def list_odd_typing(typed: Sequence[str], handling: Handling) -> list[str]:
    """Signs that the text was not typed here: pasted, without a key, or faster than people type."""
    length, counts = len("".join(typed)), handling.counts
    if not length or not counts:
        return []
    found: list[str] = []
    if counts.get("pastes"):
        found.append(say_later("pasted"))
    elif not counts.get("keys") and not counts.get("touches"):
        found.append(say_later("text without a key pressed"))
    first = counts.get("first_input_ms")
    if handling.rt_ms is not None and first is not None and length >= SHORTEST_TIMED:
        seconds = max(handling.rt_ms - first, 1) / 1000
        if length / seconds > FASTEST_TYPING:
            found.append(
                say_later("%(number)s characters within %(seconds)s s", number=length, seconds=format(seconds, ".1f"))
            )
    return found
