"""The permission matrix is itself the test: every address of the workplace, in every role."""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import Client
from django.urls import URLPattern, reverse

from analysis.models import StudyPackage
from analysis.packages.asking import sign_link
from judging.collecting import change_collection, make_collection
from judging.models import Posting, Study
from tests.addresses import ADDRESSES, OPEN_TO_ALL, WORKPLACE, list_addresses
from tests.builders import AT, make_study
from tests.members import make_member
from turingapp.members.admitting import check, find_studies
from turingapp.members.matrix import Deed, Scope
from turingapp.members.rights import read_rights
from turingapp.members.roles import LAB_ROLES, Role

pytestmark = pytest.mark.django_db
FAR = AT.replace(year=9000)
ON_COLLECTIONS = "collections/"


def find_deeds(address: URLPattern) -> Mapping[str, Deed]:
    """What its view needs to be looked at and to be sent a form; fails where it does not say."""
    deeds = getattr(address.callback, "deeds", None)
    assert deeds, f"the view of {address.pattern} says no deed: decorate it with @needs(…)"
    return dict(deeds)


@pytest.fixture
def study() -> Study:
    """A study in a collection, with a posting and a package."""
    study = make_study("colors")
    change_collection(make_collection("together"), add=["colors"])
    Posting.objects.create(
        study=study,
        public_id="posting",
        recruiter="link",
        environment="live",
        offer={},
        places=1,
        currency="USD",
        created_at=AT,
    )
    StudyPackage.objects.create(study=study, smallest_group=1, state="ready", created_at=AT, expires_at=FAR)
    return study


def fill(address: URLPattern) -> dict[str, Any]:
    """What the parts of an address may be in these tests."""
    of_collection = str(address.pattern).startswith(ON_COLLECTIONS)
    known = {
        "slug": "together" if of_collection else "colors",
        "public_id": "posting",
        "task": "color",
        "pool": "tests",
        "link": sign_link(StudyPackage.objects.get()),
        "recruiter": "link",
        "environment": "live",
        "token": "a",
    }
    converters = address.pattern.converters
    return {name: known.get(name, 1 if "Int" in type(kind).__name__ else "a") for name, kind in converters.items()}


def ask(client: Client, address: URLPattern) -> Iterator[tuple[Deed, int]]:
    """How it answers when looked at and when sent an empty form, where it takes such."""
    path = reverse(f"workplace:{address.name}", kwargs=fill(address))
    for method, deed in find_deeds(address).items():
        status = client.generic(method, path).status_code
        if status != HTTPStatus.METHOD_NOT_ALLOWED:
            yield deed, status


def test_only_the_pages_of_the_log_in_need_no_role() -> None:
    open_to_all = {one.name for one in list_addresses(WORKPLACE) if find_deeds(one)["GET"].scope is Scope.NOBODY}
    assert open_to_all == OPEN_TO_ALL


def test_who_is_not_logged_in_is_led_to_the_log_in_from_everywhere(client: Client, study: Study) -> None:
    for address in ADDRESSES:
        assert {status for _, status in ask(client, address)} == {HTTPStatus.FOUND}, address


@pytest.mark.long
def test_who_has_no_role_is_shown_nothing(client: Client, study: Study) -> None:
    client.force_login(make_member("nobody"))
    for address in ADDRESSES:
        for deed, status in ask(client, address):
            is_hidden = deed.scope in (Scope.STUDY, Scope.COLLECTION)
            assert status == (HTTPStatus.NOT_FOUND if is_hidden else HTTPStatus.FORBIDDEN), address


@pytest.mark.long
def test_who_has_every_role_elsewhere_does_not_learn_that_there_is_such_a_study(client: Client, study: Study) -> None:
    user = make_member("stranger", Role.OWNER, make_study("another"))
    make_member("stranger", Role.EXPERIMENTER)
    client.force_login(user)
    for address in ADDRESSES:
        if find_deeds(address)["GET"].scope in (Scope.STUDY, Scope.COLLECTION):
            assert {status for _, status in ask(client, address)} == {HTTPStatus.NOT_FOUND}, address


@pytest.mark.parametrize("role", Role)
def test_a_role_in_the_study_allows_what_the_matrix_says_and_nothing_else(study: Study, role: Role) -> None:
    user = make_member("colleague", role, study)
    for address, deed in list_deeds():
        assert allows(user, deed, address) == (role in deed.roles and deed.scope is not Scope.LAB), (address, deed)


@pytest.mark.parametrize("role", LAB_ROLES)
def test_a_role_in_the_lab_allows_what_the_matrix_says_and_nothing_else(study: Study, role: Role) -> None:
    user = make_member("member", role)
    for address, deed in list_deeds():
        is_allowed = deed.scope is Scope.ANY or (role in deed.roles and deed.scope is Scope.LAB)
        assert allows(user, deed, address) == is_allowed, (address, deed)


@pytest.mark.long
@pytest.mark.parametrize("role", Role)
def test_pages_answer_a_role_as_the_matrix_says(client: Client, study: Study, role: Role) -> None:
    user = make_member("colleague", role, study)
    client.force_login(user)
    for address in ADDRESSES:
        if not any(allows(user, deed, address) for deed in find_deeds(address).values()):
            assert {status for _, status in ask(client, address)} == {HTTPStatus.FORBIDDEN}, address


def list_deeds() -> Iterator[tuple[URLPattern, Deed]]:
    """Every deed of every address."""
    for address in ADDRESSES:
        for deed in set(find_deeds(address).values()):
            yield address, deed


def allows(user: Any, deed: Deed, address: URLPattern) -> bool:
    """What the check of all pages, downloads and the API says, without doing it."""
    try:
        check(read_rights(user), deed, find_studies(deed.scope, fill(address)))
    except (Http404, PermissionDenied):
        return False
    return True
