"""What may be chosen in a field because it is here: kinds, tasks, pools, agents."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db.models import Count, Exists, OuterRef
from django.utils.translation import gettext

from agents.ai_agents import AI_AGENTS
from agents.counting_material import count_once
from agents.models import Agent, Authorship, Origin, Response, Stimulus
from agents.tasks import TASKS
from judging.conversing.keeping import TASK
from judging.models import Study
from judging.protocol_row_words import RULES
from turingapp.workplace.building.values import find_value

Choices = list[tuple[str, str]]
POOLS = ("pool", "practice.pool", "catch.pool")
TALKING = ("chat.partners", "chat.reserve")


def list_known(task: str, document: Mapping[str, Any]) -> dict[str, Choices]:
    """For each field whose values are known here what may be chosen, with what is told of it."""
    pools, talking = list_pools(task), list_talking()
    drawn = {pool: list_drawn(task, find_value(document, f"{pool}.names")) for pool in POOLS}
    return {
        "kind": [(str(value), gettext(label)) for value, label in Study.Kind.choices],
        "language": [(code, str(name)) for code, name in settings.LANGUAGES],
        "task": [(plugin.slug, gettext(plugin.title)) for plugin in TASKS],
        **{f"{pool}.names": pools for pool in POOLS},
        **{f"{pool}.{which}": drawn[pool] for pool in POOLS for which in ("agents", "without_agents")},
        "weak_baseline": drawn["pool"],
        "screening.rule": [(rule, f"{rule.replace('_', ' ')}: {told}") for rule, told in RULES.items()],
        **dict.fromkeys(TALKING, talking),
    }


def list_pools(task: str) -> Choices:
    """The pools of a task, each with how many stimuli and responses it has."""
    counted = count_once(count_pools, task)
    told = gettext("%(pool)s: %(stimuli)s stimuli, %(responses)s responses")
    return [
        (pool, told % {"pool": pool, "stimuli": f"{stimuli:,}", "responses": f"{responses:,}"})
        for pool, stimuli, responses in counted
    ]


def count_pools(task: str) -> list[tuple[str, int, int]]:
    """The stimuli and responses in each pool of a task."""
    stimuli = Stimulus.objects.of_task(task)
    counts = dict(stimuli.order_by("pool").values_list("pool").annotate(Count("pk")))
    responses = Response.objects.filter(stimulus__task=task)
    answered = dict(responses.order_by().values_list("pool").annotate(Count("pk")))
    return [(pool, counts.get(pool, 0), answered.get(pool, 0)) for pool in sorted({*counts, *answered})]


def list_drawn(task: str, names: Any) -> Choices:
    """The AI agents with responses in the pools of these names; none where no list of names stands there."""
    pools = tuple(str(name) for name in names) if isinstance(names, list) else ()
    return count_once(find_drawn, task, pools) if pools else []


def find_drawn(task: str, pools: tuple[str, ...]) -> Choices:
    """The same for known names, looked for anew."""
    made = Authorship.objects.filter(agent=OuterRef("pk"), response__pool__in=pools, response__stimulus__task=task)
    agents = Agent.objects.filter(Exists(made), origin=Origin.AI)
    return list(agents.order_by("slug").values_list("slug", "title"))


def list_talking() -> Choices:
    """The systems and the added agents that hold a conversation."""
    systems = [system for system in AI_AGENTS if TASK in system.tasks]
    added = Agent.objects.filter(system__in=[system.slug for system in systems]).order_by("slug")
    return [(system.slug, system.title) for system in systems] + [
        (slug, title) for slug, title in added.values_list("slug", "title") if slug not in AI_AGENTS
    ]
