"""How much of a trial's minimum time is left, also where clocks differ or are set back meanwhile."""

from datetime import timedelta

import pytest
from django.utils import timezone

from judging.minimum_time import count_seconds_left
from judging.models import Judgement, Trial
from tests.builders import AT
from tests.pages.stories import Visitor
from tests.pools import make_pool, open_small_study


def test_it_runs_from_the_later_of_issue_and_painting() -> None:
    painted = AT + timedelta(seconds=2)
    assert count_seconds_left(AT, painted, 3, at=AT + timedelta(seconds=4)) == 1
    assert count_seconds_left(AT, None, 3, at=AT + timedelta(seconds=4)) == -1
    assert count_seconds_left(None, None, 3, at=AT) == 3


def test_the_clock_of_another_machine_that_is_a_little_ahead_shortens_nothing() -> None:
    assert count_seconds_left(AT + timedelta(seconds=2), None, 3, at=AT) == 5


@pytest.mark.django_db
def test_a_clock_that_was_set_back_by_an_hour_keeps_nobody_waiting_for_an_hour() -> None:
    make_pool()
    visitor = Visitor()
    visitor.begin(open_small_study(min_seconds=3))
    Trial.objects.filter(position=1).update(issued_at=timezone.now() + timedelta(hours=1))
    visitor.send()
    assert Judgement.objects.count() == 1
