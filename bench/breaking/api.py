"""Made-up requests to the API, drawn from its own description: kept to, or broken in one way or another."""

from http import HTTPStatus

import schemathesis
from hypothesis import strategies as st
from schemathesis.core.failures import FailureGroup

from bench.breaking.trying import Kind
from bench.breaking.world import World
from tests.api.whole.described import CHECKS, list_operations

REQUESTS_BETWEEN = 50  # from one world that is as it was to the next


class NotAsDescribed(Exception):
    """An answer that the description of the API does not allow, or a fault of the server."""


def make_api_kind(world: World, known: dict[str, object]) -> Kind:
    """Requests for each operation alike, by somebody who may do all."""
    cases = [cases for _, cases in list_operations(known)]
    asked = 0

    def take(case: schemathesis.Case) -> None:
        nonlocal asked
        if asked % REQUESTS_BETWEEN == 0:
            world.restore()
        asked += 1
        send(case, world, known["headers"])

    return Kind("the API", st.sampled_from(range(len(cases))).flatmap(cases.__getitem__), take)


def send(case: schemathesis.Case, world: World, headers: object) -> None:
    """Send it; raises where the answer is not as described, or refuses and yet changes something."""
    world.remember()
    try:
        answer = case.call(headers=headers)
        if answer.status_code >= HTTPStatus.BAD_REQUEST:
            world.check_unchanged()
    finally:
        world.forget()
    try:
        case.validate_response(answer, checks=list(CHECKS), headers=headers)
    except FailureGroup as group:
        raise NotAsDescribed(f"{case.operation.label}: {group.exceptions!r}") from group
