"""Whether a pool can meet a plan, said with the numbers."""

import math
from collections import defaultdict
from itertools import combinations

from agents.models import Stimulus
from judging.models import Place, Study
from judging.protocol import Settings
from turingapp.errors import PoolTooSmall


def count_needs(settings: Settings) -> dict[str, int]:
    """The most trials of each pairing that one judge may get."""
    return {pairing: math.ceil(share * settings.trials - 1e-9) for pairing, share in settings.shares.items() if share}


def find_shortages(needs: dict[str, int], stimuli: dict[str, set[int]], trials: int) -> list[str]:
    """Every set of pairings that together need more different stimuli than there are (Hall 1935), as sentences."""
    found = []
    for size in range(1, len(needs) + 1):
        for pairings in combinations(sorted(needs), size):
            wanted = min(sum(needs[pairing] for pairing in pairings), trials)
            there = len(set().union(*(stimuli[pairing] for pairing in pairings)))
            if there < wanted:
                kinds = " or ".join(pairings)
                found.append(
                    f"{wanted} different stimuli with {kinds} responses are needed per judge, there are {there}"
                )
    return found


def describe_pending(settings: Settings) -> str:
    """How many stimuli of the pool are pending, and for what; empty where none is."""
    pool = Stimulus.objects.of_task(settings.task).filter(pool__in=settings.pool.names)
    lacking = [(pool.filter(has_picture=False).count(), "lack their picture")]
    if settings.control:
        lacking.append((pool.filter(has_control=False).count(), "lack their control's truth"))
    parts = [f"{number} {what}" for number, what in lacking if number]
    return f" Of the {pool.count()} stimuli in the pool {' and '.join(parts)}." if parts else ""


def check_plan(study: Study, settings: Settings) -> None:
    """Raise PoolTooSmall where no judge could be given the planned trials."""
    stimuli: defaultdict[str, set[int]] = defaultdict(set)
    pairs = Place.objects.filter(study=study).values_list("cell__pairing", "stimulus_id").distinct()
    for pairing, stimulus in pairs.iterator():
        stimuli[pairing].add(stimulus)
    shortages = find_shortages(count_needs(settings), stimuli, settings.trials)
    if shortages:
        names = ", ".join(settings.pool.names)
        raise PoolTooSmall(
            f"The pool {names} cannot meet the plan of {settings.trials} trials per judge: "
            f"{'; '.join(shortages)}.{describe_pending(settings)}"
        )
