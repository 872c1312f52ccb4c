"""Experimenters enter addresses and names of keys; only hosts that the server's owner names are ever asked."""

import random
from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from agents.ai_agents import AI_AGENTS
from agents.services.addresses import is_allowed
from tests.agents.services.wire.openai import ModelServer, serve_model
from turingapp.errors import PermanentServiceError

NAMED = ["api.example.org", "*.models.example.org", "[::1]"]
ASKING = ("endpoint", "endpoint-neighbor", "google-labels", "azure-tags", "rekognition")


@pytest.fixture
def server(settings: Settings) -> Iterator[ModelServer]:
    settings.SERVICE_HOSTS = NAMED
    with serve_model() as found:
        yield found


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("https://api.example.org/v1", True),
        ("https://API.example.org:8443", True),
        ("https://one.models.example.org/v1", True),
        ("http://[::1]:8080/v1", True),
        ("https://two.one.models.example.org", False),
        ("https://models.example.org", False),
        ("https://api.example.org.evil.example", False),
        ("https://evil.example/api.example.org", False),
        ("https://api.example.org@evil.example/", False),
        ("https://evil.example\\@api.example.org/", False),
        ("https://evil.example#@api.example.org/", False),
        ("http://169.254.169.254/latest/meta-data", False),
        ("http://127.0.0.1:6379", False),
        ("ftp://api.example.org/", False),
    ],
)
def test_only_hosts_that_are_named_are_allowed(settings: Settings, url: str, allowed: bool) -> None:
    settings.SERVICE_HOSTS = NAMED
    assert is_allowed(url) is allowed


@pytest.mark.parametrize("slug", ASKING)
def test_an_agent_with_another_address_lacks_leave_and_says_so(settings: Settings, slug: str) -> None:
    settings.SERVICE_HOSTS = NAMED
    stranger = AI_AGENTS[slug].with_settings({"url": "https://evil.example"})
    assert any("SERVICE_HOSTS" in lack for lack in stranger.find_lacks())
    own = AI_AGENTS[slug].with_settings({"url": "https://api.example.org"})
    assert not any("SERVICE_HOSTS" in lack for lack in own.find_lacks())


def test_no_key_leaves_for_a_host_that_is_named_no_longer(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "a-key-worth-stealing")
    agent = AI_AGENTS["endpoint"].with_settings({"url": server.url, "model": "m", "key_env": "SOME_API_KEY"})
    with pytest.raises(PermanentServiceError, match="not among SERVICE_HOSTS"):
        agent.respond("association", {"cue": "ice", "prompt": None}, random.Random(0))
    assert not server.asked
