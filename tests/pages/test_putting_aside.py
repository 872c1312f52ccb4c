"""Trials whose picture does not load."""

import pytest

from judging.models import Assignment, Trial
from judging.taking_back import close_places, empty_closed
from tests.builders import AT
from tests.pages.stories import begin_and_judge, count_taken
from tests.pools import make_pool, open_small_study

pytestmark = pytest.mark.django_db


def test_a_trial_whose_picture_does_not_load_is_put_aside_once_and_the_visit_goes_on() -> None:
    make_pool()
    visitor = begin_and_judge(open_small_study(), trials=0)
    fields = {**visitor.read_form(), "put_aside": "the picture did not load"}
    for _ in range(2):
        visitor.client.post(visitor.address, fields)
    assert "2 of 4" in visitor.open(visitor.address).content.decode()
    assert Trial.objects.get(position=1).put_aside_why == "the picture did not load"
    assert count_taken() == 3
    for _ in range(3):
        visitor.send()
    assert Assignment.objects.get().stage == Assignment.Stage.CLOSING


def test_putting_every_trial_aside_does_not_finish_a_visit() -> None:
    make_pool()
    visitor = begin_and_judge(open_small_study(trials=4), trials=0)
    for _ in range(4):
        visitor.client.post(visitor.address, {**visitor.read_form(), "put_aside": "x"})
        visitor.open(visitor.address)
    assert Trial.objects.exclude(put_aside_at=None).count() == 1
    assert "Too many pictures" in visitor.send(put_aside="x").content.decode()
    assert Assignment.objects.get().stage == Assignment.Stage.TRIALS


def test_a_trial_without_a_picture_is_not_put_aside() -> None:
    make_pool("association")
    visitor = begin_and_judge(open_small_study("association"), trials=0)
    assert visitor.send(put_aside="x").status_code == 422


def test_a_visit_whose_last_trial_was_taken_back_goes_on_after_the_one_before() -> None:
    make_pool()
    visitor = begin_and_judge(open_small_study(), trials=2)
    last = list(Trial.objects.filter(position=4).values_list("place__response", flat=True))
    close_places(last)
    empty_closed(last, at=AT)
    assert "Last questions" in visitor.send().content.decode()
    assert Assignment.objects.get().stage == Assignment.Stage.CLOSING
