"""The pages of preregistrations, and what the report makes of a plan."""

from io import StringIO

import pytest
import yaml
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from lxml import html

from agents.models import Origin
from analysis.figures import make_drawings
from analysis.observations import find_mark, read_observations
from analysis.reports.demographics import Demographics
from analysis.writing.deviations import write_preregistration
from judging.models import Preregistration, Study
from judging.opening import close_study
from judging.preregistering import lock_plan
from tests.builders import AT, add_version, make_agent, make_judgement, make_response, make_study, make_visit
from tests.judging.test_preregistering import make_plan

pytestmark = pytest.mark.django_db


def test_a_plan_is_looked_at_before_it_is_locked(staff: Client) -> None:
    content = yaml.safe_dump(make_plan(hypotheses=["<b>Machines fail</b>"]).document)
    address = reverse("workplace:preregistrations")
    page = staff.post(address, {"file": SimpleUploadedFile("plan.yaml", content.encode())}).content.decode()
    assert "Lock this plan?" in page
    assert "&lt;b&gt;Machines fail" in page
    assert not Preregistration.objects.exists()
    answer = staff.post(address, {"content": content, "confirmed": "1"})
    assert answer["Location"] == reverse("workplace:preregistration", args=["colors"])
    assert Preregistration.objects.get().locked_by == "experimenter"
    assert "The study is not open yet." in staff.get(answer["Location"]).content.decode()
    assert b"# A small study" in staff.get(reverse("workplace:osf", args=["colors", "md"])).content
    assert staff.get(reverse("workplace:osf", args=["colors", "json"])).json()["study"] == "colors"
    assert staff.get(reverse("workplace:osf", args=["colors", "pdf"])).status_code == 404


def test_the_example_on_the_page_is_a_plan(staff: Client) -> None:
    address = reverse("workplace:preregistrations")
    example = html.fromstring(staff.get(address).content).xpath("string(//pre[@class='example'])")
    staff.post(address, {"content": example, "confirmed": "1"})
    assert Preregistration.objects.get().study_slug == "my-words"


def test_faults_are_told_and_nothing_is_locked(staff: Client) -> None:
    file = SimpleUploadedFile("plan.yaml", b"margin: 7\n")
    answer = staff.post(reverse("workplace:preregistrations"), {"file": file})
    assert answer.status_code == 400
    assert "the file, line 1" in answer.content.decode()
    assert not Preregistration.objects.exists()


def open_as_planned() -> Study:
    """The planned study, opened as it was planned, with judges of two genders of whom one is always wrong."""
    lock_plan(make_plan(), slug="colors", who="one", at=AT)
    study = make_study(**make_plan().document["protocol"])
    responses = [make_response(make_agent()), make_response(make_agent(origin=Origin.AI))]
    for gender in ("female", "male") * 3:
        visit = make_visit(study, demographics={"gender": gender, "birth_year": "1950"})
        for response in responses:
            make_judgement(visit, response, "human" if response.pairing == "H" else "ai")
    make_judgement(make_visit(study, demographics={"gender": "male", "birth_year": "1999"}), responses[0], "ai")
    return study


def test_the_declared_family_is_corrected_by_holm_and_the_rest_is_exploratory() -> None:
    table = Demographics().tables(read_observations(open_as_planned()))[0]
    assert {row.values["grouping"]: row.values["claim"] for row in table.rows} == {
        "gender": "declared",
        "age": "exploratory",
    }
    for row in table.rows:  # a family of one needs no correction
        assert row.values["p_adjusted"] == row.values["p"]
    drawings = {drawing.slug: drawing for drawing in make_drawings(read_observations(Study.objects.get()))}
    assert "Declared before the data: Gender; the others are exploratory." in drawings["judges"].table.note


def test_the_report_lists_the_plan_and_each_deviation(staff: Client) -> None:
    study = open_as_planned()
    passage = write_preregistration(read_observations(study))
    assert passage.points == ["Hypothesis 1: Judges tell humans from machines.", "No deviation from the plan is known."]
    add_version(study, trials=9, debrief="Thank\n\nyou.")
    close_study(study, at=AT)
    study.refresh_from_db()
    passage = write_preregistration(read_observations(study))
    assert list(passage.points)[1:] == [
        "Deviation: version 2 of the protocol, 2024-05-06: trials was to be 4 and is 9.",
        "Deviation: version 2 of the protocol, 2024-05-06: debrief is other than planned.",
        "Deviation: 100 judges were planned, 7 count.",
    ]
    page = staff.get(reverse("workplace:preregistration", args=["colors"])).content.decode()
    assert "Version 2 of the protocol" in page
    assert "Plan and deviations" in staff.get(reverse("workplace:protocol", args=["colors"])).content.decode()


def test_without_a_plan_everything_is_exploratory(staff: Client) -> None:
    study = make_study("colors")
    before = find_mark(study)
    assert write_preregistration(read_observations(study)).sentences == [
        "Nothing was locked before the first visit: every finding and comparison here is exploratory."
    ]
    assert "can still be locked" in staff.get(reverse("workplace:protocol", args=["colors"])).content.decode()
    lock_plan(make_plan(), slug="colors", who="one", at=AT)
    assert find_mark(study) != before


def test_a_plan_that_was_changed_in_the_database_is_told_on_every_page(staff: Client) -> None:
    open_as_planned()
    before = find_mark(Study.objects.get())
    Preregistration.objects.update(document={"margin": "\u00e9", "hypotheses": None})
    assert find_mark(Study.objects.get()) != before
    told = "cannot be read as a plan"
    addresses = [
        *(reverse(f"workplace:{name}", args=["colors"]) for name in ("study", "report", "figures", "gallery")),
        reverse("workplace:preregistration", args=["colors"]),
        *(reverse("workplace:osf", args=["colors", form]) for form in ("md", "json")),
    ]
    for address in addresses:
        assert told in staff.get(address).content.decode(), address
    assert staff.get(reverse("workplace:preregistrations")).status_code == 200
    shown = StringIO()
    call_command("preregister", "colors", stdout=shown)
    call_command("report", "colors", stdout=shown)
    assert shown.getvalue().count(told) == 2
