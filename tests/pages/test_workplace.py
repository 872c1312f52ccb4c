"""The experimenter's pages, through HTTP."""

import csv
import json
from collections.abc import Iterator
from io import StringIO

import lxml.html
import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from agents.models import Origin, Provenance
from analysis.measuring import find_scope
from judging.models import Study
from tests.builders import make_agent, make_judgement, make_response, make_study, make_visit

pytestmark = pytest.mark.django_db
PASSWORD = "a-long-password"


@pytest.fixture
def study() -> Study:
    """Two judges; humans are judged human in 3 of 4, the machine in 1 of 2."""
    study = make_study("colors", title="Colors", screening=[{"rule": "finished"}])
    human, machine = make_agent(), make_agent("median-cut", origin=Origin.AI, title="Median cut")
    responses = [make_response(human), make_response(human), make_response(machine)]
    for verdicts in (("human", "human", "ai"), ("human", "ai", "human")):
        visit = make_visit(study)
        for response, verdict in zip(responses, verdicts, strict=True):
            make_judgement(visit, response, verdict)
    return study


def read_tables(html: bytes) -> Iterator[tuple[str, list[list[str]]]]:
    """The tables of a page: caption, and the texts of the cells of each row."""
    for table in lxml.html.document_fromstring(html).iter("table"):
        caption = table.findtext("caption") or ""
        yield caption, [[cell.text_content().strip() for cell in row] for row in table.iterfind("tbody/tr")]


def read_lines(html: bytes) -> list[str]:
    """The texts of the list of studies."""
    items = lxml.html.document_fromstring(html).xpath("//ul[@class='study-list']/li")
    return [" ".join(item.text_content().split()) for item in items]


def test_whoever_is_not_logged_in_is_asked_to(client: Client, study: Study) -> None:
    for path in ("", "studies/colors/", "studies/colors/judgements.csv", "studies/colors/figures/agents.svg"):
        answer = client.get(f"/workplace/{path}")
        assert (answer.status_code, answer["Location"]) == (302, f"/workplace/login?next=/workplace/{path}")


def test_who_has_no_role_yet_is_told_so(client: Client) -> None:
    User.objects.create_user("visitor", password=PASSWORD)
    page = client.post("/workplace/login", {"login": "visitor", "password": PASSWORD}, follow=True)
    assert page.status_code == 403
    assert b"Your account has no role in the workplace yet" in page.content


def test_logging_in_leads_to_the_page_that_was_asked_for(client: Client, study: Study) -> None:
    User.objects.create_superuser("experimenter", password=PASSWORD)
    fields = {"login": "experimenter", "password": PASSWORD, "next": "/workplace/studies/colors/"}
    answer = client.post("/workplace/login", fields, follow=True)
    assert answer.redirect_chain == [("/workplace/studies/colors/", 302)]
    client.post("/workplace/logout")
    assert client.get("/workplace/").status_code == 302


def test_the_list_shows_every_study_with_its_counts_and_link(staff: Client, study: Study) -> None:
    make_visit(study, state="open")
    page = staff.get("/workplace/")
    (text,) = read_lines(page.content)
    assert text.startswith("Colors Color estimation Open 0 of 20 places are taken 3 visits, 2 finished")
    assert text.endswith("Page for judges Watch it: Colors")
    assert f'href="/join/{study.link}/"'.encode() in page.content


def test_the_list_has_pages(staff: Client) -> None:
    for _ in range(51):
        make_study()
    first, second = staff.get("/workplace/"), staff.get("/workplace/?page=2")
    assert b"Page 1 of 2." in first.content
    assert [len(read_lines(page.content)) for page in (first, second)] == [50, 1]


def test_page_report_and_csv_give_the_same_numbers(staff: Client, study: Study) -> None:
    tables = dict(read_tables(staff.get("/workplace/studies/colors/").content))
    told = StringIO()
    call_command("report", "colors", "--json", stdout=told)
    reports = json.loads(told.getvalue())["reports"]
    body = b"".join(staff.get("/workplace/studies/colors/judgements.csv").streaming_content)
    rows = list(csv.DictReader(StringIO(body.decode(), newline="")))
    for origin, shown, told_row in zip(
        ("human", "ai"), tables["Confusion matrix"], reports["confusion"][0]["rows"], strict=True
    ):
        written = [row["verdict"] for row in rows if row["origin"] == origin]
        assert shown[1:3] == [str(written.count("human")), str(written.count("ai"))]
        assert (told_row["judged_human"], told_row["judged_ai"]) == (written.count("human"), written.count("ai"))
    assert tables["Confusion matrix"][0][1:3] == ["3", "1"]
    assert tables["Agents"][1][:3] == ["Median cut (few judgements)", "2", "1"]


def test_polling_answers_nothing_until_something_changes(staff: Client, study: Study) -> None:
    seen = f"/workplace/studies/colors/results?seen={find_scope(study).mark}"
    assert f'hx-get="{seen}"'.encode() in staff.get("/workplace/studies/colors/").content
    assert staff.get(seen).status_code == 204
    make_judgement(make_visit(study), make_response(make_agent()), "human")
    renewed = staff.get(seen)
    assert dict(read_tables(renewed.content))["Confusion matrix"][0][1:3] == ["4", "1"]
    assert renewed.content.startswith(b'<div id="results"')


def test_polling_without_a_session_leads_the_whole_page_to_the_log_in(client: Client, study: Study) -> None:
    answer = client.get("/workplace/studies/colors/results?seen=x", headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Redirect"]) == (204, "/workplace/login")


def test_a_study_that_is_over_is_not_polled(staff: Client, study: Study) -> None:
    Study.objects.update(state=Study.State.CLOSED)
    assert b"hx-get" not in staff.get("/workplace/studies/colors/").content


def test_all_judgements_can_be_counted_instead(staff: Client, study: Study) -> None:
    make_judgement(make_visit(study, state="open"), make_response(make_agent()), "human")
    screened, everything = (staff.get(f"/workplace/studies/colors/{query}").content for query in ("", "?count=all"))
    assert dict(read_tables(screened))["Confusion matrix"][0][1] == "3"
    assert dict(read_tables(everything))["Confusion matrix"][0][1] == "4"


def test_simulated_and_written_data_say_so(staff: Client) -> None:
    simulated = make_study("robots", simulated=True, label="Simulated by programs.")
    make_judgement(make_visit(simulated), make_response(make_agent(), provenance=Provenance.WRITTEN), "human")
    page = staff.get("/workplace/studies/robots/").content
    assert b"Simulated by programs." in page
    assert b"Some of the responses judged here were written for a sample." in page
    make_study("unlabelled", simulated=True)
    page = staff.get("/workplace/studies/unlabelled/").content
    assert b"Simulated: programs made these judgements, not people." in page
    page = staff.get("/workplace/studies/robots/", headers={"accept-language": "zh-CN"}).content
    assert b"Simulated by programs." in page  # the study's own words
    assert "这里被评判的回答中，有些是为示例而写的。".encode() in page
    labelled = make_study("sample", label="Sample: everything was made up.")
    for path in ("studies/sample/", ""):
        assert labelled.label.encode() in staff.get(f"/workplace/{path}").content


@pytest.mark.parametrize("task", ["color", "conversation"])
def test_a_study_without_judgements_has_a_page(staff: Client, task: str) -> None:
    make_study("empty", task=task)
    assert b"Nobody has come yet" in staff.get("/workplace/studies/empty/").content


def test_pages_hold_no_inline_script_or_style(staff: Client, study: Study) -> None:
    for browser, path in ((staff, ""), (staff, "studies/colors/"), (Client(), "login")):
        page = lxml.html.document_fromstring(browser.get(f"/workplace/{path}").content)
        assert not page.xpath("//*[@style] | //style | //script[not(@src)] | //*[@onclick]")


def test_results_of_a_study_that_nobody_has_come_to_lead_to_bringing_people(staff: Client) -> None:
    make_study("nobody")
    page = staff.get("/workplace/studies/nobody/").content.decode()
    assert "Nobody has come yet" in page
    assert 'href="/workplace/studies/nobody/people"' in page
    assert "Confusion matrix" not in page
