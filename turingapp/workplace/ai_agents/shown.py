"""What the pages of AI agents show, gathered for their templates."""

import json
from dataclasses import dataclass

from django.db.models import Count

from agents.adding import find_system
from agents.ai_agents import AI_AGENTS
from agents.ai_agents.base import AIAgent
from agents.models import Agent, AgentRun, Origin, Response, Stimulus
from agents.running.counting import Progress, count_run, guess_seconds_left
from agents.running.pricing import MILLION, expect_cost, write_dollars
from agents.running.queuing import list_unanswered, name_answer
from agents.running.rules import Rules
from agents.tasks import TASKS
from turingapp.errors import TuringError

MOST_RUNS = 20


@dataclass(frozen=True, slots=True)
class AgentLine:
    """An agent that can be asked, in the list."""

    slug: str
    title: str
    settings: str
    runs: int


@dataclass(frozen=True, slots=True)
class SystemLine:
    """A system, whether it is ready here, and its agents."""

    system: AIAgent
    tasks: str
    lacks: tuple[str, ...]
    agents: tuple[AgentLine, ...]

    @property
    def has_settings(self) -> bool:
        """Whether anything of it can be set."""
        return bool(type(self.system.settings).model_fields)


def list_systems() -> list[SystemLine]:
    """All systems: those with agents of their own first, then those that are ready, then the others."""
    rows = Agent.objects.exclude(system="").annotate(runs_count=Count("runs")).order_by("slug")
    lines = []
    for system in AI_AGENTS:
        agents = tuple(
            AgentLine(row.slug, row.title, write_settings(row, system), row.runs_count)
            for row in rows
            if row.system == system.slug
        )
        tasks = ", ".join(TASKS[task].title for task in system.tasks)
        lines.append(SystemLine(system, tasks, system.find_lacks(), agents))
    return sorted(lines, key=lambda line: (not line.agents, bool(line.lacks)))


def write_settings(row: Agent, system: AIAgent) -> str:
    """In what an agent differs from its system's defaults, in a line."""
    usual = system.settings.model_dump(mode="json")
    return ", ".join(f"{name} {value}" for name, value in row.settings.items() if usual.get(name) != value)


@dataclass(frozen=True, slots=True)
class AgentShown:
    """One agent for its page: its row, saved or not yet, what it is made of and what it lacks."""

    row: Agent
    system: AIAgent | None
    problem: str
    settings: str


def describe_agent(slug: str) -> AgentShown | None:
    """The agent called so, or the one that its system would be with its defaults; None where there is neither."""
    row = Agent.objects.filter(slug=slug).exclude(system="").first()
    if row is None:
        if slug not in AI_AGENTS:
            return None
        system = AI_AGENTS[slug]
        facts = {"settings": system.settings.model_dump(mode="json"), "details": system.details}
        row = Agent(slug=slug, title=system.title, origin=Origin.AI, system=slug, **facts)
        return AgentShown(row, system, " ".join(system.find_lacks()), write_json(row.settings))
    try:
        found = find_system(row)
    except TuringError as error:
        return AgentShown(row, None, f"{error}.", write_json(row.settings))
    return AgentShown(row, found, " ".join(found.find_lacks()), write_json(row.settings))


def write_json(settings: object) -> str:
    """Settings as a file has them; empty without any."""
    return json.dumps(settings, indent=2, ensure_ascii=False) if settings else ""


def list_places(agent: Agent, system: AIAgent) -> list[tuple[str, str]]:
    """The pools that the agent may be asked about, as choices, with how many stimuli it has not answered."""
    ready = Stimulus.objects.filter(task__in=system.list_tasks()).ready(control=False)
    counts = ready.values_list("task", "pool").annotate(Count("pk")).order_by("task", "pool")
    answers = Response.objects.filter(key=name_answer(agent)).values_list("stimulus__task", "stimulus__pool")
    answered = {(task, pool): number for task, pool, number in answers.annotate(Count("pk"))}
    places = []
    for task, pool, number in counts:
        left = number - answered.get((task, pool), 0)
        places.append((f"{task}/{pool}", f"{TASKS[task].title}, {pool}: {left:,} of {number:,} to ask"))
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
    unanswered = list_unanswered(agent, task=task, pool=pool)
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
    progress = count_run(run)
    cap = "" if run.cap is None else write_dollars(run.cap)
    expected = write_dollars(run.expected * progress.total) if run.expected else ""
    value = "" if run.cap is None else f"{run.cap / MILLION:.2f}"
    return RunShown(run, progress, guess_seconds_left(run, progress), cap, value, expected)


def list_runs(agent: Agent | None = None) -> list[RunShown]:
    """The latest runs, of one agent or of all."""
    runs = AgentRun.objects.select_related("agent").order_by("-pk")
    if agent is not None:
        runs = runs.filter(agent=agent) if agent.pk else runs.none()
    return [describe_run(run) for run in runs[:MOST_RUNS]]
