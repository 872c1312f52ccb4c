"""The judges of a study in a list: pseudonyms of the exports, and whether the screening counts what they said."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from lxml import html

from analysis.codebook import make_pseudonym
from analysis.judges_screened import screen_judges
from analysis.observations import read_observations
from judging.models import Assignment, Study
from tests.builders import add_version, make_agent, make_judgement, make_response, make_study, make_visit
from tests.members import make_member
from turingapp.members.roles import Role

pytestmark = pytest.mark.django_db
RULES = [{"rule": "finished"}, {"rule": "control_right"}, {"rule": "control_share", "least": 0.5}]
State = Assignment.State


def visit_and_judge(study: Study, *controls: bool, state: str = State.FINISHED, version: int = 1) -> Assignment:
    """A visit with one judged trial for each control answer."""
    visit = make_visit(study, state=state, version=version)
    agent = make_agent()
    for is_right in controls:
        make_judgement(visit, make_response(agent), "human", control_right=is_right)
    return visit


@pytest.fixture
def study() -> Study:
    """A study with two versions; the second lacks a rule."""
    study = make_study("colors", screening=RULES)
    add_version(study, screening=RULES[:1])
    return study


def read_lines(client: Client, query: str = "") -> list[str]:
    """The lines of the list, each as one text."""
    page = html.fromstring(client.get(f"/workplace/studies/colors/judges{query}").content)
    return [" ".join(line.text_content().split()) for line in page.xpath("//ul[@class='judges']/li")]


def test_each_visit_says_what_counts_of_it_or_the_rule_that_took_the_last(staff: Client, study: Study) -> None:
    good = visit_and_judge(study, True, True, False)
    poor = visit_and_judge(study, True, False, False)
    left = visit_and_judge(study, True, state=State.WITHDRAWN, version=2)
    make_visit(study, state=State.OPEN)
    lines = read_lines(staff)
    assert lines[0].endswith("Open 0 trials judged Nothing that could count")
    assert lines[1].endswith(
        "Stopped, answers kept 1 trial judged; controls: 1 of 1 right Left out by the rule “Visits that were finished”"
    )
    assert lines[2].endswith("Left out by the rule “Judges with at least 50% of their control questions right”")
    assert lines[3].endswith("Finished 3 trials judged; controls: 2 of 3 right Counts 2 of 3 judgements")
    for line, visit in zip(lines[1:], (left, poor, good), strict=True):
        assert line.startswith(make_pseudonym("judge", visit.judge.person_key, study.link))
        assert visit.judge.person_key not in line


@pytest.mark.long
def test_the_list_is_narrowed_by_state_by_what_counts_and_by_rule(staff: Client, study: Study) -> None:
    visit_and_judge(study, True)
    visit_and_judge(study, False)
    visit_and_judge(study, True, state=State.WITHDRAWN)
    queries = ("?state=withdrawn", "?counted=yes", "?counted=no", "?counted=finished", "?counted=control_right")
    assert [len(read_lines(staff, query)) for query in queries] == [1, 1, 2, 1, 1]
    assert read_lines(staff, "?counted=control_share") == ["No judge fits."]


def test_some_judges_are_screened_as_the_whole_study_is(study: Study) -> None:
    visits = [visit_and_judge(study, True, False), visit_and_judge(study, False), visit_and_judge(study, version=2)]
    again = make_visit(study, judge=visits[0].judge)
    make_judgement(again, make_response(make_agent()), "human")
    rows = read_observations(study).rows
    alone = {}
    for visit in visits:
        alone |= screen_judges(study, [visit.judge_id])
    counted = {visit: one.counted for visit, one in alone.items() if one.counts}
    assert counted == rows.groupby("assignment").size().to_dict()


def count_queries(client: Client, query: str) -> int:
    """How often a page asks the database."""
    with CaptureQueriesContext(connection) as asked:
        read_lines(client, query)
    return len(asked)


@pytest.mark.long
def test_more_visits_ask_the_database_no_more_often(staff: Client, study: Study) -> None:
    visit_and_judge(study, True)
    for query in ("", "?counted=yes"):
        read_lines(staff)  # counts what was seen since
        before = count_queries(staff, query)
        for _ in range(4):
            visit_and_judge(study, True, False)
        read_lines(staff)
        assert count_queries(staff, query) == before


@pytest.mark.long
def test_pages_go_on_where_the_last_ended(staff: Client, study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turingapp.workplace.monitoring.judges_shown.PAGE_ROWS", 2)
    monkeypatch.setattr("turingapp.workplace.monitoring.judges_shown.VISITS_SCREENED", 3)
    visits = [visit_and_judge(study, number > 2) for number in range(5)]
    assert len(read_lines(staff)) == 2
    assert len(read_lines(staff, f"?before={visits[3].pk}")) == 2
    page = staff.get("/workplace/studies/colors/judges?counted=no").content.decode()
    assert "Look further" in page
    assert len(read_lines(staff, f"?counted=no&before={visits[2].pk}")) == 2


def test_who_may_not_export_reads_numbers_of_visits(client: Client, study: Study) -> None:
    visit = visit_and_judge(study, True)
    for role, starts in ((Role.ANALYST, "judge-"), (Role.REVIEWER, f"Visit {visit.pk}")):
        client.force_login(make_member(role.value, role, study))
        (line,) = read_lines(client)
        assert line.startswith(starts)


@pytest.mark.long
def test_a_study_without_visits_says_what_will_be_here(staff: Client, study: Study) -> None:
    page = staff.get("/workplace/studies/colors/judges").content.decode()
    assert "Nobody has come yet." in page
    assert "/workplace/studies/colors/protocol" in page
