"""What the reports of a collection are made from, and their contract: the same tables for pages, command and API."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

import pandas as pd
from django.utils.translation import gettext_noop

from agents.tasks import TASKS
from analysis.collections.ai_judges import AiJudgeFigures
from analysis.collections.scoring import Scores, score_rows
from analysis.observations import Observations
from analysis.reports.base import Table, Value
from analysis.reports.facets import name_value
from analysis.reports.gender_guess import GUESSES
from analysis.stats.margins import MARGIN
from judging.models import Collection
from turingapp.words import SPACE, Listing, Words, say_later

SIMULATED = gettext_noop("%(title)s (simulated)")


@dataclass(frozen=True, slots=True, eq=False)
class Member:
    """A study of the collection: its observations, and what is known of its responses beside the judgements."""

    observations: Observations
    weak_baseline: str  # an AI agent, by the latest version of its protocol; empty where it names none
    ai_judge: AiJudgeFigures | None  # of its last finished evaluation
    cues: Mapping[str, tuple[int, int]]  # by AI agent: cues of form that tell it from humans, those not acknowledged


@dataclass(frozen=True, eq=False)
class Comparison:
    """Judgements on one task that may be compared: all by people or all by programs; of one value of a facet, or all.

    `rows` are those that count, of all its studies, with the study's name in the column `study`.
    """

    task: str
    is_simulated: bool
    members: tuple[Member, ...]
    rows: pd.DataFrame
    value: str = ""
    number: int = 0  # of the value, from 1; 0 for all values together

    @property
    def slug(self) -> str:
        """Its name in addresses and pages."""
        parts = (self.task, "simulated" if self.is_simulated else "", str(self.number or ""))
        return "-".join(part for part in parts if part)

    @property
    def keys(self) -> dict[str, Value]:
        """What tells its rows from those of other comparisons."""
        return {"task": self.task, "is_simulated": self.is_simulated, "value": self.value or None}

    @property
    def title(self) -> Words:
        """Its name for people; simulated judgements always say so."""
        task = say_later(TASKS[self.task].title)
        named = say_later(SIMULATED, title=task) if self.is_simulated else task
        return say_later("%(title)s: %(value)s", title=named, value=self.named) if self.value else named

    @property
    def named(self) -> str:
        """Its value of the facet as pages can say it; guesses at a gender are ours, too."""
        return say_later(self.value) if self.value in GUESSES.values() else name_value(self.value)

    @property
    def ai_judge(self) -> AiJudgeFigures | None:
        """The AI judge of its studies' last finished evaluation; none by facet, as evaluations are not split."""
        found = [] if self.value else [member.ai_judge for member in self.members if member.ai_judge]
        return max(found, key=lambda figures: figures.run, default=None)

    @cached_property
    def scores(self) -> Scores:
        """Every AI agent beside the human ceiling, in the order of the leaderboard."""
        baselines = frozenset(member.weak_baseline for member in self.members) - {""}
        # Of several margins the smallest asks most of an agent.
        margin = min((member.observations.margin for member in self.members), default=MARGIN)
        return score_rows(self.rows, baselines=baselines, margin=margin)


@dataclass(frozen=True, slots=True, eq=False)
class CollectionObservations:
    """All that the reports of a collection look at; `comparisons` are split by the facet where one is chosen."""

    collection: Collection
    tasks: tuple[Comparison, ...]  # not split
    comparisons: tuple[Comparison, ...]
    facets: tuple[str, ...]  # that there are to choose
    facet: str = ""

    @property
    def without_facet(self) -> list[Words]:
        """The titles of the tasks that do not have the facet chosen."""
        having = {(one.task, one.is_simulated) for one in self.comparisons}
        return [one.title for one in self.tasks if (one.task, one.is_simulated) not in having]


def end_with(tables: Sequence[Table], note: Words) -> list[Table]:
    """The tables of a report with a note on all of them under the last."""
    return [
        replace(table, note=Listing([told for told in (table.note, note) if told], SPACE))
        if number == len(tables)
        else table
        for number, table in enumerate(tables, 1)
    ]


class CollectionReport(ABC):
    """One question asked of a collection."""

    slug: ClassVar[str]
    title: ClassVar[str]

    @abstractmethod
    def tables(self, found: CollectionObservations) -> list[Table]:
        """The tables that answer it; none where it does not apply."""
