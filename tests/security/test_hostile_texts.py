"""Stored texts that attack whoever looks at them: on every page, in every table of the admin, in every file."""

import csv
import io
import re
from http import HTTPStatus
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.db.models import Model
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import URLPattern, reverse
from lxml import html

from agents.models import Response
from agents.spreadsheets import FORMULA_STARTS
from analysis.exporting import BYTE_ORDER_MARK
from analysis.models import ReportLink
from judging.models import Judgement
from tests.addresses import ADDRESSES
from tests.pages.stories import Visitor
from tests.pools import make_pool, open_small_study
from tests.security.hostile import HOSTILE, MARK, OURS, build_lab

pytestmark = [pytest.mark.django_db, pytest.mark.long]
NUMBER = re.compile(r"[-+]?[0-9.]+(e[-+]?[0-9]+)?")
SHOWN = 30  # pages, at least, that show an attack, as text


@pytest.fixture
def lab() -> dict[str, dict[str, Any]]:
    return build_lab()


def find_path(address: URLPattern, lab: dict[str, dict[str, Any]]) -> str:
    """An address with its parts filled in."""
    values, converters = lab.get(address.name or "", lab[""]), address.pattern.converters
    parts = {name: values.get(name, 1 if "Int" in type(kind).__name__ else "a") for name, kind in converters.items()}
    return reverse(f"workplace:{address.name}", kwargs=parts)


def read_whole(answer: HttpResponseBase) -> str:
    content = b"".join(answer) if answer.streaming else answer.content  # type: ignore[arg-type,call-overload]
    return content.decode("utf-8", "replace")


def check_page(path: str, answer: HttpResponseBase) -> bool:
    """Whether the page shows an attack; fails where one is more than text there."""
    policy = answer["Content-Security-Policy"]
    assert "unsafe" not in policy, path
    text = read_whole(answer)
    if "text/html" not in answer["Content-Type"]:
        return False
    assert f"<{MARK}" not in text, path
    assert ">21{% debug" not in text.replace("&gt;", ">"), path  # what a template would have made of it
    if text.strip():
        page = html.fromstring(text)
        assert not page.xpath("//@*[starts-with(name(), 'on')] | //@style | //style"), path
        assert not page.xpath("//script[not(@src) and not(@type='application/json')]"), path
    return MARK in text


def test_no_page_of_the_workplace_takes_a_text_for_more_than_text(
    staff: Client, lab: dict[str, dict[str, Any]]
) -> None:
    shown = set()
    for address in ADDRESSES:
        path = find_path(address, lab)
        answer = staff.get(path)
        if answer.status_code == HTTPStatus.OK and check_page(path, answer):
            shown.add(path)
    assert len(shown) >= SHOWN, sorted(shown)


def test_nor_does_what_is_shown_only_when_asked_for(staff: Client, lab: dict[str, dict[str, Any]]) -> None:
    path = reverse("workplace:conversation", kwargs={name: lab["conversation"][name] for name in ("slug", "pk")})
    assert check_page(path, staff.post(path))


def test_no_table_of_the_admin_takes_a_text_for_more_than_text(staff: Client, lab: dict[str, dict[str, Any]]) -> None:
    shown = set()
    for model in list_tables():
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        row = model._base_manager.first()
        for path in (reverse(f"{name}_changelist"), *([reverse(f"{name}_change", args=[row.pk])] if row else [])):
            answer = staff.get(path)
            if answer.status_code == HTTPStatus.OK and check_page(path, answer):
                shown.add(path)
    assert len(shown) >= SHOWN, sorted(shown)


def list_tables() -> list[type[Model]]:
    return [
        model for label in OURS for model in apps.get_app_config(label).get_models() if admin.site.is_registered(model)
    ]


def test_no_page_of_a_visit_or_a_public_report_takes_a_text_for_more_than_text(
    client: Client, lab: dict[str, dict[str, Any]]
) -> None:
    for response in make_pool("captioning"):
        Response.objects.filter(pk=response.pk).update(payload={"caption": HOSTILE})
    study = open_small_study("captioning", title=HOSTILE, consent=HOSTILE, debrief=HOSTILE, label=HOSTILE[:100])
    visitor = Visitor()
    visitor.open(f"/join/{study.link}/")
    for _ in range(20):
        assert visitor.page is not None
        check_page(visitor.address, visitor.page)
        if not html.fromstring(visitor.page.content).forms:
            break
        visitor.send(**({"answer": "agree"} if b'"agree"' in visitor.page.content else {}))
    assert Judgement.objects.filter(trial__assignment__study=study).exists()
    public = f"/report/{ReportLink.objects.get().token}/"
    assert check_page(public, client.get(public))


def list_cells(text: str) -> list[str]:
    """Every cell of a CSV file that is no number."""
    cells = [cell for row in csv.reader(io.StringIO(text.removeprefix(BYTE_ORDER_MARK))) for cell in row]
    return [cell for cell in cells if not NUMBER.fullmatch(cell)]


def test_no_cell_of_a_table_for_spreadsheets_is_a_formula(staff: Client, lab: dict[str, dict[str, Any]]) -> None:
    paths = [find_path(address, lab) for address in ADDRESSES]
    files = {path: answer for path in paths if (answer := staff.get(path, {"for": "spreadsheets"})).status_code == 200}
    texts = {path: read_whole(one) for path, one in files.items() if "text/csv" in one["Content-Type"]}
    for model in list_tables():
        path = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        keys = list(model._base_manager.values_list("pk", flat=True))
        if keys:
            answer = staff.post(path, {"action": "export", "_selected_action": keys})
            texts[path] = read_whole(answer) if "text/csv" in answer["Content-Type"] else ""
    assert sum(MARK in text for text in texts.values()) >= 10, [path for path, text in texts.items() if MARK in text]
    for path, text in texts.items():
        assert not [cell for cell in list_cells(text) if cell.startswith(FORMULA_STARTS)], path
