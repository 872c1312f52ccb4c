"""Made-up inputs to all that takes foreign ones, shared out so that slow kinds get fewer."""

import logging
import math
import time
from typing import Any

from bench.breaking.api import make_api_kind
from bench.breaking.forms import make_kind
from bench.breaking.lab import fill_lab
from bench.breaking.loads import make_load_kind, make_package_kind
from bench.breaking.readers import list_readers
from bench.breaking.trying import Kind, try_in_turn
from bench.breaking.world import World
from tests.api.whole.described import build_known

# Of all inputs. A request takes several times as long as a reading, one that is drawn from the API's description longer
# still, and so does what is brought into the database; all others are for the readers.
OF_PARTICIPANTS, OF_WORKPLACE, OF_API = 0.15, 0.10, 0.05
OF_LOADS, OF_PACKAGES = 0.05, 0.03


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
    packed = make_package_kind(world := World())
    readers = list_readers()
    left = 1 - OF_PARTICIPANTS - OF_WORKPLACE - OF_API - OF_LOADS - OF_PACKAGES
    return [
        (make_load_kind(world), OF_LOADS),
        (packed, OF_PACKAGES),
        *((kind, left / len(readers)) for kind in readers),
    ]


def fuzz(part: str, number: int, *, within_s: float) -> dict[str, Any]:
    """One part of so many inputs; how many each kind got, how many were taken wrongly, and some of these in words."""
    logging.disable(logging.CRITICAL)
    kinds = [(kind, math.ceil(number * share)) for kind, share in share_out(part)]
    tried = try_in_turn(kinds, ends=time.monotonic() + within_s)
    return {
        "inputs": [(one.name, one.number, one.faults) for one in tried],
        "planned": sum(share for _, share in kinds),
        "told": [sentence for one in tried for sentence in one.told],
    }
