"""The documents list every AI agent with its tasks, and say word for word what it needs."""

import re
from pathlib import Path

import pytest

from agents.ai_agents import AI_AGENTS
from agents.tasks import TASKS

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs/ai_agents.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| `([a-z0-9-]+)` \| ([^|]+) \|", DOCUMENT, re.MULTILINE))


def test_the_list_has_every_agent_and_no_other() -> None:
    assert set(ROWS) == set(AI_AGENTS.slugs)


@pytest.mark.parametrize("slug", AI_AGENTS.slugs)
def test_an_agent_is_listed_with_its_tasks(slug: str) -> None:
    listed = TASKS.slugs if ROWS[slug] == "all six" else ROWS[slug].split(", ")
    assert set(listed) == set(AI_AGENTS[slug].tasks)


@pytest.mark.parametrize("slug", [agent.slug for agent in AI_AGENTS if agent.needs])
def test_what_an_agent_needs_is_said_as_it_says_it_itself(slug: str) -> None:
    assert f"- `{slug}`: {AI_AGENTS[slug].needs}" in " ".join(DOCUMENT.split())
