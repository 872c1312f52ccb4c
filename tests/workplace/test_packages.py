"""Data packages from the workplace: asked for, written by the worker, fetched by who is logged in, and deleted."""

import re
import zipfile
from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from analysis import jobs
from analysis.models import StudyPackage
from analysis.packages import asking
from analysis.packages.carrying_out import carry_out, take_package
from judging.models import Protocol, Study
from tests.builders import AT, make_agent, make_judgement, make_response, make_study, make_visit

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def a_folder_of_its_own(settings: Settings, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path


@pytest.fixture
def study() -> Study:
    study = make_study("colors")
    make_judgement(make_visit(study), make_response(make_agent()), "human")
    return study


def find_link(page: bytes) -> str:
    found = re.search(r'href="(/workplace/packages/[^"]+)"', page.decode())
    assert found is not None
    return found.group(1)


def test_a_package_is_asked_for_written_by_the_worker_and_fetched(staff: Client, study: Study, tmp_path: Path) -> None:
    assert b"None yet." in staff.get("/workplace/studies/colors/package").content
    asked = staff.post("/workplace/studies/colors/package", {"smallest": "3", "with_media": "on"})
    assert asked["Location"] == "/workplace/studies/colors/package"
    assert b"Waiting for the worker." in staff.get("/workplace/studies/colors/package/progress").content
    assert jobs.write_packages() is True
    assert jobs.write_packages() is False
    package = StudyPackage.objects.get()
    assert (package.state, package.with_media, package.smallest_group) == ("ready", True, 3)
    assert package.done > 0
    page = staff.get("/workplace/studies/colors/package/progress").content
    assert b"hx-get" not in page
    sent = staff.get(find_link(page))
    assert sent["Content-Disposition"].startswith('attachment; filename="colors-')
    content = b"".join(sent.streaming_content)
    assert "manifest.json" in zipfile.ZipFile(BytesIO(content)).namelist()
    assert [path.name for path in (tmp_path / "packages").iterdir()] == [package.file_name]


def test_a_link_works_for_who_is_logged_in_until_its_time_is_over(staff: Client, study: Study) -> None:
    asking.ask_for_package(study, at=timezone.now())
    jobs.write_packages()
    link = find_link(staff.get("/workplace/studies/colors/package").content)
    assert Client().get(link)["Location"].startswith("/workplace/login")
    assert staff.get(f"{link}x").status_code == 404
    path = asking.find_path(StudyPackage.objects.get())
    assert path.is_file()
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        assert asking.find_linked(link.rsplit("/", 1)[1], at=timezone.now()) is None
        jobs.write_packages()
    assert not path.exists()
    assert StudyPackage.objects.get().state == "gone"
    assert staff.get(link).status_code == 404


def test_asking_twice_makes_one_package_and_a_silent_worker_is_relieved(study: Study) -> None:
    asked = [asking.ask_for_package(study, at=AT).pk for _ in range(2)]
    assert len(set(asked)) == 1
    first = take_package(at=AT)
    assert first is not None
    assert take_package(at=AT + timedelta(minutes=4)) is None
    second = take_package(at=AT + timedelta(minutes=6))
    assert second is not None
    carry_out(first, clock=lambda: AT)
    assert StudyPackage.objects.get().state == "writing"
    assert list(asking.find_path(first).parent.iterdir()) == []
    carry_out(second, clock=lambda: AT)
    assert StudyPackage.objects.get().state == "ready"


def test_a_package_that_cannot_be_written_says_why(staff: Client, study: Study) -> None:
    Protocol.objects.update(document={})
    asking.ask_for_package(study, at=AT)
    jobs.write_packages()
    assert StudyPackage.objects.get().state == "failed"
    page = staff.get("/workplace/studies/colors/package").content.decode()
    assert "validation error" in page


def test_a_senseless_number_of_people_is_refused_at_its_field(staff: Client, study: Study) -> None:
    page = staff.post("/workplace/studies/colors/package", {"smallest": "0"}).content.decode()
    assert "Ensure this value is greater than or equal to 1." in page
    assert not StudyPackage.objects.exists()
