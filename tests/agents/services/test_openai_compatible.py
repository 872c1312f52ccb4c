"""The client of endpoints in the OpenAI wire format, against a server on this machine."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agents.services.openai_compatible import LONGEST_WAIT, TRIES, Endpoint, chat, embed
from analysis.embedders import find_embedder
from analysis.embedders.cache import embed_cached
from tests.agents.services.wire.openai import ModelServer, complete, filter_prompt, serve_model
from tests.agents.services.wire.serving import (
    BREAKS,
    FAILS,
    HANGS,
    NO_JSON,
    NO_OBJECT,
    OTHER_SCHEMA,
    Reply,
    cut_short,
    swell,
    turn_away,
)
from turingapp.errors import ModelNotHere, PermanentServiceError, TemporaryServiceError


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serve_model() as found:
        yield found


def test_texts_are_embedded_in_their_order_and_the_key_is_sent(server: ModelServer) -> None:
    endpoint = Endpoint(server.url, "some-model", key="secret")
    assert embed(endpoint, ["a", "bbb"]) == [[1.0, 1.0], [3.0, 1.0]]
    assert [asked.content for asked in server.asked] == [{"model": "some-model", "input": ["a", "bbb"]}]
    assert server.asked[0].headers["Authorization"] == "Bearer secret"
    assert "secret" not in f"{endpoint} {endpoint!r}"


def test_a_model_replies_and_its_tokens_are_counted(server: ModelServer) -> None:
    said = chat(Endpoint(server.url, "m"), [{"role": "user", "content": "Who?"}], parameters={"seed": 7})
    assert (said.text, said.refused, said.cut, said.tokens_in, said.tokens_out) == ("human", False, False, 7, 3)
    assert said.raw["choices"][0]["message"]["content"] == "human"
    assert server.asked[0].content == {"model": "m", "messages": [{"role": "user", "content": "Who?"}], "seed": 7}


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        (complete(None, refusal="I cannot help with that."), "I cannot help with that."),
        (complete("I was", finish_reason="content_filter"), "I was"),
        (filter_prompt(), ""),
    ],
)
def test_a_refusal_is_known_in_each_of_its_forms(server: ModelServer, reply: Reply, text: str) -> None:
    server.queue = [reply]
    said = chat(Endpoint(server.url, "m"), [])
    assert (said.text, said.refused) == (text, True)


def test_a_reply_that_ran_out_of_room_is_marked(server: ModelServer) -> None:
    server.queue = [complete("once upon a", finish_reason="length")]
    assert chat(Endpoint(server.url, "m"), []).cut


@pytest.mark.parametrize(
    "failure", [FAILS, turn_away("soon"), Reply({}, 503), BREAKS, NO_JSON, cut_short(complete("a"))]
)
def test_what_may_pass_is_tried_again(server: ModelServer, failure: Reply) -> None:
    waits: list[float] = []
    server.queue = [failure, failure]
    assert chat(Endpoint(server.url, "m"), [], wait=waits.append).text == "human"
    assert waits == [2, 4]


def test_as_long_is_waited_as_the_service_asks_for(server: ModelServer) -> None:
    waits: list[float] = []
    server.queue = [turn_away(7)]
    assert chat(Endpoint(server.url, "m"), [], wait=waits.append).text == "human"
    assert waits == [7]


def test_a_long_wait_is_left_to_who_asked(server: ModelServer) -> None:
    server.queue = [turn_away(int(LONGEST_WAIT) + 90)]
    with pytest.raises(TemporaryServiceError, match="failed with status 429") as refused:
        chat(Endpoint(server.url, "m"), [])
    assert len(server.asked) == 1
    assert refused.value.wait_seconds == LONGEST_WAIT + 90


def test_what_does_not_pass_is_given_up_with_a_sentence(server: ModelServer) -> None:
    server.queue = [Reply({}, 503)] * TRIES
    with pytest.raises(TemporaryServiceError, match="m at http.* failed with status 503"):
        chat(Endpoint(server.url, "m"), [], wait=lambda seconds: None)
    assert len(server.asked) == TRIES


def test_a_server_that_never_answers_is_left(server: ModelServer) -> None:
    server.queue = [HANGS]
    with pytest.raises(TemporaryServiceError, match=r"no answer within 0\.1 s"):
        chat(Endpoint(server.url, "m", seconds=0.1, tries=1), [])


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        (Reply({"error": {"message": "Incorrect key secret"}}, 401), "refused with status 401; check the key"),
        (Reply({"error": {"message": "No such model."}}, 404), "status 404; check the address"),
        (Reply({}, 301, {"Location": "http://127.0.0.1:9/"}), "refused with status 301"),
        (NO_OBJECT, "JSON that is no object"),
        (OTHER_SCHEMA, "a completion misses"),
        (Reply({"choices": [{"message": {"content": ["human"]}}]}), "its content is list"),
        (swell(9), "more than 8,000,000 bytes"),
    ],
)
def test_refusals_and_other_forms_are_told_at_once(server: ModelServer, reply: Reply, sentence: str) -> None:
    server.queue = [reply]
    with pytest.raises(PermanentServiceError, match=sentence) as refused:
        chat(Endpoint(server.url, "m"), [])
    assert len(server.asked) == 1
    assert "secret" not in str(refused.value)


def test_nobody_at_the_address_is_said() -> None:
    with pytest.raises(TemporaryServiceError, match="could not be reached"):
        chat(Endpoint("http://127.0.0.1:9/v1", "m"), [], wait=lambda seconds: None)


@pytest.mark.parametrize("url", ["ftp://127.0.0.1/v1", "127.0.0.1/v1", "http://[::1/v1", "http://a\nb/v1"])
def test_what_is_no_address_is_said_at_once(url: str) -> None:
    with pytest.raises(PermanentServiceError, match="address that cannot be asked"):
        chat(Endpoint(url, "m"), [])


def test_missing_vectors_are_noticed(server: ModelServer) -> None:
    server.queue = [Reply({"data": []})]
    with pytest.raises(PermanentServiceError, match="0 vectors for 1 texts"):
        embed(Endpoint(server.url, "m"), ["a"])


@pytest.mark.parametrize("count", ["12", -1, 10**30, 1.5, True, [3], {"all": 3}])
def test_a_count_of_tokens_that_is_none_is_left_out(server: ModelServer, count: Any) -> None:
    reply = complete("human")
    server.queue = [Reply({**reply.content, "usage": {"prompt_tokens": count, "completion_tokens": 3}})]
    said = chat(Endpoint(server.url, "m"), [])
    assert (said.text, said.tokens_in, said.tokens_out) == ("human", None, 3)


@pytest.mark.parametrize(
    ("vectors", "rule"),
    [
        ([[1.0, 2.0], [1.0]], "empty or of several lengths"),
        ([[], []], "empty or of several lengths"),
        ([[1.0, 2.0], [float("nan"), 1.0]], "infinite or none"),
        ([[10**400, 1], [1, 1]], "an embedding misses"),
    ],
)
def test_vectors_that_cannot_be_compared_are_refused(server: ModelServer, vectors: Any, rule: str) -> None:
    server.queue = [Reply({"data": [{"index": place, "embedding": one} for place, one in enumerate(vectors)]})]
    with pytest.raises(PermanentServiceError, match=rule):
        embed(Endpoint(server.url, "m"), ["a", "b"])


def test_an_endpoint_embeds_through_the_cache(server: ModelServer, settings: Any, tmp_path: Path) -> None:
    settings.MODEL_URL, settings.MODEL_KEY = server.url, ""
    embedder = find_embedder("openai:some-model")
    for _ in range(2):
        assert embed_cached(embedder, ["a", "bbb"], folder=tmp_path).tolist() == [[1, 1], [3, 1]]
    assert len(server.asked) == 1


def test_without_an_endpoint_the_setting_is_named(settings: Any) -> None:
    settings.MODEL_URL = ""
    with pytest.raises(ModelNotHere, match="set MODEL_URL"):
        find_embedder("openai:some-model").embed(["a"])
