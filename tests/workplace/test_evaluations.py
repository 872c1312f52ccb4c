"""The pages of AI judges: asking, watching, canceling, comparing."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from agents.models import Origin, Response
from analysis.evaluations.items import Unit
from analysis.evaluations.queuing import queue_run
from analysis.evaluations.runs import carry_out, take_run
from analysis.figures.themes import DARK, LIGHT
from analysis.models import EvaluationRun
from tests.builders import make_agent, make_judgement, make_response, make_stimulus, make_study, make_visit

pytestmark = pytest.mark.django_db


def fill_study() -> str:
    """A study on twelve stimuli, judged once, whose humans use other words than its machine."""
    study, human, machine = make_study(task="objects"), make_agent("human"), make_agent("machine", origin=Origin.AI)
    visit = make_visit(study)
    for number in range(12):
        stimulus = make_stimulus(task="objects")
        others = make_stimulus(task="objects")
        by_human = make_response(human, stimulus=stimulus, payload={"words": ["dog", f"tree{number}"]})
        by_machine = make_response(machine, stimulus=others, payload={"words": ["animal", f"plant{number}"]})
        make_judgement(visit, by_human, "human")
        make_judgement(visit, by_machine, "human" if number else "ai")
    return study.slug


@pytest.mark.long
def test_an_evaluation_is_asked_for_carried_out_and_compared(staff: Client) -> None:
    slug = fill_study()
    asked = {"source": slug, "judges": ["combined"], "unit": "part"}
    answer = staff.post(reverse("workplace:evaluation_ask"), asked)
    run = EvaluationRun.objects.get()
    assert answer["Location"] == reverse("workplace:evaluation", args=[run.pk])
    assert b"Waiting for the worker." in staff.get(answer["Location"]).content
    taken = take_run(at=timezone.now())
    assert taken is not None
    carry_out(taken)
    page = staff.get(answer["Location"]).content.decode()
    assert "Words, letters, meaning and measures" in page
    assert "People (1)" in page
    assert "91.7%" in page  # people called 11 of 12 machines human
    assert "There is one AI agent only; two are needed to hold one out." in page
    for kind in ("roc", "calibration"):
        chart = staff.get(reverse("workplace:evaluation_curves", args=[run.pk, kind]))
        assert chart["Content-Type"] == "image/svg+xml"
        assert chart.content.startswith(b"<svg")
        assert LIGHT.paper.encode() in chart.content
        dark = staff.get(reverse("workplace:evaluation_curves", args=[run.pk, kind]), {"theme": "dark"})
        assert DARK.paper.encode() in dark.content
        assert LIGHT.paper.encode() not in dark.content
    assert staff.get(reverse("workplace:evaluation_curves", args=[run.pk, "other"])).status_code == 404
    progress = staff.get(reverse("workplace:evaluation_progress", args=[run.pk]))
    assert (progress.status_code, progress["HX-Refresh"]) == (204, "true")


def test_a_run_is_canceled_once(staff: Client) -> None:
    run = queue_run(fill_study(), judges=[], unit=Unit.PART, at=timezone.now())
    address = reverse("workplace:evaluation_cancel", args=[run.pk])
    staff.post(address)
    run.refresh_from_db()
    assert run.state == EvaluationRun.State.CANCELED
    assert b"This evaluation was over already." in staff.post(address, follow=True).content


def test_what_cannot_be_evaluated_is_said_beside_the_form(staff: Client) -> None:
    answer = staff.post(reverse("workplace:evaluation_ask"), {"source": "color", "judges": [], "unit": "part"})
    assert b"color has no responses yet; load some with load_responses." in answer.content
    assert not EvaluationRun.objects.exists()


@pytest.mark.parametrize("name", ["evaluations", "evaluation", "evaluation_progress"])
def test_only_staff_see_them(client: Client, name: str) -> None:
    run = EvaluationRun.objects.create(source="objects", judges=[], unit="part", created_at=timezone.now())
    address = reverse(f"workplace:{name}", args=[] if name == "evaluations" else [run.pk])
    assert client.get(address).status_code == 302


def test_a_benchmark_whose_pool_is_gone_is_refused_in_words(staff: Client) -> None:
    run = EvaluationRun.objects.create(
        source="objects", pool="gone", agent="new", answers={}, judges=[], unit="part", created_at=timezone.now()
    )
    refused = staff.post(reverse("workplace:benchmark_load", args=[run.pk]))
    assert refused.status_code == 409
    assert "Name one pool of objects" in refused.content.decode()


def make_pool() -> None:
    """Twelve images with a human's and a machine's answer each."""
    human, machine = make_agent("human"), make_agent("machine", origin=Origin.AI)
    for number in range(12):
        stimulus = make_stimulus(task="objects", key=f"{number}.jpg")
        make_response(human, stimulus=stimulus, payload={"words": ["dog", f"tree{number % 3}"]})
        make_response(machine, stimulus=stimulus, payload={"words": ["animal", f"plant{number % 3}"]})


def upload(staff: Client, answers: object) -> Any:
    file = SimpleUploadedFile("answers.json", json.dumps(answers).encode(), "application/json")
    form = {"pool": "objects/tests", "agent": "New One", "file": file}
    return staff.post(reverse("workplace:benchmark"), form)


@pytest.mark.long
def test_a_new_agent_is_uploaded_ranked_and_queued_for_people(staff: Client) -> None:
    make_pool()
    answer = upload(staff, {f"{number}.jpg": f"animal, plant{number % 3}, thing" for number in range(11)})
    assert answer.status_code == 302
    taken = take_run(at=timezone.now())
    assert taken is not None
    carry_out(taken)
    page = staff.get(answer["Location"]).content.decode()
    assert "Benchmark of new-one on objects" in page
    assert "Missing: 1 (11.jpg)." in page
    assert "new-one (new)" in page
    loaded = staff.post(reverse("workplace:benchmark_load", args=[taken.pk]), follow=True)
    assert b"11 answers loaded into objects/tests" in loaded.content
    assert Response.objects.filter(authorships__agent__slug="new-one").count() == 11
    again = staff.post(reverse("workplace:benchmark_load", args=[taken.pk]), follow=True)
    assert b"0 answers loaded into objects/tests, 11 known" in again.content


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [([1], "it should be an object {stimulus: response}"), ({"x": "y"}, "No answer of the file can be used")],
)
def test_a_file_of_no_use_is_refused_beside_the_form(staff: Client, answers: object, sentence: str) -> None:
    make_pool()
    assert sentence in upload(staff, answers).content.decode()
    assert not EvaluationRun.objects.exists()


def test_judges_are_named_in_the_language_of_the_page(staff: Client) -> None:
    page = staff.get(reverse("workplace:evaluation_ask"), headers={"accept-language": "zh-CN"}).content.decode()
    assert "词、字母、含义和度量" in page
    assert "Words, letters" not in page
