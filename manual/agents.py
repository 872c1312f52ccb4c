"""The page of AI agents: every system, with what it needs and what can be set of it."""

from agents.ai_agents import AI_AGENTS
from agents.ai_agents.base import AIAgent
from manual.schemas import list_fields
from manual.tables import clean, code, write_table

INTRODUCTION = """# AI agents

The systems that answer by themselves. [AI agents](../ai_agents.md) says how they are run and what counts as an answer;
this page is made from the systems themselves. What can be set is set when an agent is added, and frozen with it.
"""


def write_page() -> str:
    """All systems."""
    return "\n".join([INTRODUCTION, *map(write_agent, AI_AGENTS)])


def write_agent(agent: AIAgent) -> str:
    """One system."""
    facts = [
        ("does", ", ".join(map(code, agent.tasks))),
        ("version", code(agent.version)),
        ("by this rule", clean(agent.rule)),
        ("needs", clean(agent.needs) or "nothing"),
    ]
    fields = ((code(name), takes, default) for name, takes, default in list_fields(agent.Settings))
    settings = write_table(("setting", "takes", "default"), fields)
    return f"## {agent.slug}\n\n{clean(agent.title)}.\n\n{write_table(('', ''), facts)}\n{settings}"
