"""Local platforms for the tests, each on a port of its own, and a clock that the tests move."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from pytest_django.fixtures import Settings

from judging.models import Study
from judging.recruiters.local.faults import Faults
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.mturk_state import MTurkState
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.local.prolific_state import ProlificState
from judging.recruiters.local.serving import serving
from tests.pools import make_pool, open_small_study


class Clock:
    """Stands still until it is moved; platforms read it as seconds, we as a time."""

    def __init__(self) -> None:
        self.now = datetime(2030, 5, 6, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def seconds(self) -> float:
        return self.now.timestamp()

    def move(self, **spans: float) -> datetime:
        self.now += timedelta(**spans)
        return self.now


@pytest.fixture
def clock(request: pytest.FixtureRequest) -> Clock:
    """The time of the platforms; where pages take part, which tell it by themselves, it starts at the present."""
    clock = Clock()
    if request.node.get_closest_marker("at_present"):
        clock.now = datetime.now(UTC)
    return clock


@pytest.fixture
def mturk(settings: Settings, clock: Clock) -> Iterator[LocalMTurk]:
    platform = LocalMTurk(MTurkState(faults=Faults(), clock=clock.seconds))
    with serving(platform) as url:
        settings.MTURK_LOCAL_URL = url
        yield platform


@pytest.fixture
def prolific(settings: Settings, clock: Clock) -> Iterator[LocalProlific]:
    platform = LocalProlific(ProlificState(faults=Faults(), clock=clock.seconds, settling_seconds=300))
    with serving(platform) as url:
        settings.PROLIFIC_LOCAL_URL = url
        yield platform


@pytest.fixture
def study() -> Study:
    """A small study over twenty stimuli."""
    make_pool(stimuli=20)
    return open_small_study()
