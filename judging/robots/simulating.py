"""Sends robots to a simulated study, several at a time, and sums up how their visits ended."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice

import httpx
from django.db import connections

from judging.models import Study
from judging.robots.kinds import Robot, make_robot
from judging.robots.serving import serving
from judging.robots.visiting import Ending, Outcome, visit
from turingapp.errors import NotEligible, RobotStuck

PATIENCE_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Summary:
    """What became of a run of robots."""

    endings: Counter[Ending]
    trials: int
    seconds: float
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """How many robots of which kind, how good, how many at a time."""

    judges: int
    kind: str
    skill: float = 1.0
    seed: int = 0
    parallel: int = 4


def simulate(
    study: Study, plan: Plan, *, url: str | None = None, note: Callable[[Outcome], object] = lambda outcome: None
) -> Summary:
    """Send the robots of `plan` through the pages at `url`, or of a server of their own; a refusal ends the run.

    Raises NotEligible where the study is open to people, RobotStuck where a page leads nowhere or no server answers.
    """
    if not study.is_simulated:
        raise NotEligible(
            f"The study {study.slug!r} is for people and admits no robots; "
            "open a copy for them with `manage.py open_study FILE --simulated`."
        )
    seed = f"{plan.seed}/{study.slug}"
    robots = [make_robot(plan.kind, number=n, skill=plan.skill, seed=seed) for n in range(plan.judges)]
    start = time.monotonic()
    outcomes = []
    with connecting(url, hands=2 * plan.parallel) as client:
        for outcome in send_robots(client, study, robots, parallel=plan.parallel):
            note(outcome)
            outcomes.append(outcome)
    refusals = [outcome.said for outcome in outcomes if outcome.ending == Ending.REFUSED]
    return Summary(
        Counter(outcome.ending for outcome in outcomes),
        sum(outcome.trials for outcome in outcomes),
        time.monotonic() - start,
        refusals[0] if refusals else "",
    )


@contextmanager
def connecting(url: str | None, *, hands: int) -> Iterator[httpx.Client]:
    """A client of the server at `url`, or of one that runs as long as the block."""
    if url is None:
        with serving() as own_url, connecting(own_url, hands=hands) as client:
            yield client
        return
    limits = httpx.Limits(max_connections=hands, max_keepalive_connections=hands)
    try:
        with httpx.Client(
            base_url=url, follow_redirects=True, timeout=PATIENCE_SECONDS, limits=limits, trust_env=False
        ) as client:
            yield client
    except httpx.TransportError as error:
        raise RobotStuck(f"The server at {url} does not answer ({error}); start it, or leave --url out.") from error


def send_robots(client: httpx.Client, study: Study, robots: Iterable[Robot], *, parallel: int) -> Iterator[Outcome]:
    """The outcomes as they come in; after a refusal no more robots are sent."""
    coming, is_full = iter(robots), False
    with ThreadPoolExecutor(parallel) as pool:
        running: set[Future[Outcome]] = set()
        while True:
            if not is_full:
                running |= {
                    pool.submit(visit_alone, client, study, robot) for robot in islice(coming, parallel - len(running))
                }
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                outcome = future.result()
                is_full = is_full or outcome.ending == Ending.REFUSED
                yield outcome


def visit_alone(client: httpx.Client, study: Study, robot: Robot) -> Outcome:
    """One visit; what its thread opened to the database is closed again."""
    try:
        return visit(client, study, robot)
    finally:
        connections.close_all()
