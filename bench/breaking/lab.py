"""Something at every address: a lab whose texts are attacks, and visits at each stage of each kind of study."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.contrib.auth.models import User
from django.db.models import Count, OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce
from django.test import Client
from django.urls import get_resolver
from lxml import html

from agents.chatting.tokens import sign_seat
from agents.models import Seat
from analysis.models import ReportLink
from bench.breaking.forms import Address, Fields
from judging.models import Assignment, Cell, Place, Posting, Study, Trial
from judging.opening import open_study
from judging.tokens import sign_visit
from tests.addresses import ADDRESSES
from tests.builders import AT, make_settings, make_stimulus
from tests.judging.conversing.visits import come_in, open_chat_study
from tests.judging.identifying.games import begin_game, open_game_study
from tests.pages.stories import Visitor
from tests.pages.test_any_form import list_addresses
from tests.pools import MEDIA_ID, make_payload, make_pool, open_small_study
from tests.security.hostile import build_lab
from tests.security.test_hostile_texts import find_path

STEPS = 14  # pages of a visit, at most
OF_VISITS = ("", "stop", "wait", "game")
OF_SEATS = ("news", "say", "ready", "leave")
NOT_OURS = ("/admin/", "/api/")


def fill_lab() -> tuple[list[Address], list[Address], dict[str, str]]:
    """The addresses of participants, those of the workplace, and the cookies of somebody who may do all there."""
    lab = build_lab()
    open_studies()
    count_taken()
    staff = Client()
    staff.force_login(User.objects.create_superuser("fuzz"))
    cookies = {name: morsel.value for name, morsel in staff.cookies.items()}
    workplace = {find_path(address, lab) for address in ADDRESSES}
    known = {"slug": "a", "token": "a", "link": "a", "public_id": "a", "task": "color", "pool": "tests"}
    others = {path for path in list_addresses(get_resolver().url_patterns, known) if not path.startswith(NOT_OURS)}
    accounts = {path for path in others if path.startswith("/workplace/")}
    participants = {*(others - accounts), *list_ours()}
    return harvest(Client(), participants), harvest(staff, workplace | accounts), cookies


def count_taken() -> None:
    """Have the places know who holds them, as they do of visits that came in through the door."""
    held = Trial.objects.filter(place=OuterRef("pk"), assignment__released_at=None).order_by().values("place")
    Place.objects.update(taken=Coalesce(Subquery(held.annotate(held=Count("pk")).values("held")), 0))
    inside = Place.objects.filter(cell=OuterRef("pk")).order_by().values("cell")
    Cell.objects.update(taken=Coalesce(Subquery(inside.annotate(inside=Sum("taken")).values("inside")), 0))


def open_studies() -> None:
    """Visits that stand at each page of each kind of study."""
    make_pool()
    for number in range(4):
        make_stimulus(task="objects", key=f"objects-{number}", payload=make_payload("objects", number))
    judged = open_small_study(questions=["reason", "confidence"], slug="judged")
    answered = open_study(make_settings("objects", kind="respond", slug="answered"), at=AT)
    for study in (judged, answered):
        for steps in range(STEPS):
            walk(study, steps)
    come_in(open_chat_study(slug="waiting"), "waits")
    begin_game(open_game_study(slug="games"))


def walk(study: Study, steps: int) -> None:
    """Somebody who goes on for so many pages, or to the end."""
    visitor = Visitor()
    visitor.open(f"/join/{study.link}/")
    for _ in range(steps):
        if visitor.page is None or not html.fromstring(visitor.page.content).forms:
            return
        visitor.send(**({"answer": "agree"} if b'"agree"' in visitor.page.content else {}))


def list_ours() -> Iterator[str]:
    """Addresses with tokens that are good."""
    for visit in Assignment.objects.all():
        yield from (f"/visit/{sign_visit(visit)}/{page}" for page in OF_VISITS)
    for seat in Seat.objects.all():
        yield from (f"/chat/{sign_seat(seat.public_id)}/{page}" for page in OF_SEATS)
    yield from (f"/join/{study.link}/" for study in Study.objects.all())
    yield from (f"/arrive/{posting.public_id}/" for posting in Posting.objects.all())
    yield from (f"/report/{link.token}/" for link in ReportLink.objects.all())
    yield from ("/notices/prolific/", "/notices/mturk/", f"/media/{MEDIA_ID}.jpg")


def harvest(client: Client, paths: set[str]) -> list[Address]:
    """These addresses, each with the forms that any of their pages sends there."""
    addresses = {path: Address(path) for path in sorted(paths)}
    for target, fields in chain.from_iterable(read_forms(client, path) for path in sorted(paths)):
        if target in addresses:
            addresses[target].forms.append(fields)
    return list(addresses.values())


def read_forms(client: Client, path: str) -> Iterator[tuple[str, Fields]]:
    """Where each form of a page leads, and what it would send as it stands, with each of its buttons."""
    page = client.get(path)
    if page.streaming or "text/html" not in page.get("Content-Type", "") or not page.content.strip():
        return
    for form in html.fromstring(page.content).forms:
        fields = read_fields(form)
        target = urlsplit(urljoin(path, form.get("action") or "")).path
        buttons: list[Mapping[str, str]] = [button.attrib for button in form.xpath(".//button[@name]")]
        for button in buttons or [{}]:
            yield target, fields | ({button["name"]: button.get("value", "")} if button else {})


def read_fields(form: Any) -> Fields:
    """The fields of a form, each question answered by its first option; None stands for a file."""
    fields: Fields = {name: value or "" for name, value in form.form_values()}
    for chosen in form.xpath(".//input[@type='radio']"):
        fields.setdefault(chosen.get("name"), chosen.get("value"))
    return fields | {upload.get("name"): None for upload in form.xpath(".//input[@type='file']")}
