"""How many places a plan would have, cell by cell, counted without laying them out."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import Case, Count, F, Value, When

from agents.counting_material import count_once
from agents.models import Authorship, Origin
from agents.tasks import TASKS
from judging.design import name_cell
from judging.models import TrialKind
from judging.placing import find_responses, list_planned
from judging.planning import count_trials
from judging.protocol import Pool, Settings


class CountedPlaces(NamedTuple):
    """Places by cell and pairing; by pairing their stimuli, of many only more than one judge can need."""

    cells: Mapping[tuple[str, str], int]
    stimuli: Mapping[str, frozenset[int]]


@dataclass(frozen=True, slots=True)
class Asked:
    """The places of one kind of trial. Where `key` is the same, so are the places: other settings change none."""

    key: tuple[str, bool, str, int]
    kind: TrialKind
    settings: Settings = field(compare=False)
    pool: Pool = field(compare=False)

    @property
    def most(self) -> int:
        """How many different stimuli are enough for any visit."""
        return self.key[-1]


def count_places(settings: Settings, kind: TrialKind, pool: Pool) -> CountedPlaces:
    """The places of one kind of trial, with the pools as they are now."""
    key = settings.task, settings.control, pool.model_dump_json(), sum(count_trials(settings).values())
    asked = Asked(key, kind, settings, pool)
    task = TASKS[settings.task]
    is_simple = task.is_shown_whole and len(task.roles) == 1 and pool.views is None
    return count_once(count_in_database if is_simple else count_one_by_one, asked)


def count_in_database(asked: Asked) -> CountedPlaces:
    """Where each response has one view and one author, so that none need be read."""
    responses = find_responses(asked.settings, asked.pool, is_catch=asked.kind == TrialKind.CATCH).order_by()
    ai_agent = Case(When(agent__origin=Origin.AI, then=F("agent__slug")), default=Value(""))
    authors = Authorship.objects.filter(response__in=responses).order_by().values_list("response__pairing", ai_agent)
    cells = {
        (name_cell(pairing, [agent] if agent else []), pairing): number
        for pairing, agent, number in authors.annotate(Count("pk"))
    }
    stimuli = {
        pairing: frozenset(
            responses.filter(pairing=pairing)
            .order_by("stimulus")
            .values_list("stimulus", flat=True)
            .distinct()[: asked.most]
        )
        for pairing in {pairing for _, pairing in cells}
    }
    return CountedPlaces(cells, stimuli)


def count_one_by_one(asked: Asked) -> CountedPlaces:
    """Where what is said decides on the views."""
    cells: Counter[tuple[str, str]] = Counter()
    stimuli: defaultdict[str, set[int]] = defaultdict(set)
    for planned in list_planned(asked.settings, asked.kind, asked.pool):
        cells[planned.cell, planned.pairing] += 1
        stimuli[planned.pairing].add(planned.stimulus)
    return CountedPlaces(cells, {pairing: frozenset(found) for pairing, found in stimuli.items()})
