"""How far a run is and what came of it, in numbers, for pages and the command."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Min, Q, Sum

from agents.failures import Failure
from agents.models import AgentRun, ItemTry, RunItem
from agents.running.pricing import write_dollars

ENOUGH_DONE = 10  # per cent, from which the pace so far says something


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
    states = dict(RunItem.objects.filter(run=run).values_list("state").annotate(Count("pk")))
    tries = ItemTry.objects.filter(item__run=run)
    last = Q(number=F("item__takings"), item__state=RunItem.State.FAILED)
    grouped = tries.values_list("outcome").annotate(ended=Count("pk"), ended_for_good=Count("pk", filter=last))
    counts = {kind: (every, final) for kind, every, final in grouped}
    sums = tries.aggregate(Sum("tokens_in"), Sum("tokens_out"))
    due = RunItem.objects.filter(run=run, state=RunItem.State.DUE)
    return Progress(
        total=sum(states.values()),
        answered=states.get(RunItem.State.ANSWERED, 0),
        failed=states.get(RunItem.State.FAILED, 0),
        tries=sum(every for every, _ in counts.values()),
        tokens=(sums["tokens_in__sum"] or 0) + (sums["tokens_out__sum"] or 0),
        kinds=tuple(Kind(kind.value, kind.label, *counts[kind.value]) for kind in Failure if kind.value in counts),
        spent=write_dollars(run.spent),
        next_at=due.aggregate(Min("due_at"))["due_at__min"],
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
