"""The API keeps to its own description, whatever is sent: no fault of the server, no answer that is not described."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, given
from hypothesis import settings as drawing
from pytest_django.fixtures import Settings

from tests.api.whole.described import CHECKS, build_known, list_operations

EXAMPLES = 30  # for each operation

pytestmark = [pytest.mark.django_db, pytest.mark.filterwarnings("ignore::DeprecationWarning")]


@pytest.fixture
def one_connection() -> Iterator[None]:
    """Requests leave the test's own connection open, as those of Django's test client do."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def known(settings: Settings) -> dict[str, Any]:
    settings.API_READS_PER_MINUTE = settings.API_WRITES_PER_MINUTE = 1_000_000
    return build_known()


def test_whatever_is_sent_is_answered_as_described(known: dict[str, Any], one_connection: None) -> None:
    answers, operations = Counter[int](), list_operations(known)
    for _, cases in operations:

        @drawing(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), derandomize=True)
        @given(case=cases)
        def send(case: schemathesis.Case) -> None:
            answer = case.call_and_validate(headers=known["headers"], checks=list(CHECKS))
            answers[answer.status_code] += 1

        send()
    assert len(operations) > 20
    assert {200, 201, 400, 404} <= set(answers), answers  # the stories get past the door
