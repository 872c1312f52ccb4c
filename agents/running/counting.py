"""How far a run is and what came of it, in numbers, for pages and the command."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, F, Min, Q, Sum

from agents.failures import Failure
from agents.models import AgentRun, ItemTry, RunItem
from agents.running.pricing import write_dollars

State = RunItem.State
ENOUGH_DONE = 10  # per cent, from which the pace so far says something


class Items(NamedTuple):
    """How many items are in one state, and when the first of them is due."""

    number: int
    due_at: datetime | None


class Tries(NamedTuple):
    """How many tries had one outcome, for how many items it is the last word, and the tokens that they took."""

    number: int
    final: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of failure: how many tries ended so, and how many items have it as their last word."""

    kind: str
    title: str
    tries: int
    items: int


@dataclass(frozen=True, slots=True)
class Progress:
    """A run in numbers."""

    total: int
    answered: int
    failed: int
    tries: int
    tokens: int
    kinds: tuple[Kind, ...]
    spent: str
    next_at: datetime | None  # when the next item is due, where none is at present

    @property
    def done(self) -> int:
        """Items that are over."""
        return self.answered + self.failed

    @property
    def percent(self) -> int:
        """How much is done."""
        return 100 * self.done // self.total if self.total else 100


def count_run(run: AgentRun) -> Progress:
    """What came of a run so far."""
    return count_runs([run])[run.pk]


def count_runs(runs: Sequence[AgentRun]) -> dict[int, Progress]:
    """The same of several, by their keys; two queries for all of them."""
    items: defaultdict[int, dict[str, Items]] = defaultdict(dict)
    by_state = RunItem.objects.filter(run__in=runs).order_by().values_list("run", "state")
    for run, state, number, due_at in by_state.annotate(Count("pk"), Min("due_at")):
        items[run][state] = Items(number, due_at)
    tries: defaultdict[int, dict[str, Tries]] = defaultdict(dict)
    last = Q(number=F("item__takings"), item__state=State.FAILED)
    by_outcome = ItemTry.objects.filter(item__run__in=runs).order_by().values_list("item__run", "outcome")
    for run, outcome, *numbers in by_outcome.annotate(
        Count("pk"), final=Count("pk", filter=last), tokens=Sum(F("tokens_in") + F("tokens_out"))
    ):
        tries[run][outcome] = Tries(*numbers)
    return {run.pk: describe_run(run, items[run.pk], tries[run.pk]) for run in runs}


def describe_run(run: AgentRun, items: Mapping[str, Items], tries: Mapping[str, Tries]) -> Progress:
    """A run by its items in each state and its tries with each outcome."""
    answered, failed, due = (items.get(state, Items(0, None)) for state in (State.ANSWERED, State.FAILED, State.DUE))
    ended = [(kind, tries[kind.value]) for kind in Failure if kind.value in tries]
    return Progress(
        total=answered.number + failed.number + due.number,
        answered=answered.number,
        failed=failed.number,
        tries=sum(one.number for one in tries.values()),
        tokens=sum(one.tokens for one in tries.values()),
        kinds=tuple(Kind(kind.value, kind.label, one.number, one.final) for kind, one in ended),
        spent=write_dollars(run.spent),
        next_at=due.due_at,
    )


def guess_seconds_left(run: AgentRun, progress: Progress) -> int | None:
    """How long the rest takes at the pace so far; None before a tenth is done."""
    if not run.is_on or progress.percent < ENOUGH_DONE or run.started_at is None or run.heartbeat_at is None:
        return None
    passed = (run.heartbeat_at - run.started_at).total_seconds()
    return round(passed * (progress.total - progress.done) / progress.done)


def describe_progress(progress: Progress) -> list[str]:
    """The same in lines for a terminal."""
    spent = f"; it cost {progress.spent}" if progress.spent != write_dollars(0) else ""
    lines = [f"{progress.answered:,} of {progress.total:,} stimuli answered in {progress.tries:,} tries{spent}."]
    for kind in progress.kinds:
        lines.append(f"  {kind.title}: {kind.tries:,} tries, and the last word on {kind.items:,} stimuli")
    return lines


def list_failed(run: AgentRun, *, kind: str, most: int) -> list[ItemTry]:
    """Tries that ended in a kind of failure, the newest first, with their raw replies."""
    tries = ItemTry.objects.filter(item__run=run, outcome=kind).select_related("item__stimulus")
    return list(tries.order_by("-pk")[:most])
