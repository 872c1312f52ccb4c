"""Addresses of pictures: signed, for an hour or two, the same for all who are shown the picture meanwhile."""

import logging
import re
from datetime import UTC, datetime, timedelta
from io import BytesIO

import pytest
import time_machine
from django.core import signing
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone
from lxml import html
from PIL import Image

from agents.media import store_content
from agents.media_links import address_picture, find_time_left
from agents.models import Media, Stimulus
from agents.tasks import TASKS
from tests.pages.stories import Visitor
from tests.pools import make_pool, open_small_study
from turingapp.logs import MaskTokens

pytestmark = pytest.mark.django_db
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def store(color: str = "red") -> Media:
    content = BytesIO()
    Image.new("RGB", (20, 10), color).save(content, "PNG")
    return store_content(content.getvalue(), "picture.png")[0]


def read_signature(address: str) -> str:
    return address.partition("?until=")[2]


def find_left(address: str, *, at: datetime) -> timedelta:
    """For how long an address on a page still holds."""
    media_id = address.removeprefix("/media/").partition(".")[0]
    return find_time_left(media_id, read_signature(address), at=at) or timedelta(0)


def find_addresses(page: bytes) -> set[str]:
    """The pictures of a page, those fetched ahead among them."""
    return set(html.fromstring(page).xpath("//img/@src | //link[@rel='prefetch']/@href"))


def test_an_address_holds_for_an_hour_or_two_by_the_servers_clock() -> None:
    for at in (NOON, NOON + timedelta(minutes=59, seconds=59)):
        signature = read_signature(address_picture("a" * 32, at=at))
        assert find_time_left("a" * 32, signature, at=at) == NOON + 2 * HOUR - at
        assert find_time_left("a" * 32, signature, at=NOON + 2 * HOUR) is None
    with override_settings(MEDIA_LINK_MINUTES=5):
        signature = read_signature(address_picture("a" * 32, at=NOON))
        assert find_time_left("a" * 32, signature, at=NOON) == timedelta(minutes=10)


def test_no_address_is_served_but_those_that_were_shown_and_have_not_expired(client: Client) -> None:
    media, other, now = store(), store("blue"), timezone.now()
    address = address_picture(media.id, at=now)
    answer = client.get(address)
    assert answer.status_code == 200
    left = int(re.fullmatch(r"public, max-age=(\d+), immutable", answer["Cache-Control"])[1])  # type: ignore[index]
    assert 3500 <= left <= 7200
    until, _, seal = read_signature(address).partition(".")
    forged = signing.Signer(salt="visit", sep=".").sign(f"{media.id}.{until}").rpartition(".")[2]
    for wrong in (
        f"/media/{media.id}.jpg",
        f"/media/{media.id}.jpg?until={until}",
        f"/media/{media.id}.jpg?until={int(until) + 3600}.{seal}",
        f"/media/{media.id}.jpg?until={until}.{forged}",
        address.replace(media.id, other.id),
        address_picture(media.id, at=now - 2 * HOUR),
        address_picture("0" * 32, at=now),
    ):
        assert client.get(wrong).status_code == 404, wrong


@time_machine.travel(NOON, tick=False)  # else the hour could end between two pages
def test_what_a_page_fetches_ahead_the_next_one_shows_and_every_judge_alike() -> None:
    make_pool("color", stimuli=4)
    media = [store(color) for color in ("red", "blue", "green", "gray")]
    for one, stimulus in zip(media, Stimulus.objects.all(), strict=True):
        image = {"media": one.id, "width": one.width, "height": one.height}
        Stimulus.objects.filter(pk=stimulus.pk).update(payload={**stimulus.payload, "image": image})
    study = open_small_study("color", trials=4)
    seen: list[set[str]] = []
    for _ in range(2):
        visitor = Visitor()
        visitor.begin(study)
        shown: set[str] = set()
        for number in range(4):
            assert visitor.page is not None
            page = html.fromstring(visitor.page.content)
            fetched_ahead = set(page.xpath("//link[@rel='prefetch']/@href"))
            assert len(fetched_ahead) == min(2, 3 - number)
            shown |= set(page.xpath("//img/@src"))
            visitor.send()
            assert number == 3 or fetched_ahead & find_addresses(visitor.page.content)
        seen.append(shown)
    assert seen[0] == seen[1]
    assert {visitor.client.get(address).status_code for address in seen[0]} == {200}
    assert all(re.fullmatch(r"/media/[0-9a-f]{32}\.jpg\?until=\d{10}\.[\w-]{43}", address) for address in seen[0])


@pytest.mark.parametrize("task", [task.slug for task in TASKS if task.needs_picture])
def test_a_page_that_is_looked_at_again_has_an_address_that_holds(task: str) -> None:
    make_pool(task)
    visitor = Visitor()
    now = timezone.now()
    with time_machine.travel(now, tick=False) as clock:
        visitor.begin(open_small_study(task))
        first = find_addresses(visitor.open(visitor.address).content)
        clock.shift(3 * HOUR)  # on one page, which may keep none of its parts with an address in it
        second = find_addresses(visitor.open(visitor.address).content)
    assert not any(find_left(address, at=now + 3 * HOUR) for address in first)
    assert all(find_left(address, at=now + 3 * HOUR) > 59 * MINUTE for address in second)
    assert len(first) == len(second) > 0


def test_pictures_in_the_workplace_are_for_whoever_has_logged_in_or_was_shown_their_address(staff: Client) -> None:
    make_pool("color", stimuli=1)
    media, stimulus = store(), Stimulus.objects.get()
    image = {"media": media.id, "width": media.width, "height": media.height}
    Stimulus.objects.update(payload={**stimulus.payload, "image": image})
    page = staff.get(reverse("workplace:stimulus", args=[stimulus.pk])).content
    (address,) = (found for found in find_addresses(page) if found.startswith("/media/"))
    assert Client().get(address).status_code == 200
    thumbnail = reverse("workplace:thumbnail", args=[media.id])
    assert thumbnail in staff.get(reverse("workplace:stimuli"), {"task": "color"}).content.decode()
    assert staff.get(thumbnail)["Cache-Control"].startswith("private")
    assert Client().get(thumbnail).status_code == 302


def test_signatures_of_pictures_are_masked_in_logs() -> None:
    address = address_picture("a" * 32, at=NOON)
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, "Gone: %s", (address,), None)
    assert MaskTokens().filter(record)
    assert record.getMessage() == f"Gone: /media/{'a' * 32}.jpg?until={int((NOON + 2 * HOUR).timestamp())}.…"
