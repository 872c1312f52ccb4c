"""Two loads of the same files at the same time, each on a connection of its own, end as one load does."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from django.conf import settings
from django.db import connection

from agents.loading import LoadResult
from agents.models import Agent, Authorship, Media, Response, Stimulus
from tests.agents.files import bring_responses, bring_stimuli, write, write_pictures

pytestmark = pytest.mark.django_db(transaction=True)

STIMULI, SYSTEMS = 300, 4


def do_at_once(*deeds: Callable[[], LoadResult]) -> list[LoadResult]:
    """The results of the deeds, which begin together."""
    barrier = Barrier(len(deeds))

    def do(deed: Callable[[], LoadResult]) -> LoadResult:
        barrier.wait()
        try:
            return deed()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(deeds)) as pool:
        return list(pool.map(do, deeds))


def write_responses(folder: Path, name: str, *, backward: bool = False) -> Path:
    """Responses of several systems to many stimuli, in either order."""
    rows = [
        f"s{number:03},a.png,cup,dog,ai,system-{system},red" for number in range(STIMULI) for system in range(SYSTEMS)
    ]
    head = "stimulus,image,present,absent,origin,agent,color"
    return write(folder, name, "\n".join([head, *(reversed(rows) if backward else rows)]))


def count_all() -> tuple[int, ...]:
    """How many rows each table has, and how many pictures are stored."""
    tables = (Agent, Stimulus, Response, Authorship, Media)
    return (*(table.objects.count() for table in tables), len(list(settings.MEDIA_ROOT.glob("*"))))


@pytest.mark.parametrize("backward", [False, True])
def test_two_loads_of_the_same_responses_end_as_one(tmp_path: Path, backward: bool) -> None:
    media = write_pictures(tmp_path, "a.png")
    paths = write_responses(tmp_path, "a.csv"), write_responses(tmp_path, "b.csv", backward=backward)
    results = do_at_once(*(lambda path=path: bring_responses(path, "color", media=media) for path in paths))
    assert [result.refused for result in results] == [[], []]
    answers = STIMULI * SYSTEMS
    assert count_all() == (SYSTEMS, STIMULI, answers, answers, 1, 1)
    assert Stimulus.objects.ready(control=True).count() == STIMULI


def test_stimuli_and_responses_loaded_at_once_find_each_other(tmp_path: Path) -> None:
    keys = [f"s{number:03}" for number in range(STIMULI)]
    stimuli = write(tmp_path, "s.csv", "key,present,absent\n" + "".join(f"{key},cup,dog\n" for key in keys))
    responses = write(tmp_path, "r.csv", "stimulus,origin,color\n" + "".join(f"{key},human,red\n" for key in keys))
    results = do_at_once(lambda: bring_stimuli(stimuli, "color"), lambda: bring_responses(responses, "color"))
    assert [result.refused for result in results] == [[], []]
    assert Stimulus.objects.filter(has_control=True).count() == Stimulus.objects.count() == STIMULI
    assert Response.objects.count() == STIMULI
