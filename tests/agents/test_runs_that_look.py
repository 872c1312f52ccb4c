"""Runs of AI agents that look at pictures, with what can be wrong with a picture, a service or a model."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from PIL import Image

from agents.models import AgentRun, Response
from tests.agents.pictures import find_media_path, store
from tests.agents.services.wire.serving import Reply
from tests.agents.services.wire.vision import KEY, fail_inside, serve_google
from tests.builders import make_stimulus

pytestmark = pytest.mark.django_db


def make_pictures(task: str, *names: str) -> None:
    for name in names:
        payload = {**store(Image.new("RGB", (80, 60), (200, 30, 30)), name), "present": (), "absent": ()}
        if task != "attention":
            del payload["mode"]
        make_stimulus(task=task, key=name, payload=payload)


def call(*arguments: str) -> str:
    out = StringIO()
    call_command("run_agent", *arguments, "--pool", "tests", stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("agent", ["median-cut", "google-colors"])
def test_a_broken_picture_is_listed_and_stops_nothing_else(agent: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_VISION_API_KEY", KEY)
    make_pictures("color", "first", "second", "third")
    find_media_path("second").write_bytes(b"no picture")
    with serve_google() as server:
        settings = ("--set", f"url={server.address}") if agent == "google-colors" else ()
        said = call(agent, "--task", "color", *settings)
    assert "2 of 3 stimuli answered" in said
    assert "cannot take the stimulus: 1 tries, and the last word on 1 stimuli" in said
    assert set(Response.objects.values_list("stimulus__key", flat=True)) == {"first", "third"}


def test_a_service_that_has_no_answer_for_one_picture_is_counted_by_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_VISION_API_KEY", KEY)
    make_pictures("objects", "first", "second")
    with serve_google() as server:
        server.queue = [fail_inside(3, "Bad image data."), Reply({"responses": [{}]})]
        said = call("google-labels", "--task", "objects", "--set", f"url={server.address}", "--tries", "1")
    assert "cannot take the stimulus: 1 tries" in said
    assert "empty reply: 1 tries" in said
    assert not Response.objects.exists()


def test_without_its_key_nothing_is_asked_and_the_key_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GOOGLE_VISION_API_KEY", raising=False)
    make_pictures("color", "first")
    with pytest.raises(CommandError, match="The key GOOGLE_VISION_API_KEY is not set"):
        call("google-colors", "--task", "color")


@pytest.mark.long
def test_a_file_that_holds_no_model_stops_the_run_with_its_name(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="needs the extra [models]")
    make_pictures("attention", "first")
    weights = tmp_path / "vgg16.pth"
    weights.write_text("no weights", encoding="utf-8")
    with pytest.raises(CommandError, match=r"vgg16\.pth holds no weights of VGG16"):
        call("ivsn", "--task", "attention", "--set", f"weights={weights}")
    assert "vgg16.pth holds no weights of VGG16" in AgentRun.objects.get().problem
    assert not Response.objects.exists()
