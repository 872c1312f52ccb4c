"""`make test` finds its servers: the given one first, then whichever comes up."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg2
import pytest
import redis

from tests.run import choose_server
from tests.servers import ServerFailed, find_postgres, find_redis, running_postgres, running_redis

PAIRS = [("first", Path("broken")), ("second", Path("whole"))]


@contextmanager
def running_if_whole(path: Path) -> Iterator[str]:
    if path.name == "broken":
        raise ServerFailed("it is broken")
    yield f"url of {path}"


def test_a_server_that_was_given_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_THING_URL", "given")
    with ExitStack() as stack:
        assert choose_server(stack, "TEST_THING_URL", PAIRS, running_if_whole) == "given"


def test_a_server_that_does_not_come_up_gives_way_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TEST_THING_URL", raising=False)
    with ExitStack() as stack:
        assert choose_server(stack, "TEST_THING_URL", PAIRS, running_if_whole) == "url of whole"


def test_without_any_server_the_run_says_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TEST_THING_URL", raising=False)
    with ExitStack() as stack, pytest.raises(SystemExit, match="give its URL in TEST_THING_URL"):
        choose_server(stack, "TEST_THING_URL", PAIRS[:1], running_if_whole)


@pytest.mark.parametrize("folder", [path for _, path in find_postgres()], ids=str)
def test_every_postgresql_that_is_found_comes_up(folder: Path) -> None:
    with running_postgres(folder) as url:
        connection = psycopg2.connect(url)
        assert connection.server_version >= 140000
        connection.close()


@pytest.mark.parametrize("program", [path for _, path in find_redis()], ids=str)
def test_every_redis_that_is_found_comes_up(program: Path) -> None:
    with running_redis(program) as url, redis.Redis.from_url(url) as client:
        client.set("word", "kept")
        assert client.get("word") == b"kept"
