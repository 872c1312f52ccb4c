"""The monitor of a study and the page over all running ones, through HTTP."""

from datetime import timedelta
from http import HTTPStatus

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from lxml import html

from judging.models import Assignment, Study, WorkerPulse
from judging.monitoring.counting import count_behind
from tests.builders import make_agent, make_judgement, make_response, make_study, make_visit
from tests.members import make_member
from turingapp.members.roles import Role

pytestmark = pytest.mark.django_db


def fill(study: Study, visits: int) -> None:
    """Visits that are seen now, each with two judged trials."""
    for _ in range(visits):
        visit = make_visit(study, state=Assignment.State.OPEN)
        for verdict in ("human", "ai"):
            make_judgement(visit, make_response(make_agent()), verdict, control_right=True)
    study.assignments.update(seen_at=timezone.now())


def find_live(page: bytes) -> str:
    """The address by which the page renews itself."""
    return str(html.fromstring(page).xpath("//*[starts-with(@hx-trigger, 'every 5s')]/@hx-get")[0])


def test_the_monitor_shows_people_answers_and_cells_and_is_silent_while_nothing_changes(staff: Client) -> None:
    study = make_study("watched")
    assert "Nobody has come yet" in staff.get("/workplace/studies/watched/monitor").content.decode()
    fill(study, 2)
    page = staff.get("/workplace/studies/watched/monitor").content
    values = html.fromstring(page).xpath("//*[@class='stat']/*[@class='value']/text()")
    assert values == ["2", "0", "0", "4", "100%", "0", "4.0 s"]
    assert b"Trials: 2 done" in page
    live = find_live(page)
    assert staff.get(live).status_code == HTTPStatus.NO_CONTENT
    fill(study, 1)
    assert b"<html" not in staff.get(live).content
    assert "median of the latest 6 answers" in staff.get(live).content.decode()


def test_the_page_over_all_studies_names_those_that_run(staff: Client) -> None:
    fill(make_study("busy"), 2)
    make_study("waiting")
    page = staff.get("/workplace/monitor").content
    lines = html.fromstring(page).xpath("//ul[@class='running']/li")
    assert [line.xpath(".//a/text()") for line in lines] == [["Study busy"], ["Study waiting"]]
    assert lines[0].xpath(".//dd/text()") == ["2", "2", "0", "100%", "0"]
    assert staff.get(find_live(page)).status_code == HTTPStatus.NO_CONTENT


def test_a_dead_worker_shows_on_both_pages(staff: Client) -> None:
    make_study("watched")
    for at, shows in ((timezone.now() - timedelta(minutes=4), True), (timezone.now(), False)):
        WorkerPulse.objects.update_or_create(queue=WorkerPulse.GENERAL, defaults={"at": at})
        for address in ("/workplace/monitor", "/workplace/studies/watched/monitor"):
            assert ("No worker has left a sign" in staff.get(address).content.decode()) is shows


def test_the_number_of_queries_does_not_grow_with_visits_and_studies(staff: Client) -> None:
    study = make_study("watched")
    counts = []
    for visits in (1, 6):
        fill(study, visits)
        fill(make_study(), visits)
        count_behind(Study.objects.all())
        fill(study, 1)
        for address in ("/workplace/monitor/live", "/workplace/studies/watched/monitor/live"):
            with CaptureQueriesContext(connection) as queries:
                assert staff.get(address).status_code == HTTPStatus.OK
            counts.append(len(queries))
    assert counts[:2] == counts[2:]


def test_members_see_their_own_studies_alone_and_analysts_no_money(client: Client) -> None:
    for slug in ("watched", "hidden"):
        fill(make_study(slug), 1)
    client.force_login(make_member("analyst", Role.ANALYST, Study.objects.get(slug="watched")))
    assert client.get("/workplace/studies/hidden/monitor").status_code == HTTPStatus.NOT_FOUND
    assert b"Inside now" in client.get("/workplace/studies/watched/monitor").content
    page = client.get("/workplace/monitor").content
    assert html.fromstring(page).xpath("//ul[@class='running']//a/text()") == ["Study watched"]


def test_the_command_tells_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    fill(make_study("watched"), 2)
    call_command("monitor")
    call_command("monitor", "watched")
    told = capsys.readouterr().out
    assert "watched  2 here now, 2 came, 0 finished, 100% of controls right" in told
    assert "Trials: 2 came so far, 2 here now, 0 left here" in told
