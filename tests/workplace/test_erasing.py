"""The page on one person: what there is, a copy of it, and erasing once it is meant."""

import re
from http import HTTPStatus
from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from agents.people import make_person_key
from analysis.models import StudyPackage
from analysis.packages.asking import find_linked, find_path, sign_link
from analysis.packages.carrying_out import delete_expired
from judging.identities import find_identity
from judging.models import Assignment, Judge
from judging.withdrawing import erase
from tests.builders import AT, make_study, make_visit
from tests.members import make_member
from turingapp.members.roles import Role

pytestmark = pytest.mark.django_db
PAGE = "/workplace/privacy"
FAR = AT.replace(year=9000)


@pytest.fixture
def made() -> Assignment:
    """A visit of somebody from a platform."""
    find_identity("prolific", "P1", at=AT)
    judge = Judge.objects.create(person_key=make_person_key("prolific", "P1"), created_at=AT)
    return make_visit(make_study(title="Colors"), judge=judge, demographics={"gender": "female"})


def find(client: Client, text: str = "P1") -> str:
    """The page on a person; the token of its forms."""
    page = client.post(PAGE, {"kind": "id", "text": text}).content.decode()
    assert "Colors" in page
    found = re.search(r'name="person" value="([^"]+)"', page)
    assert found
    assert make_person_key("prolific", "P1") not in page
    return found[1]


def test_a_person_is_shown_first_and_erased_once_it_is_meant(staff: Client, made: Assignment) -> None:
    token = find(staff)
    unsure = staff.post(f"{PAGE}/erase", {"person": token, "judgements": "erase"})
    assert unsure.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert Assignment.objects.get().state == Assignment.State.FINISHED
    done = staff.post(f"{PAGE}/erase", {"person": token, "judgements": "erase", "is_sure": "on"})
    assert "What could be erased of this person is erased." in done.content.decode()
    assert Assignment.objects.get().state == Assignment.State.ERASED


def test_a_copy_is_a_file_that_is_not_kept_anywhere(staff: Client, made: Assignment) -> None:
    reply = staff.post(f"{PAGE}/copy", {"person": find(staff)})
    assert (reply["Content-Type"], reply["Cache-Control"]) == ("application/zip", "no-store")


def test_nobody_and_old_forms_get_a_sentence(staff: Client) -> None:
    unknown = staff.post(PAGE, {"kind": "code", "text": "NOBODY"})
    assert unknown.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Nobody is known by this." in unknown.content.decode()
    assert staff.post(f"{PAGE}/erase", {"person": "made up"}, follow=True).redirect_chain == [(PAGE, 302)]


def test_experimenters_are_shown_no_person(client: Client, made: Assignment) -> None:
    client.force_login(make_member("colleague", Role.EXPERIMENTER))
    assert client.post(PAGE, {"kind": "id", "text": "P1"}).status_code == HTTPStatus.FORBIDDEN


def test_a_package_of_before_an_erasing_is_not_given_out_and_deleted(
    made: Assignment, settings: Settings, tmp_path: Path
) -> None:
    settings.VAR_DIR = tmp_path
    facts = {"smallest_group": 1, "state": "ready", "expires_at": FAR}
    before, another = (
        StudyPackage.objects.create(study=study, created_at=AT, **facts) for study in (made.study, make_study())
    )
    for package in (before, another):
        find_path(package).parent.mkdir(exist_ok=True)
        find_path(package).write_text("rows")
    erase(made, at=AT.replace(hour=13))
    assert find_linked(sign_link(before), at=AT) is None
    assert find_linked(sign_link(another), at=AT) == another
    assert delete_expired(at=AT) == 1
    assert (find_path(before).exists(), find_path(another).exists()) == (False, True)
