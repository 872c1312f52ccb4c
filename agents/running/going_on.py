"""A run that has ended goes on."""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef

from agents.adding import find_system
from agents.failures import Failure
from agents.models import AgentRun, ItemTry, Response, RunItem
from agents.running.pricing import expect_cost, read_price
from agents.running.queuing import name_answer
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later

AGAIN = [str(kind) for kind in Failure if kind != Failure.CANNOT_TAKE]


@transaction.atomic
def go_on(run: AgentRun, *, kinds: list[str], cap: int | None, at: datetime) -> int:
    """Ask again about the items that failed in one of these ways, and about those that are still due; how many.

    Raises InvalidPayload where another run of the same is on, or the agent cannot be asked any more. The cap is set
    anew, and what an item is expected to cost by the tries so far. A run that is on stays as it is: what its workers
    have in hand is theirs.
    """
    locked = AgentRun.objects.select_for_update(no_key=True).select_related("agent").get(pk=run.pk)
    if locked.is_on:
        return RunItem.objects.filter(run=locked, state=RunItem.State.DUE).count()
    settle_answered(locked)
    failed = RunItem.objects.filter(run=locked, state=RunItem.State.FAILED)
    last = ItemTry.objects.filter(item__in=failed, number=F("item__takings"), outcome__in=kinds)
    again = {"state": RunItem.State.DUE, "due_at": at, "tries": 0, "busy_tries": 0, "held_until": None}
    failed.filter(pk__in=list(last.values_list("item", flat=True))).update(**again)
    # What was in hand when the run stopped has nobody any more.
    due = RunItem.objects.filter(run=locked, state=RunItem.State.DUE).update(held_until=None)
    if not due:
        return 0
    locked.state, locked.problem, locked.over_at = AgentRun.State.QUEUED, "", None
    locked.refused_in_a_row, locked.cap = 0, cap
    price = read_price(locked)
    locked.expected = expect_cost(locked.agent, find_system(locked.agent), task=run.task, price=price, turns=run.turns)
    try:
        with transaction.atomic():
            locked.save(update_fields=("state", "problem", "over_at", "refused_in_a_row", "cap", "expected"))
    except IntegrityError:
        rule = say_later("another run of it over %(task)s/%(pool)s is on already", task=run.task, pool=run.pool)
        raise InvalidPayload([Problem("agent", repr(run.agent.slug), rule)]) from None
    return due


def settle_answered(run: AgentRun) -> None:
    """Items that another run has answered since are not asked again."""
    answers = Response.objects.filter(stimulus=OuterRef("stimulus"), key=name_answer(run.agent, run.partner))
    items = RunItem.objects.filter(run=run).exclude(state=RunItem.State.ANSWERED)
    items.filter(Exists(answers)).update(state=RunItem.State.ANSWERED, held_until=None)
