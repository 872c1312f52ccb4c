"""The client of endpoints in the OpenAI wire format, against a server on this machine."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agents.services.openai_compatible import TRIES, Endpoint, chat, embed
from analysis.embedders import find_embedder
from analysis.embedders.base import ModelNotHere
from analysis.embedders.cache import embed_cached
from tests.agents.model_server import ModelServer, serve_model
from turingapp.errors import PermanentServiceError, TemporaryServiceError


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serve_model() as found:
        yield found


def test_texts_are_embedded_in_their_order_and_the_key_is_sent(server: ModelServer) -> None:
    endpoint = Endpoint(server.url, "some-model", key="secret")
    assert embed(endpoint, ["a", "bbb"]) == [[1.0, 1.0], [3.0, 1.0]]
    assert server.asked == [{"model": "some-model", "input": ["a", "bbb"]}]
    assert server.headers[0]["Authorization"] == "Bearer secret"
    assert "secret" not in repr(endpoint)


def test_a_model_replies(server: ModelServer) -> None:
    assert chat(Endpoint(server.url, "m"), [{"role": "user", "content": "Who?"}]) == "human"
    assert server.asked[0]["messages"] == [{"role": "user", "content": "Who?"}]


@pytest.mark.parametrize("status", [429, 500, 503])
def test_what_may_pass_is_tried_again(server: ModelServer, status: int) -> None:
    waits: list[float] = []
    server.queue = [(status, {}), (status, {})]
    assert chat(Endpoint(server.url, "m"), [], wait=waits.append) == "human"
    assert waits == [2, 4]


def test_what_does_not_pass_is_given_up_with_a_sentence(server: ModelServer) -> None:
    server.queue = [(503, {})] * TRIES
    with pytest.raises(TemporaryServiceError, match="did not answer after 4 tries: status 503"):
        chat(Endpoint(server.url, "m"), [], wait=lambda seconds: None)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ((401, {}), "refused with status 401; check the key"),
        ((404, {}), "refused with status 404; check the model's name"),
        ((200, "<html>"), "it is no JSON"),
        ((200, [1]), "it is no JSON object"),
        ((200, {"choices": []}), "a completion misses"),
    ],
)
def test_refusals_and_other_forms_are_told_at_once(server: ModelServer, answer: Any, sentence: str) -> None:
    server.queue = [answer]
    with pytest.raises(PermanentServiceError, match=sentence):
        chat(Endpoint(server.url, "m"), [])
    assert len(server.asked) == 1


def test_nobody_at_the_address_is_said() -> None:
    with pytest.raises(TemporaryServiceError, match="no connection"):
        chat(Endpoint("http://127.0.0.1:9/v1", "m"), [], wait=lambda seconds: None)


def test_missing_vectors_are_noticed(server: ModelServer) -> None:
    server.queue = [(200, {"data": []})]
    with pytest.raises(PermanentServiceError, match="0 vectors for 1 texts"):
        embed(Endpoint(server.url, "m"), ["a"])


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
