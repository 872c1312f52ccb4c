"""A run is carried out: items are asked one after the other outside any transaction, and what came of it is written.

Any number of workers may carry out the same run. What a worker that was killed had in hand is taken up again after some
minutes; what is written is never asked again.
"""

import random
import time
from collections.abc import Sequence
from datetime import timedelta

from django.db.models import Count, Exists, OuterRef, Q
from django.utils import timezone

from agents.adding import find_system
from agents.ai_agents.answers import Failure, NoAnswer
from agents.ai_agents.base import AIAgent
from agents.asking import ask
from agents.models import AgentRun, RunItem
from agents.running.ending import stop_run
from agents.running.holding import SHORT_WAIT, Clock, Hold, Superseded, Wait, take_items
from agents.running.recording import Outcome, record
from turingapp.errors import ModelNotHere, TuringError
from turingapp.words import say_later

AT_ONCE = 50  # of what costs nothing to ask again; anything else is written down one by one
SLICE = timedelta(seconds=20)
MOST_LOST = 3
LOST = NoAnswer(
    Failure.CANNOT_TAKE,
    say_later(
        "Asking about it broke off %(times)s times without a result; the log of the worker says why.", times=MOST_LOST
    ),
)


def carry_on_all(*, clock: Clock = timezone.now, rng: random.Random, wait: Wait = time.sleep) -> int:
    """Carry out what is due of all runs, for some seconds in all; how many items were asked. Any worker may do it."""
    at = clock()
    due = RunItem.objects.filter(run=OuterRef("pk"), state=RunItem.State.DUE, due_at__lte=at)
    free = due.filter(Q(held_until=None) | Q(held_until__lte=at))
    paced = Q(next_call_at=None) | Q(next_call_at__lte=at + SHORT_WAIT)
    runs = list(AgentRun.objects.filter(paced, Exists(free), state__in=AgentRun.ACTIVE).order_by("heartbeat_at", "pk"))
    seconds = SLICE.total_seconds() / max(len(runs), 1)
    return sum(carry_out(run, seconds=seconds, clock=clock, rng=rng, wait=wait) for run in runs)


def carry_out(run: AgentRun, *, seconds: float, clock: Clock, rng: random.Random, wait: Wait = time.sleep) -> int:
    """Ask what is due of a run for some seconds; how many items were asked."""
    ends = clock() + timedelta(seconds=seconds)
    try:
        systems = [find_system(agent) for agent in (run.agent, run.partner) if agent is not None]
        problem = " ".join(lack for system in systems for lack in system.find_lacks())
    except TuringError as error:
        problem = f"{error}."
    if problem:
        stop_run(run, problem, at=clock())
        return 0
    asked = 0
    most = 1 if need_much(systems) else AT_ONCE
    while clock() < ends and (items := take_items(run, most=most, at=clock())):
        lost = [Outcome(item, LOST) for item in find_lost(items)]
        known = {outcome.item.pk for outcome in lost}
        rest = [item for item in items if item.pk not in known]
        try:
            tried = (try_item(systems, run, item, clock=clock, wait=wait) for item in rest)
            outcomes = [outcome for outcome in tried if outcome is not None]
        except ModelNotHere as error:  # a file that is there and holds no model
            stop_run(run, str(error), at=clock())
            return asked
        record(run, [*lost, *outcomes], at=clock(), rng=rng)
        asked += len(items)
    return asked


def find_lost(items: Sequence[RunItem]) -> list[RunItem]:
    """Those that several workers took in hand and none came back from."""
    kept = RunItem.objects.filter(pk__in=[item.pk for item in items]).annotate(kept=Count("all_tries"))
    counts = dict(kept.values_list("pk", "kept"))
    return [item for item in items if item.takings - 1 - counts[item.pk] >= MOST_LOST]


def need_much(systems: Sequence[AIAgent]) -> bool:
    """Whether one of them needs a service or a model, so that an answer takes its time."""
    return any(system.needs for system in systems)


def try_item(systems: Sequence[AIAgent], run: AgentRun, item: RunItem, *, clock: Clock, wait: Wait) -> Outcome | None:
    """What comes of asking about one item; None where somebody else has it, or nobody any more."""
    hold = Hold(run, item, clock, wait)
    # What needs nothing answers at once: a look at the database before each would take longer than the answer.
    leave = hold.ask_leave if need_much(systems) or run.per_minute else lambda: None
    try:
        return Outcome(item, ask(systems, item.stimulus, make_rng(run, item), turns=run.turns, pace=leave))
    except NoAnswer as error:
        return Outcome(item, error)
    except Superseded:
        return None


def make_rng(run: AgentRun, item: RunItem) -> random.Random:
    """A generator for each item and try, so that an answer does not depend on which others were asked."""
    return random.Random(f"{run.seed}/{run.agent.slug}/{item.stimulus.key}/{item.tries}")
