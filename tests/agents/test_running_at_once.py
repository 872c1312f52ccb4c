"""Several workers on one run at the same time: each stimulus is asked about once, at the run's pace, under its cap."""

import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from agents.adding import add_agent, find_agent
from agents.ai_agents import AI_AGENTS
from agents.models import Agent, AgentRun, ItemTry, Response
from agents.running.carrying_out import carry_out
from agents.running.pricing import Price
from agents.running.queuing import queue_run
from agents.running.rules import Rules
from tests.agents.scripted_system import ASKED, PATH
from tests.at_once import run_at_once
from tests.builders import make_stimulus

pytestmark = pytest.mark.django_db(transaction=True)
WORKERS, STIMULI = 4, 20


@pytest.fixture(autouse=True)
def scripted(settings: Any) -> Iterator[None]:
    settings.EXTRA_PLUGINS = {**settings.EXTRA_PLUGINS, "AI agent": [PATH]}
    AI_AGENTS.forget()
    ASKED.clear()
    yield
    AI_AGENTS.forget()


def queue(**rules: Any) -> AgentRun:
    for number in range(STIMULI):
        make_stimulus(task="association", key=f"c{number:02}", payload={"cue": f"c{number:02}", "prompt": None})
    at = timezone.now()
    run = queue_run(find_agent("scripted", at=at), task="association", pool="tests", rules=Rules(**rules), at=at)
    assert run is not None
    return run


def work(run: AgentRun, *, at: datetime, waits: list[float]) -> AgentRun:
    def go(number: int) -> int:
        return carry_out(run, seconds=60, clock=lambda: at, rng=random.Random(number), wait=waits.append)

    run_at_once(go, WORKERS)
    run.refresh_from_db()
    return run


def test_each_stimulus_is_asked_about_once() -> None:
    run = work(queue(), at=timezone.now(), waits=[])
    assert run.state == AgentRun.State.FINISHED
    assert {f"c{number:02}": 1 for number in range(STIMULI)} == ASKED
    assert Response.objects.count() == ItemTry.objects.count() == STIMULI


def test_the_cap_holds_for_all_together() -> None:
    price = Price(tokens_in=1_000_000, tokens_out=10_000_000)  # $0.002 for each of Scripted's answers
    run = work(queue(cap=15_000, price=price), at=timezone.now(), waits=[])
    assert run.spent == 14_000
    assert ASKED.total() == 7


def test_calls_of_all_workers_together_keep_the_pace() -> None:
    run = queue(per_minute=60)
    at, waits = timezone.now(), []
    work(run, at=at, waits=waits)
    # The clock stands still: a call each second is given out until the wait is too long for a worker to sit out.
    assert sorted(waits) == [float(number) for number in range(1, len(waits) + 1)]
    assert ASKED.total() == len(waits) + 1 <= 5 + WORKERS
    assert AgentRun.objects.get().next_call_at == at + timedelta(seconds=len(waits) + 1)


def test_agents_that_are_added_under_one_name_at_once_get_names_of_their_own() -> None:
    def add(number: int) -> str:
        system = AI_AGENTS["scripted"].with_settings({"model": f"m{number % 2}"})
        return add_agent(system, at=timezone.now(), title="Mine").slug

    names = run_at_once(add, 2 * WORKERS)
    assert set(names) == {"mine", "mine-2"}
    assert Agent.objects.filter(system="scripted").count() == 2
