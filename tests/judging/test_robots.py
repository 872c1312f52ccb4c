"""Robots go through the real pages of a server of their own: what they leave behind is what people would."""

from collections import Counter
from collections.abc import Iterator

import pytest

from analysis.observations import read_observations
from analysis.stats.two_way import two_way_detectability
from judging.models import Cell, Judgement, Place, Study
from judging.robots.serving import serving
from judging.robots.simulating import Plan, simulate
from judging.robots.visiting import Ending
from tests.pools import make_pool, open_small_study

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """One server for all tests of this file."""
    with serving() as url:
        yield url


def open_for_robots(task: str = "association", **changes: object) -> Study:
    return open_small_study(task, simulated=True, judgements_per_response=1000, **changes)


def measure_detectability(study: Study) -> tuple[float, float, float]:
    rows = read_observations(study).unscreened().rows
    found = two_way_detectability(
        rows["y"].to_numpy(),
        human=rows["origin"].eq("human").to_numpy(),
        judge=rows["judge"].to_numpy(),
        stimulus=rows["stimulus"].to_numpy(),
    )
    assert found.estimate is not None
    assert found.low is not None
    assert found.high is not None
    return found.low, found.estimate, found.high


def assert_counters_equal_a_recount(study: Study) -> None:
    for place in Place.objects.filter(study=study):
        held = place.trials.filter(assignment__released_at=None).count()
        judged = place.trials.filter(answered_at__isnull=False, assignment__released_at__isnull=False).count()
        assert place.taken == held + judged
    for cell in Cell.objects.filter(study=study):
        assert cell.taken == sum(cell.places.values_list("taken", flat=True))


def test_sixty_robots_that_guess_give_a_detectability_of_one_half(url: str) -> None:
    make_pool("association", stimuli=12)
    study = open_for_robots(trials=6)
    summary = simulate(study, Plan(60, "guessing", seed=1, parallel=1), url=url)
    assert summary.endings == Counter({Ending.FINISHED: 60})
    assert Judgement.objects.count() == summary.trials == 360
    low, estimate, high = measure_detectability(study)
    assert low <= 0.5 <= high
    assert 0.4 < estimate < 0.6


def test_sixty_robots_that_know_give_a_detectability_of_one(url: str) -> None:
    make_pool("association", stimuli=12)
    study = open_for_robots(trials=6)
    simulate(study, Plan(60, "knowing", parallel=2), url=url)
    assert measure_detectability(study)[1] == 1.0


def test_robots_of_little_skill_are_right_that_often(url: str) -> None:
    make_pool("association", stimuli=12)
    study = open_for_robots(trials=12)
    simulate(study, Plan(20, "knowing", skill=0.7), url=url)
    low, _, high = measure_detectability(study)
    assert low <= 0.7 <= high
