"""The answers to a task, by stimulus: those of each AI agent, and people's as references."""

from collections import defaultdict
from dataclasses import dataclass, field

from agents.models import Authorship, Origin, Provenance
from agents.parity_features import Parts, take_parts

ROWS_AT_ONCE = 2000
COLUMNS = ("agent__slug", "agent__title", "agent__origin", "agent__system", "agent__details", "role")
ANSWER = ("response__stimulus", "response__pool", "response__payload")


@dataclass
class Answers:
    """What one AI agent answered: its parts by stimulus, the first where there are several."""

    title: str
    system: str
    version: str
    parts: dict[int, Parts] = field(default_factory=dict)
    pools: set[str] = field(default_factory=set)
    responses: int = 0


@dataclass
class Gathered:
    """All answers to a task."""

    agents: dict[str, Answers] = field(default_factory=dict)
    people: dict[int, list[Parts]] = field(default_factory=lambda: defaultdict(list))


def gather_answers(task: str) -> Gathered:
    """The answers to a task in all pools; those that were only judged elsewhere and not published are left out."""
    found = Gathered()
    rows = Authorship.objects.filter(response__stimulus__task=task).exclude(response__provenance=Provenance.STAND_IN)
    for slug, title, origin, system, details, role, stimulus, pool, payload in (
        rows.order_by("pk").values_list(*COLUMNS, *ANSWER).iterator(ROWS_AT_ONCE)
    ):
        parts = take_parts(payload, role)
        if origin == Origin.HUMAN:
            found.people[stimulus].append(parts)
            continue
        answers = found.agents.setdefault(slug, Answers(title, system, str(details.get("version", ""))))
        answers.responses += 1
        answers.pools.add(pool)
        answers.parts.setdefault(stimulus, parts)
    return found
