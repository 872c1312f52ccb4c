"""What the pages of runs show: where an agent may be asked, what that would cost, how far a run is."""

from dataclasses import dataclass

from django.db.models import Count
from django.utils.translation import gettext

from agents.ai_agents.base import AIAgent
from agents.models import Agent, AgentRun, Response, Stimulus
from agents.running.counting import Progress, count_run, count_runs, guess_seconds_left
from agents.running.pricing import ENOUGH, MILLION, expect_cost, write_dollars
from agents.running.queuing import list_unanswered, name_answer
from agents.running.rules import Rules
from agents.tasks import TASKS

MOST_RUNS = 20


def list_places(agent: Agent, system: AIAgent) -> list[tuple[str, str]]:
    """The pools that the agent may be asked about, as choices, with how many stimuli it has not answered."""
    ready = Stimulus.objects.filter(task__in=system.list_tasks()).ready(control=False)
    counts = ready.values_list("task", "pool").annotate(Count("pk")).order_by("task", "pool")
    answers = Response.objects.filter(key=name_answer(agent)).values_list("stimulus__task", "stimulus__pool")
    answered = {(task, pool): number for task, pool, number in answers.annotate(Count("pk"))}
    places = []
    for task, pool, number in counts:
        left = number - answered.get((task, pool), 0)
        places.append(
            (
                f"{task}/{pool}",
                gettext("%(title)s, %(pool)s: %(left)s of %(number)s to ask")
                % {"title": gettext(TASKS[task].title), "pool": pool, "left": f"{left:,}", "number": f"{number:,}"},
            )
        )
    return places


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run would ask and cost."""

    items: int
    answered: int
    calls: int
    cost: str
    is_priced: bool
    is_known: bool
    passes_cap: bool
    minutes: int | None


def estimate_run(agent: Agent, system: AIAgent, *, task: str, pool: str, rules: Rules) -> Estimate:
    """What a run would ask and cost; raises InvalidPayload where the pool has nothing to ask about."""
    unanswered = list_unanswered(agent, task=task, pool=pool, partner=rules.partner)
    items = len(unanswered[: rules.limit])
    total = Stimulus.objects.of_task(task).filter(pool=pool).ready(control=False).count()
    calls = items * (rules.turns if len(TASKS[task].roles) > 1 else 1)
    each = expect_cost(agent, system, task=task, price=rules.price, turns=rules.turns)
    return Estimate(
        items=items,
        answered=total - len(unanswered),
        calls=calls,
        cost=write_dollars(each * items),
        is_priced=any(rules.price),
        is_known=each > 0,
        passes_cap=rules.cap is not None and each * items > rules.cap,
        minutes=-(-calls // rules.per_minute) if rules.per_minute else None,
    )


@dataclass(frozen=True, slots=True)
class RunShown:
    """A run with its numbers."""

    run: AgentRun
    progress: Progress
    seconds_left: int | None
    cap: str
    cap_value: str
    expected: str


def describe_run(run: AgentRun) -> RunShown:
    """A run for its page."""
    return describe_progress(run, count_run(run))


def describe_progress(run: AgentRun, progress: Progress) -> RunShown:
    """A run as far as it is."""
    cap = "" if run.cap is None else write_dollars(run.cap)
    expected = write_dollars(expect_all(run, progress)) if run.expected else ""
    value = "" if run.cap is None else f"{run.cap / MILLION:.2f}"
    return RunShown(run, progress, guess_seconds_left(run, progress), cap, value, expected)


def expect_all(run: AgentRun, progress: Progress) -> int:
    """What the whole run is expected to cost, in millionths of a dollar: as its items so far, once they are enough."""
    if progress.done >= ENOUGH:
        return -(-run.spent * progress.total // progress.done)
    return run.expected * progress.total


def list_runs(agent: Agent | None = None) -> list[RunShown]:
    """The latest runs, of one agent or of all."""
    runs = AgentRun.objects.select_related("agent").order_by("-pk")
    if agent is not None:
        runs = runs.filter(agent=agent) if agent.pk else runs.none()
    latest = list(runs[:MOST_RUNS])
    counted = count_runs(latest)
    return [describe_progress(run, counted[run.pk]) for run in latest]
