"""Whether and when a stimulus without an answer is asked about again."""

import random
from datetime import datetime, timedelta
from typing import Any

from agents.ai_agents.answers import Failure, NoAnswer
from agents.models import AgentRun, RunItem

FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=5), timedelta(minutes=10)
MOST_BUSY = 8  # tries at which the service failed for now: more than half an hour with the waits between
FINAL = frozenset({Failure.CANNOT_TAKE, Failure.SERVICE_REFUSED})
State = RunItem.State


def decide(run: AgentRun, item: RunItem, failure: NoAnswer, *, at: datetime, rng: random.Random) -> dict[str, Any]:
    """Whether and when an item without an answer is asked again, by the run's rule."""
    if failure.kind in FINAL:
        return {"state": State.FAILED}
    if failure.kind == Failure.SERVICE_BUSY:
        again = item.busy_tries + 1 < MOST_BUSY
        due_at = at + find_wait(item.busy_tries, failure.wait_seconds, rng)
        return {"state": State.DUE if again else State.FAILED, "busy_tries": item.busy_tries + 1, "due_at": due_at}
    again = item.tries + 1 < run.most_tries
    return {"state": State.DUE if again else State.FAILED, "tries": item.tries + 1, "due_at": at}


def find_wait(failures: int, asked: float | None, rng: random.Random) -> timedelta:
    """As long as the service asks for, or twice as long each time up to ten minutes; never all at the same moment."""
    wait: timedelta = min(FIRST_WAIT * 2 ** min(failures, 10), LONGEST_WAIT)
    seconds = max(asked or 0.0, wait.total_seconds())
    return timedelta(seconds=seconds * rng.uniform(1.0, 1.2))
