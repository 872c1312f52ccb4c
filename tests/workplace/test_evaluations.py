"""The pages of AI judges: asking, watching, canceling, comparing."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from agents.models import Origin
from analysis.evaluating_items import Unit
from analysis.evaluating_runs import carry_out, queue_run, take_run
from analysis.models import EvaluationRun
from tests.builders import make_agent, make_judgement, make_response, make_stimulus, make_study, make_visit

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client: Client) -> Client:
    """A browser in which an experimenter has logged in."""
    client.force_login(User.objects.create_user("experimenter", is_staff=True))
    return client


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


def test_an_evaluation_is_asked_for_carried_out_and_compared(staff: Client) -> None:
    slug = fill_study()
    asked = {"source": slug, "judges": ["combined"], "unit": "part"}
    answer = staff.post(reverse("workplace:evaluations"), asked)
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
    answer = staff.post(reverse("workplace:evaluations"), {"source": "color", "judges": [], "unit": "part"})
    assert b"color has no responses yet; load some with load_responses." in answer.content
    assert not EvaluationRun.objects.exists()


@pytest.mark.parametrize("name", ["evaluations", "evaluation", "evaluation_progress"])
def test_only_staff_see_them(client: Client, name: str) -> None:
    run = EvaluationRun.objects.create(source="objects", judges=[], unit="part", created_at=timezone.now())
    address = reverse(f"workplace:{name}", args=[] if name == "evaluations" else [run.pk])
    assert client.get(address).status_code == 302
