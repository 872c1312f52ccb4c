"""AI agents that can be asked here: a row for each system with its settings, made once and never changed."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from agents.ai_agents import AI_AGENTS
from agents.ai_agents.base import AIAgent
from agents.loading_keys import digest
from agents.models import Agent, Origin
from turingapp.errors import InvalidPayload, Problem, UnknownPlugin
from turingapp.words import say_later

MOST_AT_ONCE = 20  # names that are taken while one is looked for
LONGEST_NAME, LONGEST_TITLE = 100, 200


def find_system(agent: Agent) -> AIAgent:
    """The system that answers for an agent, with its settings.

    Raises InvalidPayload where the agent cannot be asked here, or its system or prompts are not what they were.
    """
    if not agent.system:
        raise InvalidPayload(
            [Problem("agent", repr(agent.slug), say_later("it cannot be asked here: its answers were loaded"))]
        )
    system = AI_AGENTS[agent.system].with_settings(agent.settings)
    if make_fingerprint(system) != agent.fingerprint:
        rule = say_later(
            "its system, a default of it or a prompt has changed since it was added; add it anew, as another agent"
        )
        raise InvalidPayload([Problem("agent", repr(agent.slug), rule)])
    return system


def find_agent(name: str, *, at: datetime, given: Mapping[str, Any] | None = None) -> Agent:
    """The agent called `name`, or that of the system called so; with `given`, the one with these settings instead.

    Raises UnknownPlugin or InvalidPayload.
    """
    known = Agent.objects.filter(slug=name).exclude(system="").first()
    if known is not None and (not given and name not in AI_AGENTS):
        return known
    if known is not None and name not in AI_AGENTS:
        return add_agent(AI_AGENTS[known.system].with_settings({**known.settings, **(given or {})}), at=at)
    if name not in AI_AGENTS:
        others = Agent.objects.exclude(system="").order_by("slug").values_list("slug", flat=True)
        raise UnknownPlugin("AI agent", name, dict.fromkeys([*AI_AGENTS.slugs, *others]))
    return add_agent(AI_AGENTS[name].with_settings(given or {}), at=at)


@transaction.atomic
def add_agent(system: AIAgent, *, at: datetime, title: str = "") -> Agent:
    """The agent that is this system with these settings, made where there is none yet.

    Raises InvalidPayload for a title that cannot be one.
    """
    fingerprint = make_fingerprint(system)
    known = Agent.objects.filter(fingerprint=fingerprint).first()
    if known is not None:
        return known
    facts = {
        "title": check_title(title) or system.title,
        "origin": Origin.AI,
        "system": system.slug,
        "settings": system.settings.model_dump(mode="json"),
        "details": system.details,
        "added_at": at,
    }
    adopted = adopt(system, fingerprint, facts)
    if adopted is not None:
        return adopted
    wanted = slugify(title)[:LONGEST_NAME] or system.slug
    for _ in range(MOST_AT_ONCE):
        try:
            with transaction.atomic():
                return Agent.objects.create(fingerprint=fingerprint, slug=find_free_slug(wanted, system), **facts)
        except IntegrityError:  # somebody added the same at the same moment, or took the name
            known = Agent.objects.filter(fingerprint=fingerprint).first()
            if known is not None:
                return known
    raise InvalidPayload(
        [Problem("name", repr(wanted), say_later("others take such names at this moment; please try again"))]
    )


def adopt(system: AIAgent, fingerprint: str, facts: Mapping[str, Any]) -> Agent | None:
    """A row that answers of this very system were stored under before agents had systems, as one that can be asked."""
    rows = Agent.objects.select_for_update(no_key=True).filter(slug=system.slug, origin=Origin.AI, system="")
    row = rows.first()
    if row is None or row.details != system.details:
        return None
    row.system, row.fingerprint = system.slug, fingerprint
    row.settings, row.added_at = facts["settings"], facts["added_at"]
    row.save(update_fields=("system", "fingerprint", "settings", "added_at"))
    return row


def check_title(title: str) -> str:
    """A title without spaces around it; raises InvalidPayload where it is too long or has no letter or digit."""
    plain = title.strip()
    if plain and (len(plain) > LONGEST_TITLE or not slugify(plain)):
        rule = say_later("it should have a letter or digit and at most %(most)s characters", most=LONGEST_TITLE)
        raise InvalidPayload([Problem("title", repr(plain[:40]), rule)])
    return plain


def find_free_slug(wanted: str, system: AIAgent) -> str:
    """`wanted`, or with the first number behind it that nobody has; a system's name is that of its defaults."""
    taken = set(Agent.objects.filter(slug__startswith=wanted).values_list("slug", flat=True))
    if wanted in AI_AGENTS and (wanted != system.slug or system.settings != AI_AGENTS[wanted].settings):
        taken.add(wanted)
    names = (wanted, *(f"{wanted}-{number}" for number in range(2, len(taken) + 3)))
    return next(name for name in names if name not in taken)


def make_fingerprint(system: AIAgent) -> str:
    """What tells an agent from every other: its system and all that its answers come from, but for how that is said."""
    made_of = {name: value for name, value in system.details.items() if name not in ("name", "rule")}
    return digest([system.slug, made_of])
