"""Loading and parity in the workplace, through HTTP."""

import csv
import html
import io
import os
import re
import zipfile
from pathlib import Path
from typing import Any

import lxml.html
import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from agents.models import ParityAcknowledgement, Response, Stimulus
from agents.tasks import TASKS
from tests.agents.test_loading_archives import draw
from tests.full_disks import small_files
from turingapp.workplace import loading

pytestmark = pytest.mark.django_db
ROWS = "stimulus,cue,origin,agent,word\nsea,sea,human,p,ship\nsea,sea,ai,one,ocean\nsea,sea,cat,one,x\n"
CHOICES = {"things": "responses", "task": "association", "form": "native", "pool": "mine"}


@pytest.fixture(autouse=True)
def var_dir(settings: Any, tmp_path: Path) -> Path:
    """Uploads go to a folder of the test."""
    settings.VAR_DIR = tmp_path
    return tmp_path


def send(client: Client, *files: tuple[str, str | bytes], **choices: Any) -> Any:
    """Send the form with these files."""
    sent = [SimpleUploadedFile(name, text if isinstance(text, bytes) else text.encode()) for name, text in files]
    return client.post("/workplace/load", {**CHOICES, "files": sent, **choices})


def find_upload(page: bytes) -> str:
    """The name of the upload that the page would load now."""
    fields = lxml.html.document_fromstring(page).iter("input")
    return next(field.get("value") or "" for field in fields if field.get("name") == "upload")


@pytest.mark.parametrize("path", ["load", "pools", "pools/association/mine/parity", "load/1-0/refused.csv"])
def test_the_pages_are_for_staff(client: Client, path: str) -> None:
    assert client.get(f"/workplace/{path}").status_code == 302
    assert client.post("/workplace/load", CHOICES).status_code == 302
    assert Response.objects.count() == 0


def test_the_form_shows_example_rows_of_every_task(staff: Client) -> None:
    page = lxml.html.document_fromstring(staff.get("/workplace/load").content)
    shown = {part.get("data-columns"): part.text_content() for part in page.xpath("//*[@data-columns]")}
    assert set(shown) == set(TASKS.slugs)
    assert "stimulus,origin,agent,person,word" in shown["association"]
    assert '"turns": [' in shown["conversation"]


def test_trying_out_is_the_default_and_writes_nothing(staff: Client) -> None:
    form = lxml.html.document_fromstring(staff.get("/workplace/load").content)
    assert form.xpath("//input[@name='dry_run']/@checked")
    page = send(staff, ("r.csv", ROWS), dry_run="on").content.decode()
    assert "2 responses would be loaded into association/mine" in page
    assert "origin" in page
    assert Response.objects.count() == 0


def test_what_was_tried_out_is_loaded_without_being_sent_again(staff: Client) -> None:
    tried = send(staff, ("r.csv", ROWS), dry_run="on")
    page = staff.post("/workplace/load", {**CHOICES, "upload": find_upload(tried.content)}).content.decode()
    assert "2 responses loaded into association/mine" in page
    assert Response.objects.count() == 2


def test_the_refused_rows_are_a_csv_file_for_who_sent_them(staff: Client) -> None:
    bad = ROWS.replace("cat", "=1+1")
    token = find_upload(send(staff, ("r.csv", bad), dry_run="on").content)
    lines = list(csv.reader(io.StringIO(b"".join(staff.get(f"/workplace/load/{token}/refused.csv")).decode())))
    assert lines[1] == ["r.csv, line 4", "origin", "'=1+1'", "it should be human or ai"]
    other = Client()
    other.force_login(User.objects.create_superuser("another"))
    assert other.get(f"/workplace/load/{token}/refused.csv").status_code == 404
    assert other.post("/workplace/load", {**CHOICES, "upload": token}).status_code == 422


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"form": "osie"}, "The format osie holds attention, not association."),
        ({"form": "excel"}, "excel is not one of the available choices"),
        ({"pool": "my pool"}, "letters, numbers, underscores or hyphens"),
        ({"options": "cap"}, "should be NAME=VALUE"),
        ({"options": "cap=1"}, "the options of the format native are: none"),
        ({"upload": "../../etc", "files": []}, "These files are no longer kept"),
        ({"files": []}, "Choose a file."),
    ],
)
def test_a_mistake_in_the_form_is_said_beside_the_form(staff: Client, choices: dict[str, Any], sentence: str) -> None:
    answer = send(staff, ("r.csv", ROWS), **choices)
    assert answer.status_code == 422
    assert sentence in html.unescape(answer.content.decode())
    assert Response.objects.count() == 0


def test_on_a_full_disk_nothing_is_kept_and_the_page_says_so(staff: Client, var_dir: Path) -> None:
    with small_files(1000):
        answer = send(staff, ("r.csv", ROWS * 50))
    assert answer.status_code == 507
    assert "There is no room left on the server (in uploads)" in html.unescape(answer.content.decode())
    assert list((var_dir / "uploads").iterdir()) == []
    picture = SimpleUploadedFile("a.png", draw("red"))
    with small_files(200):  # enough for what is sent, not for what is made of it
        answer = send(staff, ("s.csv", "key,image\na,a.png\n"), things="stimuli", task="color", media=picture)
    assert (answer.status_code, Stimulus.objects.count()) == (507, 0)


@pytest.mark.parametrize("path", ["/workplace/load", "/workplace/ai-judges/benchmark"])
def test_nor_is_what_finds_no_room_on_its_way_to_a_page(path: str) -> None:
    strict = Client(enforce_csrf_checks=True, raise_request_exception=False)  # forms are read before pages
    strict.force_login(User.objects.create_superuser("experimenter"))
    strict.cookies["csrftoken"] = "a" * 32
    large = SimpleUploadedFile("large.zip", bytes(3_000_000))  # more than is taken up in memory
    with small_files(1000):
        answer = strict.post(path, {**CHOICES, "files": large})
    assert answer.status_code == 507
    assert "There is no room left on the server" in answer.content.decode()


def test_options_of_a_format_are_taken_line_by_line(staff: Client) -> None:
    edges = "src,tgt,wt\nsea,ship,3\nsea,wave,5\n"
    send(staff, ("e.csv", edges), form="edges", options="cap=1\nagent=mine\n")
    assert Response.objects.get().payload == {"word": "wave"}


def test_pictures_come_as_an_archive(staff: Client, settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a.png", draw("red"))
        archive.writestr("../out.png", b"x")
    pictures = SimpleUploadedFile("pictures.zip", buffer.getvalue())
    choices = {"things": "stimuli", "task": "color", "media": pictures}
    page = send(staff, ("s.csv", "key,image\na,a.png\n"), **choices).content.decode()
    assert Stimulus.objects.get().has_picture
    assert "its name leads out of the archive" in page


def test_an_archive_that_is_none_is_refused_in_one_line(staff: Client) -> None:
    choices = {"things": "stimuli", "task": "color", "media": SimpleUploadedFile("pictures.zip", b"no")}
    answer = send(staff, ("s.csv", "key,image\na,a.png\n"), **choices)
    assert answer.status_code == 422
    assert "it should be a ZIP file" in answer.content.decode()


def test_what_came_of_a_load_is_told_in_the_language_of_the_page_and_its_file_is_english(staff: Client) -> None:
    staff.cookies[settings.LANGUAGE_COOKIE_NAME] = "zh-hans"
    page = send(staff, ("r.csv", ROWS), dry_run="on").content.decode()
    assert "会将 2 个回答载入 association/mine；0 个已知，保持不变。" in page
    assert "<td>r.csv，第 4 行</td><td>origin</td><td>&#x27;cat&#x27;</td><td>应为 human 或 ai</td>" in page
    sent = b"".join(staff.get(f"/workplace/load/{find_upload(page.encode())}/refused.csv")).decode()
    assert [line[0::3] for line in csv.reader(io.StringIO(sent))][1] == ["r.csv, line 4", "it should be human or ai"]


def test_names_of_files_cannot_lead_anywhere(staff: Client, tmp_path: Path) -> None:
    page = send(staff, ("../../<b>evil.csv", ROWS), ("evil.csv", ROWS), dry_run="on").content.decode()
    assert "<b>" not in page
    assert {path.parent.name for path in tmp_path.rglob("*evil.csv")} == {"files"}


def test_a_form_that_is_too_large_is_refused_unread(staff: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "MOST_BYTES", 100)
    monkeypatch.setattr(loading, "ROOM_FOR_FIELDS", 0)
    assert send(staff, ("r.csv", ROWS)).status_code == 413


def test_a_file_of_rows_that_is_too_large_is_refused(staff: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "MOST_ROW_BYTES", 10)
    answer = send(staff, ("r.csv", ROWS))
    assert (answer.status_code, "r.csv has more than" in answer.content.decode()) == (422, True)


def test_a_form_from_another_site_is_refused(staff: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(User.objects.get())
    assert send(strict, ("r.csv", ROWS)).status_code == 403
    assert Response.objects.count() == 0


def test_old_uploads_go(staff: Client, var_dir: Path) -> None:
    send(staff, ("r.csv", ROWS), dry_run="on")
    [old] = (var_dir / "uploads").iterdir()
    os.utime(old, (0, 0))
    send(staff, ("r.csv", ROWS), dry_run="on")
    assert not old.exists()


PARITY = "stimulus,cue,origin,agent,word\n" + "".join(
    f"{cue},{cue},{origin},{agent},{word}\n"
    for cue in ("sea", "sun", "run", "tea", "cup")
    for origin, agent, word in (("human", "p", "x"), ("ai", "one", f"{cue}s"), ("ai", "two", f"{cue}s"))
)


def test_a_cue_is_acknowledged_with_a_note_and_that_is_withdrawn(staff: Client) -> None:
    send(staff, ("r.csv", PARITY))
    assert "/workplace/pools/association/mine/parity" in staff.get("/workplace/pools").content.decode()
    path = "/workplace/pools/association/mine/parity"
    assert "one and two gave the same answer to 5 of 5" in staff.get(path).content.decode()
    staff.post(path, {"cue": "twins:one+two", "note": "<b>the same</b>"})
    found = ParityAcknowledgement.objects.get()
    assert (found.who, found.note) == ("experimenter", "<b>the same</b>")
    assert "Acknowledged by experimenter" in staff.get(path).content.decode()
    assert "<b>the same" not in staff.get(path).content.decode()
    staff.post(path, {"cue": "twins:one+two", "withdraw": "1"})
    assert ParityAcknowledgement.objects.count() == 0


def test_normalizations_are_suggested_and_previewed(staff: Client) -> None:
    rows = "stimulus,cue,origin,agent,word\n" + "".join(
        f"{cue},{cue},{origin},{agent},{word}\n"
        for cue in ("sea", "sun", "run", "tea", "cup", "dog")
        for origin, agent, word in (("human", "p", f"{cue}x"), ("ai", "one", f"{cue}é"))
    )
    send(staff, ("r.csv", rows))
    path = "/workplace/pools/association/mine/parity"
    page = staff.get(path).content.decode()
    assert "<code>ascii</code>" in page
    page = staff.get(path, {"normalizations": "ascii"}).content.decode()
    assert "6 responses change" in page
    assert "normalizations: [ascii]" in page
    assert re.search(r"(\w+)é</td><td dir=\"auto\">\1e</td>", page)
    page = staff.get(path, {"normalizations": "<b>"}).content.decode()
    assert "normalizations is &#x27;&lt;b&gt;&#x27;: there are ascii" in page
    assert "<b>" not in page


def test_no_cue_can_be_made_up(staff: Client) -> None:
    send(staff, ("r.csv", PARITY))
    assert staff.post("/workplace/pools/association/mine/parity", {"cue": "made up"}).status_code == 404
    assert staff.get("/workplace/pools/association/nothing/parity").status_code == 404


PICTURED = "key,image,present,absent\none,a.png,cup,dog\ntwo,b.png,cup,dog\n"


def send_pictures(client: Client, *pictures: tuple[str, bytes]) -> str:
    """A table of two stimuli with these files as their pictures."""
    media = [SimpleUploadedFile(name, content) for name, content in pictures]
    page = send(client, ("s.csv", PICTURED), things="stimuli", task="color", media=media)
    return html.unescape(page.content.decode())


def test_pictures_that_come_one_by_one_are_those_that_the_table_names(staff: Client) -> None:
    page = send_pictures(staff, ("a.png", draw("red")), ("b.png", draw("blue")))
    assert "2 stimuli loaded" in page
    assert Stimulus.objects.filter(has_picture=True).count() == 2


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (("a.png", "b.zip"), "not both"),
        (("a.png", "a.png"), "Two pictures are called a.png"),
        (("a.png", "b&c.png"), "The name of the picture b&c.png"),
    ],
)
def test_pictures_that_cannot_be_told_apart_are_refused(staff: Client, names: tuple[str, ...], says: str) -> None:
    assert says in send_pictures(staff, *((name, draw("red")) for name in names))
    assert not Stimulus.objects.exists()


def test_more_pictures_than_can_come_one_by_one_are_refused(staff: Client) -> None:
    page = send_pictures(staff, *((f"{number}.png", b"x") for number in range(501)))
    assert "These are 501 pictures; send more than 500 as one ZIP file." in page
