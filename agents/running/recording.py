"""What came of asking is written: answers as responses, all else as tries with their reason; and runs end."""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from agents.ai_agents.answers import Answer, Failure, NoAnswer
from agents.formats.base import Author, ResponseRow, StimulusRow
from agents.loading import load_responses
from agents.loading_keys import make_raw
from agents.models import Agent, AgentRun, ItemTry, Origin, Provenance, RunItem
from agents.normalizing import make_storable
from agents.running.holding import stop
from agents.running.pricing import cost, read_price
from agents.running.queuing import ACTIVE, name_answer
from agents.tasks import TASKS
from turingapp.errors import Problem

FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=5), timedelta(minutes=10)
MOST_BUSY = 8  # tries at which the service failed for now: more than half an hour with the waits between
MOST_REFUSED = 3  # items in a row that the service refused for good, after which the run stops
MOST_SENTENCE = 1_000  # characters of a reason
MOST_RAW = 20_000  # characters of a raw reply that are kept
FINAL = frozenset({Failure.CANNOT_TAKE, Failure.SERVICE_REFUSED})
UNSAID = FINAL | {Failure.SERVICE_BUSY}
State = RunItem.State


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of asking about an item once."""

    item: RunItem
    result: Answer | NoAnswer


@transaction.atomic
def record(run: AgentRun, outcomes: Sequence[Outcome], *, at: datetime, rng: random.Random) -> None:
    """Write down what came of some items, their cost, and whether the run is over; the run is locked first."""
    locked = AgentRun.objects.select_for_update().get(pk=run.pk)
    refused = store_answers(locked, outcomes, at=at)
    for outcome in outcomes:
        result = refused.get(outcome.item.pk, outcome.result)
        write_try(locked, outcome.item, result, at=at)
        settle(locked, outcome.item, result, at=at, rng=rng)
    locked.heartbeat_at = at
    if locked.state in ACTIVE:
        conclude(locked, at=at)
    locked.save(update_fields=("spent", "refused_in_a_row", "heartbeat_at", "state", "problem", "over_at"))


def store_answers(run: AgentRun, outcomes: Sequence[Outcome], *, at: datetime) -> dict[int, NoAnswer]:
    """Load the answers as responses; those that loading refused, by item, as no answers."""
    answered = [(outcome.item, outcome.result) for outcome in outcomes if isinstance(outcome.result, Answer)]
    if not answered:
        return {}
    rows = list(make_rows(run, answered))
    loaded = load_responses(rows, task=TASKS[run.task], pool=run.pool, provenance=Provenance.COMPUTED, at=at)
    where = {row.where: item for row, item in zip(rows, answered, strict=True)}
    return {where[problem.where][0].pk: refuse(where[problem.where][1], problem) for problem in loaded.refused}


def refuse(answer: Answer, problem: Problem) -> NoAnswer:
    """An answer that cannot be stored."""
    sentence = f"{problem.field} is {problem.value}: {problem.rule}."
    return NoAnswer(Failure.RULE_BROKEN, sentence, raw=answer.raw or answer.payload, usage=answer.usage)


def make_rows(run: AgentRun, answered: Sequence[tuple[RunItem, Answer]]) -> Iterator[ResponseRow]:
    """Answers as rows to load."""
    key = name_answer(run.agent)
    authors = tuple(name_author(run.agent, role) for role in TASKS[run.task].roles)
    for item, answer in answered:
        where = f"{run.agent.slug} on {item.stimulus}"
        yield ResponseRow(where, StimulusRow(where, item.stimulus.key, {}), authors, answer.payload, key=key)


def name_author(agent: Agent, role: str) -> Author:
    """An AI agent as the author of a response."""
    return Author(role, Origin.AI, agent.slug, title=agent.title, details=agent.details)


def write_try(run: AgentRun, item: RunItem, result: Answer | NoAnswer, *, at: datetime) -> None:
    """One try with its raw reply and its cost."""
    usage = result.usage
    price = cost(usage, read_price(run)) or (run.expected if was_said(result) else 0)
    failed = isinstance(result, NoAnswer)
    facts = {
        "outcome": result.kind if isinstance(result, NoAnswer) else ItemTry.ANSWERED,
        "sentence": shorten_sentence(str(result)) if failed else "",
        "raw": shorten(result.raw),
        "calls": usage.calls,
        "tokens_in": usage.tokens_in,
        "tokens_out": usage.tokens_out,
        "cost": price,
        "at": at,
    }
    # A worker that was slow may bring its result after another: both were asked, and both are kept.
    ItemTry.objects.update_or_create(item=item, number=item.takings, defaults=facts)
    run.spent += price


def was_said(result: Answer | NoAnswer) -> bool:
    """Whether a reply came, which is paid for: where nobody counted its tokens it costs what was expected."""
    return isinstance(result, Answer) or result.kind not in UNSAID


def settle(run: AgentRun, item: RunItem, result: Answer | NoAnswer, *, at: datetime, rng: random.Random) -> None:
    """What becomes of an item after a try, as long as this worker holds it."""
    facts: dict[str, Any] = {"held_until": None, "state": State.ANSWERED}
    if isinstance(result, NoAnswer):
        facts |= decide(run, item, result, at=at, rng=rng)
    run.refused_in_a_row = run.refused_in_a_row + 1 if is_refused(result) else 0
    RunItem.objects.filter(pk=item.pk, state=State.DUE, takings=item.takings).update(**facts)


def is_refused(result: Answer | NoAnswer) -> bool:
    """Whether a service refused for good."""
    return isinstance(result, NoAnswer) and result.kind == Failure.SERVICE_REFUSED


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


def conclude(run: AgentRun, *, at: datetime) -> None:
    """A locked run ends where nothing is due any more, and stops where the service refuses one item after the other."""
    if not RunItem.objects.filter(run=run, state=State.DUE).exists():
        run.state, run.over_at = run.State.FINISHED, at
    elif run.refused_in_a_row >= MOST_REFUSED:
        last = ItemTry.objects.filter(item__run=run, outcome=Failure.SERVICE_REFUSED).order_by("-pk").first()
        stop(run, f"The service refused {MOST_REFUSED} items in a row: {last.sentence if last else ''}", at=at)


@transaction.atomic
def stop_run(run: AgentRun, problem: str, *, at: datetime) -> None:
    """Stop a run that is on, with the reason."""
    locked = AgentRun.objects.select_for_update().filter(pk=run.pk, state__in=ACTIVE).first()
    if locked is not None:
        stop(locked, problem, at=at)
        locked.save(update_fields=("state", "problem", "over_at"))


def shorten_sentence(sentence: str) -> str:
    """A reason as it can be kept: it may hold what a service said."""
    kept = make_storable(sentence)
    return kept if len(kept) <= MOST_SENTENCE else f"{kept[:MOST_SENTENCE]}…"


def shorten(raw: Any) -> Any:
    """A raw reply as it can be kept: whole, or the beginning of its JSON where it is long."""
    kept = make_raw(raw)
    text = json.dumps(kept, ensure_ascii=False)
    return kept if len(text) <= MOST_RAW else f"{text[:MOST_RAW]}…"
