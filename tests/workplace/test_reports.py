"""The page of a report, its file, and the public link that can be switched on and off."""

from pathlib import Path

import lxml.html
import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse

from agents.models import Origin
from analysis.models import ReportLink
from analysis.sharing import find_link, share_report
from judging.models import Collection, Study
from tests.builders import AT, make_agent, make_judgement, make_response, make_study, make_visit

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> Study:
    """A study whose one judge gave a reason."""
    study = make_study("colors", label="Sample: the answers were written for it.", questions=["reason"])
    visit = make_visit(study, demographics={"gender": "female"})
    make_judgement(visit, make_response(make_agent("person-7")), "human", answers={"reason": "I know her"})
    make_judgement(visit, make_response(make_agent("blip", origin=Origin.AI, title="<i>Blip</i>")), "ai")
    return study


def switch(staff: Client, study: Study, way: str) -> None:
    """Press the button of the page."""
    staff.post(reverse("workplace:share", args=[study.slug]), {"link": way})


def test_the_report_reads_in_the_workplace(staff: Client, study: Study) -> None:
    page = staff.get(reverse("workplace:report", args=[study.slug])).content.decode()
    for words in (
        "What was asked",
        "Findings",
        "Sample: the answers were written for it.",
        "Switch the public link on",
    ):
        assert words in page
    assert "<i>Blip" not in page
    found = lxml.html.document_fromstring(page)
    assert not found.xpath("//*[@style] | //style | //script[not(@src)]")
    ids = found.xpath("//@id")
    assert len(ids) == len(set(ids))


def test_a_public_link_works_until_it_is_switched_off(staff: Client, study: Study) -> None:
    switch(staff, study, "on")
    link = find_link(study)
    assert link is not None
    assert link.made_by == "experimenter"
    address = reverse("shared_report", args=[link.token])
    assert address in staff.get(reverse("workplace:report", args=[study.slug])).content.decode()
    answer = Client().get(address)
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert b"Sample: the answers were written for it." in answer.content
    switch(staff, study, "off")
    assert Client().get(address).status_code == 404
    link.refresh_from_db()
    assert link.revoked_by == "experimenter"
    assert b"off by experimenter" in staff.get(reverse("workplace:report", args=[study.slug])).content


def test_a_public_link_tells_nothing_about_persons(study: Study) -> None:
    link = share_report(study, who="experimenter", at=AT)
    page = Client().get(reverse("shared_report", args=[link.token])).content.decode()
    for secret in ("person-7", "I know her", "Female", "/workplace/studies", "experimenter"):
        assert secret not in page


def test_switching_on_twice_keeps_one_link(study: Study) -> None:
    first = share_report(study, who="one", at=AT)
    assert share_report(study, who="another", at=AT) == first
    with pytest.raises(IntegrityError):
        ReportLink.objects.create(study=study, made_by="one", made_at=AT)


def test_only_staff_switch_links(client: Client, study: Study) -> None:
    switch(client, study, "on")
    assert not ReportLink.objects.exists()
    assert client.get(reverse("workplace:report", args=[study.slug])).status_code == 302


def test_a_collection_has_a_report_and_a_link(staff: Client, study: Study) -> None:
    study.collection = Collection.objects.create(slug="paper", title="The paper")
    study.save()
    page = staff.get(reverse("workplace:collection_report", args=["paper"]))
    assert b"1 study: Study colors; 2 judgements count." in page.content
    staff.post(reverse("workplace:share_collection", args=["paper"]), {"link": "on"})
    link = find_link(study.collection)
    assert link is not None
    assert b"The paper" in Client().get(reverse("shared_report", args=[link.token])).content


def test_an_empty_collection_says_so(staff: Client) -> None:
    Collection.objects.create(slug="empty", title="Empty")
    page = staff.get(reverse("workplace:collection_report", args=["empty"]))
    assert b"No study belongs to this collection yet." in page.content


def test_a_file_needs_nothing_else(study: Study, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    call_command("report", study.slug, html=path)
    page = lxml.html.document_fromstring(path.read_text())
    addresses = page.xpath("//@src | //@srcset | //link/@href")
    assert addresses
    assert all(address.startswith("data:image/svg+xml;base64,") for address in addresses)
    assert "Findings" in page.text_content()
    with pytest.raises(CommandError, match="cannot be written: No such file or directory"):
        call_command("report", study.slug, html=tmp_path / "nowhere" / "report.html")
    with pytest.raises(CommandError, match="bring the data package in first, by import_study"):
        call_command("report", "colors.zip", html=path)


def test_a_file_is_in_english_whatever_page_it_is_asked_for_on(staff: Client, study: Study) -> None:
    address, chinese = reverse("workplace:report", args=[study.slug]), {"accept-language": "zh-CN"}
    assert "<summary>表格" in staff.get(address, headers=chinese).content.decode()
    file = staff.get(address, {"download": 1}, headers=chinese).content.decode()
    assert "<summary>Table" in file
    assert "表格" not in file


def test_the_command_switches_too(study: Study, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("share_report", study.slug)
    link = find_link(study)
    assert link is not None
    assert capsys.readouterr().out == f"On this server: /report/{link.token}/\n"
    call_command("share_report", study.slug, off=True)
    assert capsys.readouterr().out == "The public link to colors is off now.\n"
    assert find_link(study) is None
