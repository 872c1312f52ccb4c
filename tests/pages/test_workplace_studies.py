"""The experimenter's pages on one study: versions, links, changing, cloning, closing; through HTTP."""

import csv
from collections.abc import Iterator
from io import BytesIO, StringIO
from typing import Any

import lxml.html
import pytest
import yaml
from django.contrib.auth.models import User
from django.test import Client

from judging.models import Assignment, Place, Study
from judging.opening import change_study
from judging.protocol import Settings
from tests.builders import AT, add_version, make_agent, make_judgement, make_response, make_study, make_visit
from tests.pools import make_pool, make_settings, open_small_study

pytestmark = pytest.mark.django_db
DEEDS = ("change", "clone", "close", "personal")


@pytest.fixture
def study() -> Study:
    """An open study over a pool of eight stimuli."""
    make_pool()
    return open_small_study(trials=8)


@pytest.fixture
def versions() -> Study:
    """Version 1 with two judgements "human", version 2 with one "ai", all on humans."""
    study = make_study("colors", title="Colors")
    add_version(study, trials=3, min_seconds=2)
    response = make_response(make_agent())
    for version, verdict in ((1, "human"), (1, "human"), (2, "ai")):
        make_judgement(make_visit(study, version=version), response, verdict)
    return study


def write_file(settings: Settings) -> BytesIO:
    """The settings as an uploaded protocol file."""
    text = yaml.safe_dump(settings.model_dump(mode="json", exclude_unset=True))
    file = BytesIO(text.encode())
    file.name = "study.yaml"
    return file


def read_fields(content: bytes) -> dict[str, Any]:
    """The fields of the form on a page."""
    return dict(lxml.html.document_fromstring(content).xpath("//main//form")[0].form_values())


def read_text(content: bytes) -> str:
    """The text of the page's main part, with single spaces."""
    (main,) = lxml.html.document_fromstring(content).xpath("//main")
    return " ".join(main.text_content().split())


def address(study: Study, page: str) -> str:
    """The address of one of a study's pages."""
    return f"/workplace/studies/{study.slug}/{page}"


def list_rows(content: bytes, caption: str) -> Iterator[list[str]]:
    """The texts of a table's rows."""
    for table in lxml.html.document_fromstring(content).iter("table"):
        if table.findtext("caption") == caption:
            for row in table.iterfind("tbody/tr"):
                yield [cell.text_content().strip() for cell in row]


def test_who_has_no_role_in_the_study_sees_and_does_nothing(client: Client, study: Study) -> None:
    client.force_login(User.objects.create_user("visitor"))
    for page in ("protocol", *DEEDS):
        assert client.get(address(study, page)).status_code == 404
    for page in DEEDS:
        assert client.post(address(study, page), {"slug": "new", "title": "New"}).status_code == 404
    study.refresh_from_db()
    assert (Study.objects.count(), study.state) == (1, Study.State.OPEN)


def test_a_deed_needs_the_token_of_its_page(staff: Client, study: Study) -> None:
    staff.handler.enforce_csrf_checks = True
    assert [staff.post(address(study, page)).status_code for page in DEEDS] == [403] * len(DEEDS)
    study.refresh_from_db()
    assert study.state == Study.State.OPEN


def test_the_page_gives_a_link_for_judges_and_two_that_do_not_count(staff: Client, study: Study) -> None:
    page = lxml.html.document_fromstring(staff.get(address(study, "protocol")).content)
    plain, preview, pilot = (code.text_content() for code in page.xpath("//code[starts-with(@id, 'link-')]"))
    assert plain == f"http://testserver/join/{study.link}/"
    for link, kind in ((plain, "main"), (preview, "preview"), (pilot, "pilot")):
        fields = read_fields(staff.get(link).content)
        staff.post(link, fields)
        assert Assignment.objects.latest("pk").kind == kind


def test_a_simulated_study_has_no_links(staff: Client) -> None:
    make_study("robots", simulated=True)
    assert b"link-judges" not in staff.get("/workplace/studies/robots/protocol").content


def test_each_version_is_shown_with_what_it_changed_and_its_visits(staff: Client, versions: Study) -> None:
    text = read_text(staff.get(address(versions, "protocol")).content)
    assert "Version 2 in force Since 2024-05-06 12:00 UTC, followed by 1 visit." in text
    assert "trials Before 4 After 3 min_seconds Before 0 After 2" in text
    assert "Version 1 Since 2024-05-06 12:00 UTC, followed by 2 visits." in text


def test_results_are_shown_by_version(staff: Client, versions: Study) -> None:
    for query, judged in (("", ["2", "1"]), ("?version=1", ["2", "0"]), ("?version=2", ["0", "1"])):
        content = staff.get(address(versions, query)).content
        (row,) = list_rows(content, "Confusion matrix")
        assert row[1:3] == judged
        chosen = lxml.html.document_fromstring(content).xpath("//nav[@class='choose']//a[@aria-current]/text()")
        assert chosen == ["Those that pass the screening", f"Version {query[-1]}" if query else "All versions"]
    assert staff.get(address(versions, "?version=3")).status_code == 404
    assert staff.get(address(versions, "figures/agents.svg?version=2")).status_code == 200
    answer = staff.get(address(versions, "judgements.csv?version=2"))
    rows = list(csv.DictReader(StringIO(b"".join(answer.streaming_content).decode(), newline="")))  # type: ignore[attr-defined]
    assert [row["protocol_version"] for row in rows] == ["2"]
    assert "colors-version-2-judgements.csv" in answer["Content-Disposition"]


def test_a_study_with_one_version_offers_no_choice_of_versions(staff: Client, study: Study) -> None:
    assert b"Version of the protocol" not in staff.get(address(study, "")).content


def test_previews_and_pilots_are_told_and_not_counted(staff: Client) -> None:
    study = make_study("colors", title="Colors")
    response = make_response(make_agent())
    for kind, number in (("main", 1), ("preview", 3), ("pilot", 2)):
        for _ in range(number):
            make_judgement(make_visit(study, kind=kind), response, "human")
    page = read_text(staff.get(address(study, "")).content)
    assert "Visits finished 1 of 1 begun Not counted 5 3 previews, 2 pilots" in page
    assert "Judgements that count 1" in page
    assert "1 visit, 1 finished" in read_text(staff.get("/workplace/").content)


def test_the_head_of_the_results_tells_the_share_of_signs(staff: Client) -> None:
    study = make_study("colors", title="Colors")
    for signs in ({}, {"honeypot": 1}):
        make_judgement(make_visit(study, signs=signs), make_response(make_agent()), "human")
    assert "Signs of programs: 1 of 2 visits (50.0%)" in read_text(staff.get(address(study, "")).content)


def test_a_change_is_shown_first_and_made_when_it_is_confirmed(staff: Client, study: Study) -> None:
    page = address(study, "change")
    shown = staff.post(page, {"file": write_file(make_settings(trials=4))})
    assert "trials Before 8 After 4" in read_text(shown.content)
    assert study.protocols.count() == 1
    done = staff.post(page, read_fields(shown.content), follow=True)
    assert done.redirect_chain == [(address(study, "protocol"), 302)]
    assert "A small study is now at version 2." in read_text(done.content)
    assert study.protocols.latest("version").settings.trials == 4


def test_a_change_confirmed_on_an_old_page_is_shown_anew(staff: Client, study: Study) -> None:
    page = address(study, "change")
    shown = staff.post(page, {"file": write_file(make_settings(trials=4))})
    change_study(make_settings(trials=6), at=AT)
    again = staff.post(page, read_fields(shown.content))
    assert "trials Before 6 After 4" in read_text(again.content)
    assert study.protocols.count() == 2


def test_a_file_that_changes_nothing_says_so(staff: Client, study: Study) -> None:
    shown = staff.post(address(study, "change"), {"file": write_file(make_settings(trials=8))})
    assert "there is nothing to change" in read_text(shown.content)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"slug": "another"}, "slug is 'another': the file is on another study; this one is color-study"),
        ({"trials": 9}, "cannot meet the plan of 9 trials per judge"),
    ],
)
def test_a_change_that_cannot_be_made_is_refused_with_the_reason(
    staff: Client, study: Study, changes: dict[str, Any], sentence: str
) -> None:
    answer = staff.post(address(study, "change"), {"file": write_file(make_settings(**changes))})
    assert answer.status_code == 400
    assert sentence in read_text(answer.content)
    assert (study.protocols.count(), Place.objects.filter(cell__protocol__version=2).count()) == (1, 0)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff\xfe", "study.yaml is not text in UTF-8; a protocol file is."),
        (b"trials: [", "file is not YAML"),
        (b"a" * 200_001, "The file has 200,001 bytes; a protocol file has 200,000 at most."),
        (b"slug: color-study\ntrials: 0", "the file, line 2: trials is 0"),
    ],
)
def test_a_file_that_is_no_protocol_is_refused_with_the_reason(
    staff: Client, study: Study, content: bytes, sentence: str
) -> None:
    file = BytesIO(content)
    file.name = "study.yaml"
    answer = staff.post(address(study, "change"), {"file": file})
    assert (answer.status_code, sentence in read_text(answer.content)) == (400, True)
    assert "Please choose a protocol file." in read_text(staff.post(address(study, "change"), {"x": "1"}).content)


def test_a_clone_is_a_draft_with_a_name_of_its_own(staff: Client, study: Study) -> None:
    page = address(study, "clone")
    fields = read_fields(staff.get(page).content)
    assert fields["slug"] == "color-study-2"
    where = staff.post(page, {**fields, "title": "The second"})["Location"]
    assert "The second Draft: nobody meets it until you open it." in read_text(staff.get(where).content)
    staff.post(f"{where}open", {"revision": "1"})
    assert Study.objects.get(slug="color-study-2").title == "The second"
    again = staff.get(staff.post(page, fields)["Location"])
    assert "a study has this name already" in read_text(again.content)


def test_closing_asks_first(staff: Client, study: Study) -> None:
    asked = staff.get(address(study, "close"))
    assert "Nobody more is admitted. No visit is open." in read_text(asked.content)
    study.refresh_from_db()
    assert study.state == Study.State.OPEN
    done = staff.post(address(study, "close"), read_fields(asked.content), follow=True)
    assert "A small study is closed" in read_text(done.content)
    study.refresh_from_db()
    assert study.state == Study.State.CLOSED
    assert "The study is closed already." in read_text(staff.get(address(study, "close")).content)


def test_personal_links_are_made_for_a_list_of_people_each_once(staff: Client, study: Study) -> None:
    page = address(study, "personal")
    made = staff.post(page, {**read_fields(staff.get(page).content), "people": "p-1\r\n\r\n p&2 \r\np-1"})
    (lines,) = lxml.html.document_fromstring(made.content).xpath("//pre")
    links = dict(line.split("\t") for line in lines.text_content().strip().splitlines())
    assert list(links) == ["p-1", "p&2"]
    for link in (*links.values(), *links.values()):
        staff.post(link, read_fields(staff.get(link).content))
    assert study.assignments.count() == 2
    assert staff.post(page, {"people": " "}).status_code == 400


def test_these_pages_hold_no_inline_script_or_style(staff: Client, study: Study) -> None:
    for page in ("protocol", *DEEDS):
        found = lxml.html.document_fromstring(staff.get(address(study, page)).content)
        assert not found.xpath("//*[@style] | //style | //script[not(@src)] | //*[@onclick]")
