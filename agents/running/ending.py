"""A run ends: because nothing is due any more, because it stops by itself, or because it is canceled."""

from datetime import datetime

from django.db import transaction

from agents.failures import Failure
from agents.models import AgentRun, ItemTry, RunItem
from turingapp.words import say_later

MOST_REFUSED = 3  # items in a row that the service refused for good, after which the run stops


def conclude(run: AgentRun, *, at: datetime) -> None:
    """A locked run ends where nothing is due any more, and stops where the service refuses one item after the other."""
    if not RunItem.objects.filter(run=run, state=RunItem.State.DUE).exists():
        run.state, run.over_at = run.State.FINISHED, at
    elif run.refused_in_a_row >= MOST_REFUSED:
        last = ItemTry.objects.filter(item__run=run, outcome=Failure.SERVICE_REFUSED).order_by("-pk").first()
        stop(
            run,
            say_later(
                "The service refused %(number)s items in a row: %(fault)s",
                number=MOST_REFUSED,
                fault=last.sentence if last else "",
            ),
            at=at,
        )


def stop(run: AgentRun, problem: str, *, at: datetime) -> None:
    """A locked run does not go on by itself; not saved."""
    run.state, run.problem, run.over_at = run.State.STOPPED, problem, at


@transaction.atomic
def stop_run(run: AgentRun, problem: str, *, at: datetime) -> None:
    """Stop a run that is on, with the reason."""
    locked = AgentRun.objects.select_for_update(no_key=True).filter(pk=run.pk, state__in=AgentRun.ACTIVE).first()
    if locked is not None:
        stop(locked, problem, at=at)
        locked.save(update_fields=("state", "problem", "over_at"))


def cancel_run(run: AgentRun, *, at: datetime) -> bool:
    """End a run that is not over: nothing more is asked. False where it was over already."""
    open_states = (*AgentRun.ACTIVE, AgentRun.State.STOPPED)
    canceled = AgentRun.objects.filter(pk=run.pk, state__in=open_states)
    return bool(canceled.update(state=AgentRun.State.CANCELED, over_at=at))
