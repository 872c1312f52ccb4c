"""Counts over all material are kept until it changes, and follow each change."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from agents.counting_material import count_once
from agents.models import Stimulus
from agents.parity_rows import count_pools, list_pools
from agents.setting_aside import bring_back, set_aside
from agents.taking_back import empty_responses
from tests.builders import AT, make_agent, make_response
from tests.pools import make_pool

pytestmark = pytest.mark.django_db


def test_what_is_kept_is_not_counted_again() -> None:
    make_pool(stimuli=1)
    with CaptureQueriesContext(connection) as first:
        kept = count_once(count_pools)
    with CaptureQueriesContext(connection) as second:
        assert count_once(count_pools) == kept
    assert len(second) == len(first) - 1


def test_what_is_kept_follows_every_change_of_the_material() -> None:
    response, *_ = make_pool(stimuli=2)
    stimulus = Stimulus.objects.latest("pk")
    changes = (
        (lambda: None, 6),
        (lambda: set_aside(response, why="", by="me", at=AT), 5),
        (lambda: bring_back(response), 6),
        (lambda: set_aside(stimulus, why="", by="me", at=AT), 3),
        (lambda: bring_back(stimulus), 6),
        (lambda: make_response(make_agent(), stimulus=stimulus), 7),
        (lambda: empty_responses([response.pk]), 6),
    )
    for change, number in changes:
        change()
        assert [line.responses for line in list_pools()] == [number]
