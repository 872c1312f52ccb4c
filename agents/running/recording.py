"""What came of asking is written: answers as responses, all else as tries with their reason; and runs end."""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from agents.ai_agents.answers import Answer, Failure, NoAnswer
from agents.formats.base import Author, ResponseRow, StimulusRow
from agents.loading import load_responses
from agents.loading_keys import make_raw
from agents.models import Agent, AgentRun, ItemTry, Origin, Provenance, RunItem
from agents.normalizing import make_storable
from agents.running.ending import conclude
from agents.running.pricing import cost, read_price
from agents.running.queuing import name_answer
from agents.running.retrying import FINAL, decide
from agents.tasks import TASKS
from turingapp.errors import Problem

MOST_SENTENCE = 1_000  # characters of a reason
MOST_RAW = 20_000  # characters of a raw reply that are kept
TAKEN = "key"  # what is wrong of a response where there is one of the agent already
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
    locked = AgentRun.objects.select_for_update(no_key=True).get(pk=run.pk)
    refused = store_answers(locked, outcomes, at=at)
    for outcome in outcomes:
        result = refused.get(outcome.item.pk, outcome.result)
        write_try(locked, outcome.item, result, at=at)
        settle(locked, outcome.item, result, at=at, rng=rng)
    locked.heartbeat_at = at
    if locked.state in AgentRun.ACTIVE:
        conclude(locked, at=at)
    locked.save(update_fields=("spent", "refused_in_a_row", "heartbeat_at", "state", "problem", "over_at"))


def store_answers(run: AgentRun, outcomes: Sequence[Outcome], *, at: datetime) -> dict[int, NoAnswer]:
    """Load the answers as responses; those that loading refused, by item, as no answers.

    Where a worker that was thought lost has answered meanwhile, what it brought stays, and the item is answered.
    """
    answered = [(outcome.item, outcome.result) for outcome in outcomes if isinstance(outcome.result, Answer)]
    if not answered:
        return {}
    rows = list(make_rows(run, answered))
    loaded = load_responses(rows, task=TASKS[run.task], pool=run.pool, provenance=Provenance.COMPUTED, at=at)
    where = {row.where: item for row, item in zip(rows, answered, strict=True)}
    return {
        where[problem.where][0].pk: refuse(where[problem.where][1], problem)
        for problem in loaded.refused
        if problem.field != TAKEN
    }


def refuse(answer: Answer, problem: Problem) -> NoAnswer:
    """An answer that cannot be stored."""
    sentence = f"{problem.field} is {problem.value}: {problem.rule}."
    return NoAnswer(Failure.RULE_BROKEN, sentence, raw=answer.raw or answer.payload, usage=answer.usage)


def make_rows(run: AgentRun, answered: Sequence[tuple[RunItem, Answer]]) -> Iterator[ResponseRow]:
    """Answers as rows to load."""
    key = name_answer(run.agent, run.partner)
    speakers = (run.agent, run.partner or run.agent)
    authors = tuple(name_author(agent, role) for agent, role in zip(speakers, TASKS[run.task].roles, strict=False))
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
    """What becomes of an item after a try: answered whoever brought the answer, all else if this worker holds it."""
    run.refused_in_a_row = run.refused_in_a_row + 1 if is_refused(result) else 0
    if isinstance(result, Answer):
        RunItem.objects.filter(pk=item.pk).update(held_until=None, state=State.ANSWERED)
        return
    facts = {"held_until": None, **decide(run, item, result, at=at, rng=rng)}
    RunItem.objects.filter(pk=item.pk, state=State.DUE, takings=item.takings).update(**facts)


def is_refused(result: Answer | NoAnswer) -> bool:
    """Whether a service refused for good."""
    return isinstance(result, NoAnswer) and result.kind == Failure.SERVICE_REFUSED


def shorten_sentence(sentence: str) -> str:
    """A reason as it can be kept: it may hold what a service said."""
    kept = make_storable(sentence)
    return kept if len(kept) <= MOST_SENTENCE else f"{kept[:MOST_SENTENCE]}…"


def shorten(raw: Any) -> Any:
    """A raw reply as it can be kept: whole, or the beginning of its JSON where it is long."""
    kept = make_raw(raw)
    text = json.dumps(kept, ensure_ascii=False)
    return kept if len(text) <= MOST_RAW else f"{text[:MOST_RAW]}…"
