"""Runs are asked for: an agent, the stimuli that it has not answered, and rules."""

from datetime import datetime

from django.db import IntegrityError, transaction

from agents.adding import find_system
from agents.loading_keys import LONGEST_KEY, digest
from agents.models import Agent, AgentRun, Response, RunItem, Stimulus
from agents.running.pricing import expect_cost
from agents.running.rules import Rules
from agents.tasks import TASKS
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later

AT_ONCE = 1000


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
    if rules.partner is not None:
        check_partner(rules.partner, agent, task=task)
    stimuli = list_unanswered(agent, task=task, pool=pool, partner=rules.partner)[: rules.limit]
    if not stimuli:
        return None
    run = AgentRun(
        agent=agent,
        task=task,
        pool=pool,
        expected=expect_cost(agent, system, task=task, price=rules.price, turns=rules.turns),
        created_at=at,
        **rules.fields,
    )
    write_run(run, stimuli)
    return run


def check_partner(partner: Agent, agent: Agent, *, task: str) -> None:
    """Raise InvalidPayload for a partner with whom nothing can be said."""
    system = find_system(partner)
    problem = " ".join(system.find_lacks())
    if len(TASKS[task].roles) == 1:
        problem = say_later("%(task)s has one speaker; leave the partner out", task=task)
    elif partner.pk == agent.pk:
        problem = say_later("it is the agent itself; leave the partner out for a dialogue with itself")
    elif task not in system.list_tasks():
        raise system.refuse_task(task)
    if problem:
        raise InvalidPayload([Problem("partner", repr(partner.slug), problem)])


def write_run(run: AgentRun, stimuli: list[int]) -> None:
    """Write a run with its items; raises InvalidPayload where one of the same is on."""
    try:
        with transaction.atomic():
            run.save()
            items = [RunItem(run=run, stimulus_id=stimulus, due_at=run.created_at) for stimulus in stimuli]
            RunItem.objects.bulk_create(items, batch_size=AT_ONCE)
    except IntegrityError:
        rule = say_later(
            "a run of it over %(task)s/%(pool)s is on already; wait for it or cancel it", task=run.task, pool=run.pool
        )
        raise InvalidPayload([Problem("agent", repr(run.agent.slug), rule)]) from None


def list_unanswered(agent: Agent, *, task: str, pool: str, partner: Agent | None = None) -> list[int]:
    """The stimuli of a pool that the agent has not answered, by their names; raises InvalidPayload without any."""
    stimuli = Stimulus.objects.of_task(task).filter(pool=pool)
    ready = list(stimuli.ready(control=False).order_by("key").values_list("pk", flat=True))
    if not ready:
        rule = say_later(
            "it has %(number)s stimuli of %(task)s, and none with what it takes to answer; "
            "load_stimuli with --media brings pictures",
            number=stimuli.count(),
            task=TASKS[task].slug,
        )
        raise InvalidPayload([Problem("pool", repr(pool), rule)])
    answers = Response.objects.filter(stimulus__task=task, stimulus__pool=pool, key=name_answer(agent, partner))
    answered = set(answers.values_list("stimulus", flat=True))
    return [stimulus for stimulus in ready if stimulus not in answered]


def name_answer(agent: Agent, partner: Agent | None = None) -> str:
    """By what an agent's answer to a stimulus is known: one for each version of it, and of whom it talks with."""
    name = "+".join(f"{each.slug}@{each.version}" for each in (agent, partner) if each is not None)
    return name if len(name) <= LONGEST_KEY else digest(name)
