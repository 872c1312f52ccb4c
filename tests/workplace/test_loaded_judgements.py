"""Judgements loaded in the workplace, and the pages of the study that they make."""

from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from judging.models import Assignment, Study, Trial
from tests.analysis.loading.files import make_trial, write_compiled
from tests.members import make_member
from turingapp.members.roles import Role

pytestmark = pytest.mark.django_db
PAGES = ("study", "results", "figures", "gallery", "report", "protocol", "packages", "judgements_csv")


def send(staff: Client, folder: Path, **changes: str) -> str:
    """The page that answers the form with four judges' verdicts on one machine's answer."""
    trials = [
        make_trial(1, judge=f"J{number}", groundtruth="machine", machine_groundtruth="google") for number in range(4)
    ]
    form = {"things": "judgements", "task": "color", "form": "turing-compiled", "study": "original", **changes}
    with write_compiled(folder / "compiled.json", *trials).open("rb") as file:
        return staff.post(reverse("workplace:load"), {**form, "files": file}).content.decode()


def test_judgements_are_loaded_by_the_form_into_a_closed_study(staff: Client, tmp_path: Path) -> None:
    page = send(staff, tmp_path)
    assert "4 judgements loaded into the study original" in page
    assert reverse("workplace:study", args=["original"]) in page
    assert Study.objects.get().state == Study.State.CLOSED


def test_trying_out_writes_nothing(staff: Client, tmp_path: Path) -> None:
    assert "4 judgements would be loaded" in send(staff, tmp_path, dry_run="on")
    assert not Trial.objects.exists()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"study": ""}, "Name the study that the judgements go into."),
        ({"form": "coco"}, "The format coco holds no judgements; those that do are native, turing-compiled"),
        ({"things": "responses"}, "The format turing-compiled holds judgements; choose them above."),
        ({"options": "cap=5"}, "Formats of judgements have no options here"),
    ],
)
def test_a_form_that_cannot_be_says_what_is_wrong(
    staff: Client, tmp_path: Path, changes: dict[str, str], sentence: str
) -> None:
    assert sentence in send(staff, tmp_path, **changes)
    assert not Study.objects.exists()


def test_every_page_of_a_loaded_study_answers(staff: Client, tmp_path: Path) -> None:
    send(staff, tmp_path)
    for page in PAGES:
        assert staff.get(reverse(f"workplace:{page}", args=["original"])).status_code == 200, page


def test_where_responses_are_shown_stand_ins_are_not_published(staff: Client, tmp_path: Path) -> None:
    send(staff, tmp_path)
    page = staff.get(reverse("workplace:gallery", args=["original"])).content.decode()
    assert "Not shown: the study" in page
    assert "Judged human in 100.0% of 4 judgements" in page


def test_nobody_is_admitted_to_a_loaded_study(staff: Client, tmp_path: Path) -> None:
    send(staff, tmp_path)
    page = Client().post(f"/join/{Study.objects.get().link}/").content.decode()
    assert "This study is closed and takes no more visits." in page
    assert (Assignment.objects.count(), Trial.objects.count()) == (4, 4)


def test_who_loads_the_first_judgements_of_a_study_owns_it_and_says_who_judged(client: Client, tmp_path: Path) -> None:
    client.force_login(make_member("experimenter", Role.EXPERIMENTER))
    assert "4 judgements loaded into the study original" in send(client, tmp_path, simulated="on")
    assert client.get(reverse("workplace:study", args=["original"])).status_code == 200
    assert Study.objects.get().is_simulated
    assert "its judges are programs; load others into another study" in send(client, tmp_path)
