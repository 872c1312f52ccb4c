"""Choices of the test of three: how often the AI witness was taken for the human, against a half.

P(AI chosen) = choices of the AI witness / choices (Turing 1950, section 1). Each judge makes one choice, so choices are
independent and Wilson's interval holds; p is the exact two-sided binomial test against .5. Games that were broken off
and those of visits that do not count are left out and counted.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from agents.models import Room
from analysis.stats.proportions import wilson
from judging.answers import CONFIDENCES
from judging.models import Assignment, Choice, Game, Study
from turingapp.words import say_later

CHANCE = 0.5
COLUMNS = ("game", "machine", "is_machine_chosen", "sure", "turns", "is_whole")
K = TypeVar("K", int, str)


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """One choice: from which AI agent the human was to be told apart, and how that went."""

    machine: str
    is_machine_chosen: bool
    sure: int
    turns: int  # of both conversations together
    is_whole: bool


@dataclass(frozen=True, slots=True)
class Share:
    """How often the AI witness was chosen among some choices; no interval and no p without any."""

    label: str
    chosen: int
    choices: int
    low: float | None
    high: float | None
    p: float | None

    @property
    def share(self) -> float | None:
        """P(AI chosen); None without choices."""
        return self.chosen / self.choices if self.choices else None


@dataclass(frozen=True, slots=True)
class ChoiceTables:
    """The choices of a study."""

    games: int
    broken_off: int
    awaited: int
    all: Share
    by_machine: tuple[Share, ...]
    by_confidence: tuple[Share, ...]
    by_length: tuple[Share, ...]


def read_choices(study: Study) -> list[ChoiceRow]:
    """The choices of visits that count, in the order in which the games were made."""
    made = Choice.objects.filter(
        game__judge__assignment__study=study,
        game__judge__assignment__kind=Assignment.Kind.MAIN,
        game__judge__keeps=True,
    )
    found = made.select_related("game__judge", "game__machine", "game__human_room", "game__machine_room")
    return [
        ChoiceRow(
            machine=choice.game.machine.title,
            is_machine_chosen=choice.is_machine_chosen,
            sure=choice.sure,
            turns=sum(room.turns for room in choice.game.rooms),
            is_whole=choice.is_whole,
        )
        for choice in found.order_by("game__made_at", "game__pk")
    ]


def count_awaited(study: Study) -> int:
    """Games that go on, or whose judge has not chosen or not said yet whether their words may be kept."""
    main = Game.objects.filter(judge__assignment__study=study, judge__assignment__kind=Assignment.Kind.MAIN)
    begun = main.exclude(human_room__ending=Room.Ending.NOT_READY)
    return begun.filter(judge__keeps=None, judge__assignment__state=Assignment.State.OPEN).count()


def tabulate_choices(rows: Iterable[ChoiceRow], *, awaited: int = 0) -> ChoiceTables:
    """The tables of choices, over whole games."""
    given = list(rows)
    whole = [row for row in given if row.is_whole]
    return ChoiceTables(
        games=len(given),
        broken_off=len(given) - len(whole),
        awaited=awaited,
        all=measure(say_later("All"), whole),
        by_machine=split(whole, lambda row: row.machine, str),
        by_confidence=split(whole, lambda row: row.sure, lambda sure: say_later(CONFIDENCES[str(sure)])),
        by_length=split(whole, lambda row: row.turns // 10, name_length),
    )


def name_length(tens: int) -> str:
    """So many messages of both conversations, in tens."""
    return say_later("%(low)s to %(high)s messages", low=10 * tens, high=10 * tens + 9)


def split(rows: list[ChoiceRow], key: Callable[[ChoiceRow], K], name: Callable[[K], str]) -> tuple[Share, ...]:
    """The share in each group, in the order of the groups."""
    groups = sorted({key(row) for row in rows})
    return tuple(measure(name(group), [row for row in rows if key(row) == group]) for group in groups)


def measure(label: str, rows: list[ChoiceRow]) -> Share:
    """How often the AI witness was chosen, with Wilson's 95% interval and the exact test against a half."""
    from scipy.stats import binomtest

    chosen, n = sum(row.is_machine_chosen for row in rows), len(rows)
    if not n:
        return Share(label, 0, 0, None, None, None)
    low, high = wilson(chosen, n)
    return Share(label, chosen, n, low, high, float(binomtest(chosen, n, CHANCE).pvalue))


def list_fields(rows: Iterable[ChoiceRow]) -> list[tuple[int | str | bool, ...]]:
    """The rows as they leave, numbered in the order of the games."""
    return [
        (number, row.machine, row.is_machine_chosen, row.sure, row.turns, row.is_whole)
        for number, row in enumerate(rows, 1)
    ]
