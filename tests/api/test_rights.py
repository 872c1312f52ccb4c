"""The permission matrix holds for the API: every address, every method, in every role; and a token never adds to it."""

from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern

from agents.models import Origin
from analysis.evaluations.items import Unit
from analysis.models import EvaluationRun, StudyPackage
from judging.collecting import change_collection, make_collection
from judging.models import Study
from tests.api.callers import make_caller
from tests.builders import AT, make_agent, make_response, make_study
from tests.members import make_member
from turingapp.api.permitting import Need, Resource
from turingapp.api.scopes import TokenScope
from turingapp.api.urls import urlpatterns
from turingapp.members.admitting import find_studies
from turingapp.members.matrix import CHANGE_STUDY, Scope
from turingapp.members.models import AuditEntry
from turingapp.members.rights import read_rights
from turingapp.members.roles import LAB_ROLES, Role

pytestmark = pytest.mark.django_db
RESOURCES = [one for one in urlpatterns if issubclass(getattr(one.callback, "cls", object), Resource)]
FORBIDDEN = (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND)
NOT_JSON = {"data": "{", "content_type": "application/json"}  # so that no deed is done


@pytest.fixture
def named() -> dict[str, Any]:
    """Parts of addresses at which there is something."""
    study = make_study("colors")
    change_collection(make_collection("together"), add=["colors"])
    response = make_response(make_agent("ai", origin=Origin.AI))
    package = StudyPackage.objects.create(study=study, smallest_group=5, created_at=AT)
    run = EvaluationRun.objects.create(source="color", judges=[], unit=Unit.PART, created_at=AT)
    return {"study": "colors", "collection": "together", "agent": "ai", "pks": (response.pk, package.pk, run.pk)}


def write_path(address: URLPattern, named: dict[str, Any]) -> str:
    """The path to something; files of packages are not written yet."""
    route = str(address.pattern)
    slug = "collection" if route.startswith("collections") else "agent" if route.startswith("agents") else "study"
    response, package, run = named["pks"]
    pk = response if route.startswith("responses") else run if route.startswith("evaluations") else package
    filled = route.replace("<slug:slug>", named[slug]).replace("<int:pk>", str(pk))
    return "/api/" + filled.replace("<slug:task>", "color").replace("<slug:pool>", "tests")


def list_needs() -> list[tuple[URLPattern, str, Need]]:
    """Every method of every address, with what it needs."""
    return [(one, method, need) for one in RESOURCES for method, need in one.callback.cls.needs.items()]  # type: ignore[attr-defined]


def call(caller: Client, path: str, method: str) -> int:
    answer = caller.get(path) if method == "GET" else caller.post(path, **NOT_JSON)  # type: ignore[arg-type]
    return int(answer.status_code)


def test_every_address_says_what_it_needs() -> None:
    others = {one.name for one in urlpatterns if one not in RESOURCES}
    assert others == {"api-docs", None}
    assert len(list_needs()) > 20


@pytest.mark.long
@pytest.mark.parametrize("role", [*((role, "study") for role in Role), *((role, "lab") for role in LAB_ROLES)])
def test_a_role_allows_what_the_matrix_says_and_nothing_else(named: dict[str, Any], role: tuple[Role, str]) -> None:
    colors = Study.objects.get()
    member = make_member("member", role[0], colors if role[1] == "study" else None)
    caller, rights = make_caller(member), read_rights(member)
    for address, method, need in list_needs():
        slug = "together" if need.deed.scope is Scope.COLLECTION else "colors"
        is_allowed = rights.allow(need.deed, [one.pk for one in find_studies(need.deed.scope, {"slug": slug})])
        if need.scope is TokenScope.WRITE_JUDGEMENTS:  # into a study that is here already
            is_allowed = is_allowed and rights.allow(CHANGE_STUDY, [colors.pk])
        status = call(caller, write_path(address, named), method)
        if address.name == "api-package-file":  # of a package that is not written yet
            assert status == (HTTPStatus.NOT_FOUND if is_allowed else status) in FORBIDDEN
        else:
            assert (status not in FORBIDDEN) == is_allowed, (address.name, method, status)


def test_a_token_gives_nothing_that_its_scopes_do_not_name(named: dict[str, Any]) -> None:
    admin = User.objects.create_superuser("admin")
    for address, method, need in list_needs():
        if need.scope is not None:
            others = [scope for scope in TokenScope.values if scope != need.scope]
            caller = make_caller(admin, *others, name=f"{address.name}{method}")
            assert call(caller, write_path(address, named), method) == HTTPStatus.FORBIDDEN, (address.name, method)


def test_what_is_sent_from_a_page_needs_its_token_against_forgery(named: dict[str, Any]) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(make_member("member", Role.EXPERIMENTER))
    refused = browser.post("/api/evaluations/", {"source": "color", "judges": []}, content_type="application/json")
    assert (refused.status_code, EvaluationRun.objects.count()) == (403, 1)
    assert "CSRF" in refused.json()["detail"]


def test_what_was_sent_is_in_the_log(named: dict[str, Any]) -> None:
    caller = make_caller(make_member("member", Role.OWNER, Study.objects.get()))
    caller.post("/api/studies/colors/packages/", {"smallest_group": 5}, content_type="application/json")
    entry = AuditEntry.objects.get()
    assert (entry.who, entry.way, entry.study, entry.outcome) == ("member", "api", "colors", "done")
