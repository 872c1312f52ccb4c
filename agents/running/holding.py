"""Items of a run in the hands of a worker: taken for some minutes, held a little longer at each call, given back."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from agents.models import AgentRun, RunItem
from agents.running.ending import stop
from agents.running.pricing import read_price
from turingapp.errors import TuringError
from turingapp.words import say_later

HOLD = timedelta(minutes=10)  # after which an item is taken up by another worker; a single call is far shorter
SHORT_WAIT = timedelta(seconds=5)  # that a worker sits out; before a longer one it takes nothing and does other work
Clock = Callable[[], datetime]
Wait = Callable[[float], None]


class Superseded(TuringError):
    """The run was canceled or stopped, or another worker has taken the item up."""


@transaction.atomic
def take_items(run: AgentRun, *, most: int, at: datetime) -> list[RunItem]:
    """Items that are due and held by nobody, now held by this worker; none where the run is not on.

    A run whose next item may pass its cap stops: what is spent, and what is expected of items that are held, counts.
    """
    locked = AgentRun.objects.select_for_update(no_key=True).filter(pk=run.pk, state__in=AgentRun.ACTIVE).first()
    if locked is None or (locked.next_call_at is not None and locked.next_call_at - at > SHORT_WAIT):
        return []
    due = RunItem.objects.filter(run=locked, state=RunItem.State.DUE)
    held = due.filter(held_until__gt=at).count()
    free = due.filter(Q(held_until=None) | Q(held_until__lte=at), due_at__lte=at)
    affordable = count_affordable(locked, most, held=held)
    items = list(free.select_related("stimulus").order_by("due_at", "pk")[:affordable])
    for item in items:
        item.takings, item.held_until = item.takings + 1, at + HOLD
    RunItem.objects.bulk_update(items, ("takings", "held_until"))
    locked.state, locked.heartbeat_at = locked.State.RUNNING, at
    locked.started_at = locked.started_at or at
    if not affordable and not held:
        stop(
            locked,
            say_later("The next item may cost more than what is left of the cap; raise the cap and go on."),
            at=at,
        )
    locked.save(update_fields=("state", "heartbeat_at", "started_at", "problem", "over_at"))
    return items


def count_affordable(run: AgentRun, most: int, *, held: int) -> int:
    """How many items may be taken without passing the run's cap, where so many are held already."""
    if run.cap is None or not any(read_price(run)):
        return most
    left = run.cap - run.spent - held * run.expected
    if run.expected:
        return max(0, min(most, left // run.expected))
    return most if left > 0 else 0


@dataclass(frozen=True, slots=True)
class Hold:
    """One worker's hold of one item: who asks for leave before each call waits for the run's next free moment."""

    run: AgentRun
    item: RunItem
    clock: Clock
    wait: Wait = time.sleep

    def ask_leave(self) -> None:
        """Hold the item a little longer, and wait until the run may call again; raises Superseded."""
        at = self.clock()
        mine = RunItem.objects.filter(
            pk=self.item.pk, state=RunItem.State.DUE, takings=self.item.takings, run__state__in=AgentRun.ACTIVE
        )
        slot = self.find_slot(at)
        if not mine.update(held_until=max(slot, at) + HOLD):
            raise Superseded(f"{self.run} is not on any more, or its item {self.item.pk} was taken up by another.")
        if slot > at:
            self.wait((slot - at).total_seconds())

    def find_slot(self, at: datetime) -> datetime:
        """When this worker may call; the next call of any worker comes a minute's share later."""
        if self.run.per_minute is None:
            return at
        with transaction.atomic():
            run = AgentRun.objects.select_for_update(no_key=True).get(pk=self.run.pk)
            slot = max(at, run.next_call_at or at)
            run.next_call_at = slot + timedelta(minutes=1) / self.run.per_minute
            run.save(update_fields=("next_call_at",))
        return slot
