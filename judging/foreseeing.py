"""What a plan comes to before its study is open: cells, people, judgements, and the gap that these would show."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext

from agents.tasks import TASKS
from analysis.stats.power import find_design_effect, find_smallest_gap
from judging.counting_places import count_places
from judging.models import TrialKind
from judging.placing import list_pools
from judging.planning import count_visits, describe_shortage, is_met, key_of_need
from judging.protocol import Settings
from turingapp.errors import Problem

CORRELATION = 0.05  # of two verdicts of one judge, for the second of the two gaps that are told
LETTERS = ("H", "A")


@dataclass(frozen=True, slots=True)
class PlannedCell:
    """The places of one kind of trial with the same pairing and the same AI agents."""

    kind: str
    name: str
    pairing: str
    places: int

    @property
    def agents(self) -> list[str]:
        """The AI agents among its authors, by name."""
        _, _, names = self.name.partition(":")
        return names.split("+") if names else []


@dataclass(frozen=True, slots=True)
class Gap:
    """The smallest gap between humans and AI that would be seen, as shares of 1: power 80%, two-sided 5%."""

    whose: str
    humans: int  # judgements
    machines: int
    independent: float  # if no judge's verdicts were alike
    alike: float  # if two verdicts of one judge correlate by CORRELATION


@dataclass(frozen=True, slots=True)
class Foreseen:
    """The numbers of a plan. `people` is how many visits there are at most, `given` what all of them give together."""

    trials: int  # of one visit, of every kind
    people: int
    given: int
    cells: tuple[PlannedCell, ...] = ()
    gaps: tuple[Gap, ...] = ()
    problems: tuple[Problem, ...] = field(default=())

    @property
    def places(self) -> int:
        """Of every kind of trial."""
        return sum(cell.places for cell in self.cells)


def read_pools(settings: Settings) -> tuple[Mapping[tuple[str, str], set[int]], Counter[tuple[str, str, str]]]:
    """The stimuli that there are by kind and pairing; how many places by kind, cell and pairing."""
    stimuli: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
    counts: Counter[tuple[str, str, str]] = Counter()
    for kind, pool in list_pools(settings).items():
        found = count_places(settings, kind, pool)
        for (cell, pairing), number in found.cells.items():
            stimuli[key_of_need(kind, pairing)] |= found.stimuli[pairing]
            counts[kind.value, cell, pairing] = number
    return stimuli, counts


def count_most_trials(settings: Settings) -> int:
    """The most main trials, up to those planned, for which a judge finds enough different stimuli; 0 for none."""
    stimuli, _counts = read_pools(settings)
    fewer = (settings.model_copy(update={"trials": trials}) for trials in range(settings.trials, 0, -1))
    return next((plan.trials for plan in fewer if is_met(plan, stimuli)), 0)


def foresee_judgements(settings: Settings) -> Foreseen:
    """What a study in which people judge comes to, with the pools as they are now."""
    stimuli, counts = read_pools(settings)
    cells = tuple(PlannedCell(kind, name, pairing, n) for (kind, name, pairing), n in sorted(counts.items()))
    main = [cell for cell in cells if cell.kind == TrialKind.MAIN]
    room: Counter[str] = Counter()
    for cell in main:
        room[cell.pairing] += cell.places * settings.judgements_per_response
    people = count_visits(settings, room)
    return Foreseen(
        trials=settings.trials_in_all,
        people=people,
        given=people * settings.trials * len(TASKS[settings.task].roles),
        cells=cells,
        gaps=tuple(find_gaps(settings, people, len({name for cell in main for name in cell.agents}))),
        problems=(*find_shortage(settings, stimuli), *find_missing_baseline(settings, main)),
    )


def find_shortage(settings: Settings, stimuli: Mapping[tuple[str, str], set[int]]) -> list[Problem]:
    """That the pools cannot give one judge all trials, where they cannot."""
    shortage = describe_shortage(settings, stimuli)
    return [Problem("pool", gettext("too small"), shortage)] if shortage else []


def find_missing_baseline(settings: Settings, cells: list[PlannedCell]) -> list[Problem]:
    """That the weak baseline is no AI agent of the main trials, where it is not."""
    known = sorted({name for cell in cells for name in cell.agents})
    if not settings.weak_baseline or settings.weak_baseline in known:
        return []
    rule = gettext("it should be an AI agent whose responses the study shows; there are %(known)s") % {
        "known": ", ".join(known) or gettext("none")
    }
    return [Problem("weak_baseline", repr(settings.weak_baseline), rule)]


def find_gaps(settings: Settings, people: int, agents: int) -> list[Gap]:
    """The smallest gap for all AI agents together, and for each alone where there are several."""
    each = {
        letter: settings.trials * sum(share * pairing.count(letter) for pairing, share in settings.shares.items())
        for letter in LETTERS
    }
    if not people or not agents or not all(each.values()):
        return []
    effect = find_design_effect(max(each.values()), correlation=CORRELATION) if max(each.values()) > 1 else 1.0
    groups = [(gettext("all AI agents together"), 1)]
    if agents > 1:
        groups.append((gettext("each AI agent alone"), agents))
    found = []
    for whose, parts in groups:
        humans, machines = people * each["H"], people * each["A"] / parts
        gaps = [find_smallest_gap(humans, machines, design_effect=of) for of in (1.0, effect)]
        found.append(Gap(whose, round(humans), round(machines), *gaps))
    return found
