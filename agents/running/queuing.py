"""Runs are asked for, canceled, and go on after they have stopped."""

from dataclasses import dataclass, field
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef

from agents.adding import find_system
from agents.ai_agents.answers import Failure
from agents.loading_keys import LONGEST_KEY, digest
from agents.models import Agent, AgentRun, ItemTry, Response, RunItem, Stimulus
from agents.running.pricing import Price, expect_cost
from agents.tasks import TASKS
from turingapp.errors import InvalidPayload, Problem

AT_ONCE = 1000
MOST_TRIES, MOST_TURNS = 20, 100
MOST_STIMULI, MOST_PER_MINUTE = 10**9, 1_000_000
MOST_MONEY = 10**15  # a billion dollars
MOST_SEED = 2**63 - 1
ACTIVE = (AgentRun.State.QUEUED, AgentRun.State.RUNNING)


@dataclass(frozen=True, slots=True)
class Rules:
    """By which rules a run goes; prices and the cap in millionths of a US dollar."""

    limit: int | None = None  # at most so many stimuli, by their names
    seed: int = 0
    turns: int = 12
    most_tries: int = 3
    per_minute: int | None = None
    cap: int | None = None
    price: Price = field(default_factory=Price)

    def check(self) -> None:
        """Raise InvalidPayload for rules by which nothing can be asked."""
        ranges = {
            "limit": (self.limit, 1, MOST_STIMULI),
            "seed": (self.seed, -MOST_SEED, MOST_SEED),
            "tries": (self.most_tries, 1, MOST_TRIES),
            "turns": (self.turns, 2, MOST_TURNS),
            "calls per minute": (self.per_minute, 1, MOST_PER_MINUTE),
            "cap": (self.cap, 0, MOST_MONEY),
            "price": (min(self.price), 0, None),
            "highest price": (max(self.price), None, MOST_MONEY),
        }
        problems = [
            Problem(name, repr(value), f"it should be {say_range(least, most)}")
            for name, (value, least, most) in ranges.items()
            if value is not None and ((least is not None and value < least) or (most is not None and value > most))
        ]
        if problems:
            raise InvalidPayload(problems)


def say_range(least: int | None, most: int | None) -> str:
    """What a number should be."""
    told = ((least, f"at least {least}"), (most, f"at most {most}"))
    return " and ".join(text for bound, text in told if bound is not None)


def queue_run(agent: Agent, *, task: str, pool: str, rules: Rules, at: datetime) -> AgentRun | None:
    """A new run over the stimuli of a pool that the agent has not answered; None where it has answered them all.

    Raises InvalidPayload where the agent cannot do the task or lacks something here, the rules or the pool are of no
    use, or a run of the same is on.
    """
    rules.check()
    system = find_system(agent)
    if task not in system.list_tasks():
        raise system.refuse_task(task)
    lacks = system.find_lacks()
    if lacks:
        raise InvalidPayload([Problem("agent", repr(agent.slug), " ".join(lacks))])
    stimuli = list_unanswered(agent, task=task, pool=pool)[: rules.limit]
    if not stimuli:
        return None
    run = AgentRun(
        agent=agent,
        task=task,
        pool=pool,
        seed=rules.seed,
        turns=rules.turns,
        most_tries=rules.most_tries,
        per_minute=rules.per_minute,
        call_price=rules.price.calls,
        price_in=rules.price.tokens_in,
        price_out=rules.price.tokens_out,
        cap=rules.cap,
        expected=expect_cost(agent, system, task=task, price=rules.price, turns=rules.turns),
        created_at=at,
    )
    write_run(run, stimuli)
    return run


def write_run(run: AgentRun, stimuli: list[int]) -> None:
    """Write a run with its items; raises InvalidPayload where one of the same is on."""
    try:
        with transaction.atomic():
            run.save()
            items = [RunItem(run=run, stimulus_id=stimulus, due_at=run.created_at) for stimulus in stimuli]
            RunItem.objects.bulk_create(items, batch_size=AT_ONCE)
    except IntegrityError:
        rule = f"a run of it over {run.task}/{run.pool} is on already; wait for it or cancel it"
        raise InvalidPayload([Problem("agent", repr(run.agent.slug), rule)]) from None


def list_unanswered(agent: Agent, *, task: str, pool: str) -> list[int]:
    """The stimuli of a pool that the agent has not answered, by their names; raises InvalidPayload without any."""
    stimuli = Stimulus.objects.of_task(task).filter(pool=pool)
    ready = list(stimuli.ready(control=False).order_by("key").values_list("pk", flat=True))
    if not ready:
        rule = (
            f"it has {stimuli.count()} stimuli of {TASKS[task].slug}, and none with what it takes to answer; "
            "load_stimuli with --media brings pictures"
        )
        raise InvalidPayload([Problem("pool", repr(pool), rule)])
    answers = Response.objects.filter(stimulus__task=task, stimulus__pool=pool, key=name_answer(agent))
    answered = set(answers.values_list("stimulus", flat=True))
    return [stimulus for stimulus in ready if stimulus not in answered]


def name_answer(agent: Agent) -> str:
    """By what an agent's answer to a stimulus is known: one for each version of it."""
    name = f"{agent.slug}@{agent.version}"
    return name if len(name) <= LONGEST_KEY else digest(name)


def cancel_run(run: AgentRun, *, at: datetime) -> bool:
    """End a run that is not over: nothing more is asked. False where it was over already."""
    open_states = (*ACTIVE, AgentRun.State.STOPPED)
    canceled = AgentRun.objects.filter(pk=run.pk, state__in=open_states)
    return bool(canceled.update(state=AgentRun.State.CANCELED, over_at=at))


@transaction.atomic
def go_on(run: AgentRun, *, kinds: list[str], cap: int | None, at: datetime) -> int:
    """Ask again about the items that failed in one of these ways, and about those that are still due; how many.

    Raises InvalidPayload where another run of the same is on. The cap is set anew. A run that is on stays as it is:
    what its workers have in hand is theirs.
    """
    locked = AgentRun.objects.select_for_update().select_related("agent").get(pk=run.pk)
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
    try:
        with transaction.atomic():
            locked.save(update_fields=("state", "problem", "over_at", "refused_in_a_row", "cap"))
    except IntegrityError:
        rule = f"another run of it over {run.task}/{run.pool} is on already"
        raise InvalidPayload([Problem("agent", repr(run.agent.slug), rule)]) from None
    return due


def settle_answered(run: AgentRun) -> None:
    """Items that another run has answered since are not asked again."""
    answers = Response.objects.filter(stimulus=OuterRef("stimulus"), key=name_answer(run.agent))
    items = RunItem.objects.filter(run=run).exclude(state=RunItem.State.ANSWERED)
    items.filter(Exists(answers)).update(state=RunItem.State.ANSWERED, held_until=None)


AGAIN = [str(kind) for kind in Failure if kind != Failure.CANNOT_TAKE]
