"""One question to a service: what is never taken, and how long to wait for the next."""

import gzip
import itertools
from collections.abc import Iterator

import pytest

from agents.services.transport import MOST_BYTES, MOST_DEEP, ask_service, read_wait
from tests.agents.services.wire.serving import Reply, WireServer, serve, swell
from turingapp.errors import PermanentServiceError, ServiceError, TemporaryServiceError


@pytest.fixture
def server() -> Iterator[WireServer]:
    found = WireServer(lambda asked: Reply({}))
    with serve(found):
        yield found


def test_a_redirect_is_not_followed(server: WireServer) -> None:
    server.queue = [Reply({}, 307, {"Location": f"{server.address}/elsewhere"})]
    with pytest.raises(PermanentServiceError, match="The service refused with status 307; check the address"):
        ask_service("The service", server.address, asked={}, headers={"Authorization": "Bearer secret"})
    assert len(server.asked) == 1


@pytest.mark.parametrize("key", ["schlüssel", "two\nlines"])
def test_a_key_that_no_header_can_hold_is_told_without_it(server: WireServer, key: str) -> None:
    with pytest.raises(PermanentServiceError, match="its key has a sign that no header can have") as caught:
        ask_service("The service", server.address, asked={}, headers={"Authorization": f"Bearer {key}"})
    assert key not in f"{caught.value} {caught.value.raw}"
    assert server.asked == []


@pytest.mark.parametrize("host", ["a..b", "a" * 70 + ".example", "xn--a"])
def test_a_name_that_no_host_has_is_an_address_that_cannot_be_asked(host: str) -> None:
    with pytest.raises(PermanentServiceError, match="The service has an address that cannot be asked: no host"):
        ask_service("The service", f"http://{host}/v1", asked={})


@pytest.mark.parametrize("levels", [MOST_DEEP + 1, 600, 100_000])
@pytest.mark.parametrize("one", [b'{"a":%s}', b'{"a":[%s]}'])
def test_json_in_json_in_json_is_refused(server: WireServer, one: bytes, levels: int) -> None:
    before, after = one.split(b"%s")
    server.queue = [Reply(before * levels + b"1" + after * levels)]
    with pytest.raises(PermanentServiceError, match="more than 100 levels deep"):
        ask_service("The service", server.address, asked={})


@pytest.mark.parametrize("status", [200, 401, 503])
@pytest.mark.parametrize(
    "headers", [{"Authorization": "Bearer sk-0123456789"}, {"Ocp-Apim-Subscription-Key": "sk-0123456789"}]
)
def test_a_key_that_a_service_repeats_is_not_kept(server: WireServer, headers: dict[str, str], status: int) -> None:
    server.queue = [Reply({"error": "Incorrect API key provided: sk-0123456789."}, status)]
    try:
        kept: object = ask_service("The service", server.address, asked={}, headers=headers)
    except ServiceError as error:
        kept = error.raw
    assert "provided: (the key)." in str(kept)
    assert "sk-0123456789" not in str(kept)


def test_a_huge_answer_is_not_read_to_its_end(server: WireServer) -> None:
    server.queue = [swell(MOST_BYTES // 1_000_000 + 1)]
    with pytest.raises(PermanentServiceError, match="more than 8,000,000 bytes"):
        ask_service("The service", server.address, asked={})


def test_a_coding_of_a_coding_is_not_opened_and_a_plain_one_is(server: WireServer) -> None:
    packed = gzip.compress(b'{"a": 1}')
    bomb = gzip.compress(gzip.compress(b"x" * 50_000_000))
    server.queue = [
        Reply(packed, headers={"Content-Encoding": "gzip"}),
        Reply(bomb, headers={"Content-Encoding": "gzip, gzip"}),
    ]
    assert ask_service("The service", server.address, asked={}) == {"a": 1}
    with pytest.raises(PermanentServiceError, match="answered in the coding 'gzip, gzip'"):
        ask_service("The service", server.address, asked={})


def test_an_answer_that_drips_is_given_up_by_the_clock(server: WireServer) -> None:
    seconds = itertools.count(step=40)
    with pytest.raises(TemporaryServiceError, match="gave no whole answer within 30 s"):
        ask_service("The service", server.address, asked={}, seconds=30, clock=lambda: float(next(seconds)))


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "12"}, 12),
        ({"Retry-After": "86400"}, 3600),
        ({"Retry-After": "Fri, 31 Dec 1999 23:59:59 GMT", "Date": "Fri, 31 Dec 1999 23:59:29 GMT"}, 30),
        ({"Retry-After": "Fri, 31 Dec 1999 23:59:59 GMT"}, None),
        ({"Retry-After": "soon", "Date": "Fri, 31 Dec 1999 23:59:29 GMT"}, None),
        ({}, None),
    ],
)
def test_the_wait_that_a_service_asks_for(headers: dict[str, str], seconds: float | None) -> None:
    assert read_wait(headers) == seconds
