"""The judge's page cannot leak the truth: who answered changes no byte, no header and no query."""

import re

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from PIL import Image

from agents.media import store_picture
from agents.media_links import address_picture
from agents.models import PAIRING_LETTERS, Agent, Authorship, Media, Origin, Response
from agents.tasks import TASKS
from judging.models import Cell, Judgement, Trial
from tests.agents.pictures import find_media_path
from tests.pages.stories import Visitor
from tests.pools import make_pool, open_small_study

pytestmark = pytest.mark.django_db
SAME_ID = {"X-Request-ID": "0" * 32}  # a proxy's; else each answer has a fresh one
OTHER = {Origin.HUMAN: Origin.AI, Origin.AI: Origin.HUMAN}


def swap_all_authorship() -> None:
    """Make every human's response an AI's and the other way round, wherever the database says who answered."""
    for agent in Agent.objects.all():
        agent.origin = OTHER[Origin(agent.origin)]
        agent.slug, agent.title = f"swapped-{agent.pk}", f"Swapped {agent.pk}"
        agent.save()
    Authorship.objects.update(gender="female")
    for response in Response.objects.prefetch_related("authorships__agent"):
        roles = {authorship.role: Origin(authorship.agent.origin) for authorship in response.authorships.all()}
        letters = [PAIRING_LETTERS[roles[role]] for role in TASKS[response.stimulus.task].roles]
        response.pairing, response.provenance = "".join(letters), "simulated"
        response.save()
    for cell in Cell.objects.all():
        cell.name, cell.pairing = f"swapped-{cell.pk}", cell.pairing.translate(str.maketrans("HA", "AH"))
        cell.save()


def look_at_first_trial(visitor: Visitor) -> tuple[bytes, dict[str, str], list[str]]:
    """The bytes, headers and queries of the first trial's page, shown for the first time."""
    Trial.objects.update(loads=0, issued_at=None)
    with CaptureQueriesContext(connection) as queries:
        page = visitor.open(visitor.address)
    return page.content, dict(page.headers), [re.sub(r"'[^']*'|\d+", "?", query["sql"]) for query in queries]


@pytest.mark.parametrize("task", TASKS.slugs)
def test_swapping_who_answered_changes_no_byte_header_or_query(task: str) -> None:
    make_pool(task)
    visitor = Visitor(Client(headers=SAME_ID))
    visitor.begin(open_small_study(task, questions=["speaker_gender", "confidence"], label="Same for all."))
    before = look_at_first_trial(visitor)
    swap_all_authorship()
    after = look_at_first_trial(visitor)
    assert before == after


@pytest.mark.parametrize("task", TASKS.slugs)
def test_a_page_names_no_agent_and_no_row_of_the_database(task: str) -> None:
    make_pool(task)
    visitor = Visitor()
    visitor.begin(open_small_study(task))
    for number in range(1, 5):
        assert visitor.page is not None
        assert f"{number} of 4" in visitor.page.content.decode()
        text = visitor.page.content.decode().replace("same-origin", "")
        for word in (f"{task}-person", f"{task}-system", f"{task}-0", "provenance", "origin", "pairing", "truth"):
            assert word not in text
        visitor.send()


def test_the_reply_to_a_verdict_is_the_same_whether_it_is_right_or_wrong() -> None:
    make_pool()
    replies: list[HttpResponse] = []
    visitor = Visitor(Client(headers=SAME_ID))
    visitor.begin(open_small_study())
    for _ in range(4):
        replies.append(visitor.client.post(visitor.address, {**visitor.read_form(), "verdict-agent": "ai"}))
        visitor.open(visitor.address)
    assert (Judgement.objects.count(), Judgement.objects.wrong().count()) == (4, 2)
    assert len({(reply.status_code, reply.content, str(sorted(reply.headers.items()))) for reply in replies}) == 1


@pytest.mark.parametrize(("name", "mode"), [("photo.png", "RGBA"), ("scan.tiff", "RGB"), ("old.gif", "P")])
def test_pictures_are_stored_alike_without_metadata_or_names(name: str, mode: str, tmp_path, client) -> None:  # type: ignore[no-untyped-def]
    exif = Image.Exif()
    exif[0x010E] = "made by an AI"
    Image.new(mode, (64, 48)).save(tmp_path / name, **({"exif": exif} if mode != "P" else {}))
    media = store_picture(tmp_path / name)
    stored = find_media_path(media.id).read_bytes()
    assert re.fullmatch(r"[0-9a-f]{32}", media.id)
    assert b"made by" not in stored
    with Image.open(find_media_path(media.id)) as picture:
        assert (picture.format, picture.mode, picture.size) == ("JPEG", "RGB", (64, 48))
        assert not picture.getexif()
    reply = client.get(address_picture(media.id, at=timezone.now()))
    assert reply.status_code == 200
    assert {name.lower() for name in reply.headers}.isdisjoint({"last-modified", "etag", "expires"})
    assert reply["Content-Disposition"] == "inline"
    assert reply.content == stored
    assert store_picture(tmp_path / name) == media
    assert Media.objects.count() == 1


def test_only_media_ids_are_served(client) -> None:  # type: ignore[no-untyped-def]
    for name in ("..", "unknown", "0" * 32):
        assert client.get(address_picture(name, at=timezone.now())).status_code == 404
