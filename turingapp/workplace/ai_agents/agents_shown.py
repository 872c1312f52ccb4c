"""What the pages of AI agents show: the systems with their agents, and one agent."""

import json
from dataclasses import dataclass

from django.db.models import Count
from django.utils.translation import gettext

from agents.adding import find_system
from agents.ai_agents import AI_AGENTS
from agents.ai_agents.base import AIAgent
from agents.models import Agent, Origin
from agents.tasks import TASKS
from turingapp.errors import TuringError


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
        tasks = ", ".join(gettext(TASKS[task].title) for task in system.tasks)
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
