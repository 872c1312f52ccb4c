"""The admin shows every table, tells nobody's identity, and changes nothing that was collected."""

import re
from http import HTTPStatus

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.db.models import Field, Model
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from agents.models import Agent, Stimulus
from analysis.models import ReportLink
from analysis.sharing import share_report
from judging.models import Assignment, Judgement, Study
from tests.builders import AT, make_agent, make_judgement, make_response, make_stimulus, make_study, make_visit
from tests.members import make_member
from turingapp.admin.looking import Looking
from turingapp.members.roles import Role

LABELS = ("agents", "judging", "analysis", "members")
OURS = [model for label in LABELS for model in apps.get_app_config(label).get_models()]
# What tells who somebody is, lets somebody in, or is remembered by a platform.
SECRET = {
    *("person_key", "sealed", "platform_assignment", "identity", "code", "visit", "demographics", "gender", "closing"),
    *("token", "public_id", "link", "client_id", "event_id", "source_digest", "fingerprint"),
    *("payload", "kept", "cause", "offer", "details", "terms", "findings", "orphans"),
}
COLLECTED = {"agents.Stimulus", "agents.Response", "agents.Answer"}  # whose payload is what was shown or produced


@pytest.fixture
def admins(client: Client, db: None) -> Client:
    """A browser in which an admin has logged in."""
    client.force_login(User.objects.create_superuser("admin"))
    return client


def find_path(model: type[Model], page: str = "changelist", *of: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=of)


@pytest.mark.parametrize("model", OURS, ids=lambda model: model._meta.label)
def test_every_model_is_a_table_that_is_only_looked_at_and_tells_no_identity(model: type[Model]) -> None:
    table = admin.site._registry[model]
    assert isinstance(table, Looking)
    fields = [model._meta.get_field(name) for name in table.shown]
    assert fields
    assert all(isinstance(field, Field) for field in fields)
    secret = SECRET - {"payload"} if model._meta.label in COLLECTED else SECRET
    assert not secret & {*table.shown, *table.search_fields}
    assert not re.search("[a-z]ys$|ss$", str(model._meta.verbose_name_plural))  # as English has no plural


@pytest.mark.parametrize("model", OURS, ids=lambda model: model._meta.label)
def test_every_table_can_be_opened_searched_and_filtered(admins: Client, model: type[Model]) -> None:
    assert admins.get(find_path(model)).status_code == HTTPStatus.OK
    assert admins.get(find_path(model), {"q": "7"}).status_code == HTTPStatus.OK
    assert admins.get(find_path(model, "add")).status_code == HTTPStatus.FORBIDDEN


def test_the_workplace_leads_admins_there_and_nobody_else(admins: Client) -> None:
    tables = f'href="{reverse("admin:index")}"'
    assert tables in admins.get(reverse("workplace:lab")).content.decode()
    admins.force_login(make_member("experimenter", Role.EXPERIMENTER))
    assert reverse("workplace:lab") not in admins.get(reverse("workplace:studies")).content.decode()
    assert admins.get(reverse("workplace:lab")).status_code == HTTPStatus.FORBIDDEN


def test_a_row_is_shown_and_cannot_be_changed_or_deleted(admins: Client) -> None:
    stimulus = make_stimulus(key="a key of its own")
    page = admins.get(find_path(Stimulus, "change", stimulus.pk)).content.decode()
    assert "a key of its own" in page
    assert 'name="key"' not in page
    for path in (find_path(Stimulus, "change", stimulus.pk), find_path(Stimulus, "delete", stimulus.pk)):
        assert admins.post(path, {"key": "another", "post": "yes"}).status_code == HTTPStatus.FORBIDDEN
    chosen = {"action": "delete_selected", "_selected_action": [stimulus.pk], "post": "yes"}
    admins.post(find_path(Stimulus), chosen)
    stimulus.refresh_from_db()
    assert stimulus.key == "a key of its own"


def test_chosen_rows_are_exported_safe_for_spreadsheets(admins: Client) -> None:
    first = make_agent("one", title='=HYPERLINK("http://x.example")', person_key="f" * 64)
    make_agent("two")
    answer = admins.post(find_path(Agent), {"action": "export", "_selected_action": [first.pk]})
    text = b"".join(answer).decode("utf-8-sig")  # type: ignore[arg-type]
    head, line, end = text.split("\r\n")
    assert head == "pk,slug,title,origin,system,settings,added_at"
    assert line == f"""{first.pk},one,"'=HYPERLINK(""http://x.example"")",human,"",{{}},"""
    assert end == ""
    assert "f" * 64 not in text


def test_the_number_of_queries_does_not_grow_with_the_rows(
    admins: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    visit = make_visit(make_study())
    for count in (1, 6):
        for _ in range(count):
            make_judgement(visit, make_response(make_agent()), "human")
        with django_assert_num_queries(5):
            admins.get(find_path(Judgement))


def test_who_is_no_admin_sees_only_what_they_may(client: Client, db: None) -> None:
    experimenter = User.objects.create_user("experimenter", is_staff=True)
    client.force_login(experimenter)
    assert client.get(find_path(Study)).status_code == HTTPStatus.FORBIDDEN
    content = apps.get_model("contenttypes", "ContentType").objects.get_for_model(Assignment)
    experimenter.user_permissions.add(
        Permission.objects.get_or_create(codename="view_assignment", content_type=content)[0]
    )
    assert client.get(find_path(Assignment)).status_code == HTTPStatus.OK
    client.force_login(User.objects.create_user("nobody"))
    assert client.get(find_path(Assignment)).status_code == HTTPStatus.FOUND


def test_links_are_switched_off_at_once_and_it_is_written_down_who_did(admins: Client) -> None:
    links = [share_report(make_study(slug), who="somebody", at=AT) for slug in ("one", "two")]
    chosen = {"action": "switch_off", "_selected_action": [link.pk for link in links]}
    page = admins.post(find_path(ReportLink), chosen, follow=True).content.decode()
    assert "Switched off: 2 of the chosen rows" in page
    assert set(ReportLink.objects.values_list("revoked_by", flat=True)) == {"admin"}
    told = admins.get(reverse("admin:admin_logentry_changelist")).content.decode()
    assert told.count("Switched off") == 2
