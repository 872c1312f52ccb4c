"""The AI agents that ask vision services, each against a server on this machine that speaks its wire format."""

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import pytest
from PIL import Image

from agents.ai_agents import AI_AGENTS
from agents.ai_agents.answers import Answer, Failure, NoAnswer, blame_service
from agents.ai_agents.base import AIAgent
from agents.services import azure_vision
from agents.services.vision import VisionService
from tests.agents.pictures import find_media_path, store
from tests.agents.services.wire import serving
from tests.agents.services.wire.serving import Reply, WireServer
from tests.agents.services.wire.vision import (
    AWS_KEY,
    KEY,
    fail_as_aws,
    fail_inside,
    refuse_picture,
    serve_azure,
    serve_google,
    serve_rekognition,
)
from turingapp.errors import PermanentServiceError, ServiceError, TemporaryServiceError

Serve = Callable[[], AbstractContextManager[WireServer]]
AGENTS: dict[str, tuple[str, str, Serve, str, str]] = {
    "google-colors": ("color", "red", serve_google, "GOOGLE_VISION_API_KEY", KEY),
    "google-labels": ("objects", "person table sky", serve_google, "GOOGLE_VISION_API_KEY", KEY),
    "azure-colors": ("color", "green", serve_azure, "AZURE_VISION_API_KEY", KEY),
    "azure-tags": ("objects", "text hotdog bun", serve_azure, "AZURE_VISION_API_KEY", KEY),
    "rekognition": ("objects", "person cars light", serve_rekognition, "REKOGNITION_API_KEY", AWS_KEY),
}


@dataclass
class Case:
    """An agent with its server, and what it should say."""

    agent: AIAgent
    task: str
    right: list[str]
    server: WireServer
    key_env: str

    def ask(self) -> Any:
        """Its answer to a picture."""
        return self.agent.respond(self.task, store(Image.new("RGB", (80, 60), (90, 20, 20))), random.Random(0))


@pytest.fixture(params=AGENTS)
def case(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Case]:
    task, right, serve, key_env, key = AGENTS[request.param]
    monkeypatch.setenv(key_env, key)
    with serve() as server:
        agent = AI_AGENTS[request.param].with_settings({"url": server.address, "seconds": 5})
        yield Case(agent, task, right.split(), server, key_env)


def test_what_is_found_becomes_an_answer_of_the_task(case: Case) -> None:
    assert case.agent.find_lacks() == ()
    answer = case.ask()
    assert answer.payload == ({"color": case.right[0]} if case.task == "color" else {"words": case.right})
    assert (answer.usage.calls, len(case.server.asked)) == (1, 1)
    assert answer.raw


def test_the_key_is_in_no_address_setting_or_message(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(case.key_env, "wrong:wrong-secret")
    with pytest.raises(PermanentServiceError, match="check the") as caught:
        case.ask()
    told = f"{caught.value} {caught.value.raw} {case.agent.details} {case.server.asked[0].path} {case.agent.settings}"
    assert "wrong" not in told.replace("or wrong API endpoint", "")


def test_a_missing_key_says_which_and_where_to_put_it(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(case.key_env)
    assert [case.key_env in lack and ".env" in lack for lack in case.agent.find_lacks()] == [True]


def test_a_picture_that_is_not_taken_is_listed_and_the_next_one_is_asked_about(case: Case) -> None:
    stimulus = store(Image.new("RGB", (80, 60)), "broken")
    find_media_path("broken").write_bytes(b"no picture")
    with pytest.raises(ServiceError) as caught:
        case.agent.respond(case.task, stimulus, random.Random(0))
    failed = blame_service(caught.value)
    assert (failed.kind, failed.usage.calls) == (Failure.CANNOT_TAKE, 1)
    assert case.ask().payload


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (serving.FAILS, TemporaryServiceError),
        (serving.BREAKS, TemporaryServiceError),
        (serving.NO_OBJECT, PermanentServiceError),
        (Reply({"Labels": 7, "responses": 7, "tags": 7, "color": 7, "tagsResult": 7}), PermanentServiceError),
        (Reply({}), PermanentServiceError),
    ],
)
def test_what_fails_is_told_apart_by_whether_it_may_pass(case: Case, reply: Reply, kind: type[ServiceError]) -> None:
    case.server.queue = [reply]
    with pytest.raises(kind) as caught:
        case.ask()
    assert str(caught.value).startswith(case.agent.title.rsplit(" ", 1)[0])
    assert len(case.server.asked) == 1  # asking again is for the run, which knows its rule


def test_truncated_json_is_never_an_answer(case: Case) -> None:
    case.server.queue = [serving.cut_short(Reply({"responses": [{}], "Labels": [], "tags": [], "color": {}}))]
    with pytest.raises(ServiceError):
        case.ask()


def test_too_many_requests_say_how_long_to_wait(case: Case) -> None:
    case.server.queue = [serving.turn_away(7)]
    with pytest.raises(TemporaryServiceError) as caught:
        case.ask()
    assert caught.value.wait_seconds == 7


def test_a_service_that_hangs_is_left(case: Case) -> None:
    case.server.queue = [serving.HANGS]
    case.agent = case.agent.with_settings({"seconds": 0.2})
    with pytest.raises(TemporaryServiceError):
        case.ask()


def test_a_huge_reply_is_no_answer(case: Case) -> None:
    case.server.queue = [serving.swell(9)]
    with pytest.raises(PermanentServiceError):
        case.ask()


def hear(slug: str, reply: Reply, monkeypatch: pytest.MonkeyPatch) -> Answer:
    """What an agent makes of a reply of its service."""
    task, _, serve, key_env, key = AGENTS[slug]
    monkeypatch.setenv(key_env, key)
    with serve() as server:
        server.queue = [reply]
        agent = AI_AGENTS[slug].with_settings({"url": server.address})
        return agent.respond(task, store(Image.new("RGB", (60, 60))), random.Random(0))


@pytest.mark.parametrize(
    ("slug", "reply", "kind"),
    [
        ("google-colors", Reply({"responses": [{}]}), Failure.EMPTY),
        ("google-labels", Reply({"responses": [{"labelAnnotations": [{"description": "Sky"}]}]}), Failure.RULE_BROKEN),
        ("azure-colors", Reply({"color": {"dominantColors": []}}), Failure.EMPTY),
        ("azure-colors", Reply({"color": {"dominantColors": ["Mauve"]}}), Failure.RULE_BROKEN),
        ("azure-tags", Reply({"tagsResult": {"values": []}}), Failure.EMPTY),
        ("rekognition", Reply({"Labels": [{"Name": "Person"}, {"Name": "Human"}]}), Failure.RULE_BROKEN),
    ],
)
def test_less_than_an_answer_is_none_and_is_kept_with_its_reply(
    slug: str, reply: Reply, kind: Failure, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(NoAnswer) as caught:
        hear(slug, reply, monkeypatch)
    assert (caught.value.kind, caught.value.raw, caught.value.usage.calls) == (kind, reply.content, 1)


@pytest.mark.parametrize(
    ("slug", "reply", "kind"),
    [
        ("google-labels", fail_inside(14, "Unavailable."), Failure.SERVICE_BUSY),
        ("google-labels", fail_inside(7, "Permission denied."), Failure.SERVICE_REFUSED),
        ("azure-tags", refuse_picture("InvalidImageSize"), Failure.CANNOT_TAKE),
        ("rekognition", fail_as_aws("ProvisionedThroughputExceededException"), Failure.SERVICE_BUSY),
        ("rekognition", fail_as_aws("AccessDeniedException"), Failure.SERVICE_REFUSED),
        ("rekognition", fail_as_aws("ImageTooLargeException"), Failure.CANNOT_TAKE),
    ],
)
def test_a_services_own_codes_are_understood(
    slug: str, reply: Reply, kind: Failure, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ServiceError) as caught:
        hear(slug, reply, monkeypatch)
    assert blame_service(caught.value).kind == kind


@pytest.mark.parametrize("version", ["3.2", "4.0"])
def test_both_versions_of_azure_give_tags_and_captions(version: str) -> None:
    stimulus = store(Image.new("RGB", (60, 60)))
    picture = find_media_path(stimulus["image"]["media"]).read_bytes()
    with serve_azure() as server:
        service = VisionService(server.address, KEY)
        tags, _ = azure_vision.list_tags(service, picture, version=version)
        captions, raw = azure_vision.list_captions(service, picture, version=version)
    assert [tag.name for tag in tags] == ["text", "hot dog", "bun"]
    assert captions[0].text == "a bun"
    assert raw["modelVersion" if version == "4.0" else "requestId"]
