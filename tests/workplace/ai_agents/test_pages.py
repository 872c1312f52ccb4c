"""The pages of AI agents: adding one, trying it, running it, what came of it."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from lxml import html

from agents.adding import find_agent
from agents.jobs import carry_on_runs
from agents.models import Agent, AgentRun, Response, RunItem
from agents.running.carrying_out import carry_out
from agents.running.queuing import queue_run
from agents.running.rules import Rules
from tests.agents.services.wire.openai import ModelServer, serve_model
from tests.agents.services.wire.serving import Reply, turn_away
from tests.builders import make_stimulus

pytestmark = pytest.mark.django_db


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serve_model() as found:
        found.reply = lambda asked: "snow"
        yield found


def make_cues(*cues: str) -> None:
    for cue in cues:
        make_stimulus(task="association", key=cue, payload={"cue": cue, "prompt": None})


def describe(server: ModelServer, **changes: str) -> dict[str, str]:
    return {"title": "My model", "url": server.url, "model": "some-model", **changes}


def read(answer: Any) -> str:
    return " ".join(" ".join(map(str, html.fromstring(answer.content).itertext())).split())


def test_a_newcomer_adds_a_model_tries_it_and_runs_it(staff: Client, server: ModelServer) -> None:
    make_cues("ice", "fire")
    form = reverse("workplace:ai_agent_add", args=["endpoint"])
    assert form in staff.get(reverse("workplace:ai_agents")).content.decode()
    tried = staff.post(reverse("workplace:ai_agent_try", args=["endpoint"]), describe(server), HTTP_HX_REQUEST="true")
    assert "It said: word snow" in read(tried)
    assert not Agent.objects.exists()
    page = staff.post(form, describe(server), follow=True)
    assert page.redirect_chain[-1][0] == reverse("workplace:ai_agent", args=["my-model"])
    assert "Word association, tests: 2 of 2 to ask" in read(page)
    run = {"place": "association/tests", "most_tries": "3", "turns": "12", "price_in": "3", "price_out": "15"}
    estimate = staff.post(reverse("workplace:ai_agent_estimate", args=["my-model"]), run)
    assert "2 stimuli to ask about, calls: 2" in read(estimate)
    page = staff.post(page.redirect_chain[-1][0], run, follow=True)
    assert "Waiting for the worker." in read(page)
    assert carry_on_runs() == 2
    assert set(Response.objects.values_list("payload__word", flat=True)) == {"snow"}
    assert "2 answered, 0 without an answer, 2 tries" in read(staff.get(page.redirect_chain[-1][0]))


def test_what_gave_no_answer_is_shown_by_kind_with_the_raw_reply(staff: Client, server: ModelServer) -> None:
    make_cues("ice", "fire")
    server.reply = lambda asked: "I'm sorry, but I can't help with <that>."
    staff.post(reverse("workplace:ai_agent_add", args=["endpoint"]), describe(server))
    run = queue_run(Agent.objects.get(), task="association", pool="tests", rules=Rules(most_tries=2), at=timezone.now())
    assert run is not None
    carry_out(run, seconds=30, clock=timezone.now, rng=random.Random(0))
    page = staff.get(reverse("workplace:agent_run", args=[run.pk]))
    assert "Refused to answer 4 2" in read(page)
    assert not Response.objects.exists()
    failures = staff.get(reverse("workplace:agent_run_failures", args=[run.pk, "refusal"]))
    assert "can't help with <that>" in read(failures)
    assert b"<that>" not in failures.content
    server.reply = lambda asked: "snow"
    staff.post(reverse("workplace:agent_run_continue", args=[run.pk]), {"cap": ""})
    carry_out(run, seconds=30, clock=timezone.now, rng=random.Random(0))
    assert Response.objects.count() == 2


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"url": "example.org"}, "Address: It is 'example.org': it should be an address such as"),
        (
            {"key_env": "sk-12345"},
            "Variable with the key: It is something else: it should be the name of an",
        ),
        ({"model": ""}, "The setting model is empty: give the model's name at the endpoint."),
        ({"key_env": "ABSENT_API_KEY"}, "The key ABSENT_API_KEY is not set; put it into the environment"),
    ],
)
def test_a_try_says_what_is_wrong_with_the_settings(
    staff: Client, server: ModelServer, changes: dict[str, str], sentence: str
) -> None:
    address = reverse("workplace:ai_agent_try", args=["endpoint"])
    tried = staff.post(address, describe(server, **changes), HTTP_HX_REQUEST="true")
    assert sentence in read(tried)
    assert b"sk-12345" not in tried.content


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        (turn_away(), "Service failed for now: some-model at"),
        (Reply({"error": {"message": "bad key"}}, 401), "Service failed for good: some-model at"),
        (Reply(b"<html>"), "Service failed for now"),
    ],
)
def test_a_try_says_what_the_service_did(staff: Client, server: ModelServer, reply: Reply, sentence: str) -> None:
    server.queue = [reply]
    address = reverse("workplace:ai_agent_try", args=["endpoint"])
    assert sentence in read(staff.post(address, describe(server)))


def test_a_form_that_is_wrong_comes_back_as_it_was_sent(staff: Client, server: ModelServer) -> None:
    address = reverse("workplace:ai_agent_add", args=["endpoint"])
    answer = staff.post(address, describe(server, temperature="9"))
    assert answer.status_code == 422
    assert "input should be less than or equal to 2" in read(answer)
    assert b'value="some-model"' in answer.content
    assert not Agent.objects.exists()


def test_a_run_that_is_started_twice_is_one(staff: Client) -> None:
    make_cues("ice")
    page = reverse("workplace:ai_agent", args=["letter-neighbors"])
    asked = {"place": "association/tests", "most_tries": "3", "turns": "12"}
    first, second = (staff.post(page, asked) for _ in range(2))
    assert (first.status_code, second.status_code) == (302, 302)
    assert first["Location"] == second["Location"]
    assert AgentRun.objects.count() == 1


def test_a_key_in_the_wrong_field_does_not_come_back(staff: Client, server: ModelServer) -> None:
    answer = staff.post(reverse("workplace:ai_agent_add", args=["endpoint"]), describe(server, key_env="sk-12345"))
    assert answer.status_code == 422
    assert b"sk-12345" not in answer.content
    assert b'value="some-model"' in answer.content


def test_the_same_settings_under_another_name_lead_to_the_agent_that_has_them(
    staff: Client, server: ModelServer
) -> None:
    form = reverse("workplace:ai_agent_add", args=["endpoint"])
    staff.post(form, describe(server))
    again = staff.post(form, describe(server, title="Another"), follow=True)
    assert "An agent with these settings is there already: My model." in read(again)
    assert Agent.objects.count() == 1


def test_the_name_of_a_system_stays_that_of_its_defaults(staff: Client, server: ModelServer) -> None:
    form = reverse("workplace:ai_agent_add", args=["endpoint"])
    for title in ("Median cut", "Endpoint"):
        staff.post(form, describe(server, title=title, model=title))
    assert set(Agent.objects.values_list("slug", flat=True)) == {"median-cut-2", "endpoint-2"}
    assert "cuts the picture" in read(staff.get(reverse("workplace:ai_agent", args=["median-cut"]))).lower()
    assert find_agent("median-cut", at=timezone.now()).slug == "median-cut"


def test_prompts_that_are_no_text_are_told_of(
    staff: Client, server: ModelServer, settings: Any, tmp_path: Path
) -> None:
    settings.VAR_DIR = tmp_path
    (tmp_path / "prompts" / "mine").mkdir(parents=True)
    (tmp_path / "prompts" / "mine" / "association.md").write_bytes(b"caf\xe9: {cue}")
    page = staff.post(
        reverse("workplace:ai_agent_add", args=["endpoint"]), describe(server, prompts="mine"), follow=True
    )
    assert "it cannot be read (UnicodeDecodeError); copy association.md" in read(page)


def test_a_run_is_canceled_once_and_progress_asks_for_the_whole_page_then(staff: Client) -> None:
    make_cues("ice")
    agent = find_agent("letter-neighbors", at=timezone.now())
    run = queue_run(agent, task="association", pool="tests", rules=Rules(), at=timezone.now())
    assert run is not None
    progress = reverse("workplace:agent_run_progress", args=[run.pk])
    assert "Waiting for the worker." in read(staff.get(progress))
    address = reverse("workplace:agent_run_cancel", args=[run.pk])
    staff.post(address)
    assert AgentRun.objects.get().state == AgentRun.State.CANCELED
    assert (staff.get(progress).status_code, staff.get(progress)["HX-Refresh"]) == (204, "true")
    assert b"This run was over already." in staff.post(address, follow=True).content
    assert RunItem.objects.get().state == RunItem.State.DUE


def test_an_agent_without_stimuli_leads_to_loading_some(staff: Client) -> None:
    page = staff.get(reverse("workplace:ai_agent", args=["median-cut"]))
    assert "There are no stimuli for it yet." in read(page)
    assert not Agent.objects.exists()


def test_what_does_not_exist_is_not_found(staff: Client) -> None:
    for name, arguments in (("ai_agent", ["nobody"]), ("ai_agent_add", ["nobody"]), ("agent_run", [999])):
        assert staff.get(reverse(f"workplace:{name}", args=arguments)).status_code == 404


@pytest.mark.parametrize("name", ["ai_agents", "ai_agent", "ai_agent_add"])
def test_only_staff_see_them(client: Client, name: str) -> None:
    address = reverse(f"workplace:{name}", args=[] if name == "ai_agents" else ["median-cut"])
    assert client.get(address).status_code == 302
