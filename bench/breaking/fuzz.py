"""Made-up inputs to all that takes foreign ones, shared out so that slow kinds get fewer."""

import logging
import time
from typing import Any

from bench.breaking.api import make_api_kind
from bench.breaking.forms import make_kind
from bench.breaking.lab import fill_lab
from bench.breaking.readers import list_readers
from bench.breaking.trying import Kind, Tried, try_all
from bench.breaking.world import World
from tests.api.whole.described import build_known

# Of all inputs: a request takes several times as long as a reading, and one that is drawn from the API's description
# longer still.
OF_PARTICIPANTS, OF_WORKPLACE, OF_API = 0.15, 0.10, 0.05


def list_requests() -> list[tuple[Kind, float]]:
    """Forms and the API, over one small world, each with its share of all inputs."""
    participants, workplace, cookies = fill_lab()
    known = build_known()
    world = World()
    return [
        (make_kind("forms of participants' pages", world, participants, {}), OF_PARTICIPANTS),
        (make_kind("forms of the workplace", world, workplace, cookies), OF_WORKPLACE),
        (make_api_kind(world, known), OF_API),
    ]


def share_out(part: str) -> list[tuple[Kind, float]]:
    """The kinds of one part, each with its share of all inputs."""
    if part == "requests":
        return list_requests()
    readers = list_readers()
    return [(kind, (1 - OF_PARTICIPANTS - OF_WORKPLACE - OF_API) / len(readers)) for kind in readers]


def fuzz(part: str, number: int, *, within_s: float) -> dict[str, Any]:
    """One part of so many inputs; how many each kind got, how many were taken wrongly, and some of these in words.

    The time is shared out like the inputs, so that a slow machine tries fewer of each kind and says so.
    """
    logging.disable(logging.CRITICAL)
    kinds, start = share_out(part), time.monotonic()
    tried: list[Tried] = []
    for place, (kind, share) in enumerate(kinds, 1):
        tried.append(try_all(kind, round(number * share), ends=start + within_s * place / len(kinds)))
    return {
        "inputs": [(one.name, one.number, one.faults) for one in tried],
        "planned": sum(round(number * share) for _, share in kinds),
        "told": [sentence for one in tried for sentence in one.told],
    }
