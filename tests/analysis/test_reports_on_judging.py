"""The tables on how judges judge: how sure, how long, along the visit, in agreement, and while they come in."""

from typing import Any

import pytest

from agents.models import Origin
from analysis.observations import read_observations
from analysis.reports import REPORTS, make_tables
from analysis.reports.base import Row
from judging.models import Study
from tests.builders import make_agent, make_judgement, make_response, make_study, make_visit

pytestmark = pytest.mark.django_db
KINDS = ("confidence", "reaction-times", "learning", "agreement", "monitoring")


def read_tables(study: Study, report: str) -> list[list[Row]]:
    return [list(table.rows) for table in REPORTS[report].tables(read_observations(study))]


def fill(study: Study, verdicts: list[str], **changes: Any) -> None:
    """Two judges see the same responses, by a human and a machine in turn, and say the same of them."""
    human, machine = make_agent(), make_agent(origin=Origin.AI)
    responses = [make_response(machine if number % 2 else human) for number in range(len(verdicts))]
    for _ in range(2):
        visit = make_visit(study)
        for response, verdict in zip(responses, verdicts, strict=True):
            make_judgement(visit, response, verdict, **changes)


def test_right_verdicts_are_counted_by_how_sure_the_judge_was() -> None:
    study = make_study()
    human, visit = make_agent(), make_visit(study)
    for level, verdict in (("5", "human"), ("5", "human"), ("5", "ai"), ("1", "human")):
        make_judgement(visit, make_response(human), verdict, answers={"confidence": level})
    make_judgement(visit, make_response(human), "human")  # was not asked
    levels, scores = read_tables(study, "confidence")
    found = {row.values["level"]: (row.values["n"], row.values["right"], row.values["stated"]) for row in levels}
    assert found == {1: (1, 1.0, 0.5), 5: (3, pytest.approx(2 / 3), 1.0)}
    measures = {row.values["measure"]: row.values["estimate"] for row in scores}
    assert measures["confidence"] == pytest.approx(3.5 / 4)
    assert measures["brier"] == pytest.approx((1 + 0.25) / 4)


def test_typical_times_are_of_the_judges_and_compared_within_them() -> None:
    study = make_study()
    human = make_agent()
    for seconds in (2, 8):
        visit = make_visit(study)
        make_judgement(visit, make_response(human), "human", rt_ms=1000 * seconds)
        make_judgement(visit, make_response(human), "ai", rt_ms=3000 * seconds)
        make_judgement(visit, make_response(human), "ai", rt_ms=None)
    times, ratios = read_tables(study, "reaction-times")
    assert {row.values["title"]: row.values["seconds"] for row in times} == {
        "All": pytest.approx(8),  # medians 4 and 16
        "Right": pytest.approx(4),
        "Wrong": pytest.approx(12),
        "Verdict human": pytest.approx(4),
        "Verdict machine": pytest.approx(12),
    }
    assert [row.values["ratio"] for row in ratios] == [pytest.approx(3), pytest.approx(3)]


def test_the_visit_is_reported_in_four_stretches_with_its_slope() -> None:
    study = make_study()
    fill(study, ["ai", "human", "ai", "human", "human", "human", "human", "ai"])
    stretches, (slope,) = read_tables(study, "learning")
    assert [(row.values["title"], row.values["n"], row.values["detectability"]) for row in stretches] == [
        ("1 to 2", 4, 0.0),
        ("3 to 4", 4, 0.0),
        ("5 to 6", 4, 0.5),
        ("7 to 8", 4, 1.0),
    ]
    assert isinstance(slope.values["odds"], float)
    assert slope.values["odds"] > 1


def test_judges_who_are_always_right_have_no_slope_and_the_row_says_so() -> None:
    study = make_study()
    fill(study, ["human", "ai", "human", "ai"])
    (slope,) = read_tables(study, "learning")[1]
    assert slope.is_small
    assert slope.values["odds"] is None
    assert "no finite slope" in str(slope.values["title"])


def test_agreement_is_told_for_humans_and_machines() -> None:
    study = make_study()
    fill(study, ["human", "ai", "ai", "human"])
    (rows,) = read_tables(study, "agreement")
    assert [(row.values["title"], row.values["alpha"], row.values["responses"]) for row in rows] == [
        ("All", 1.0, 4),
        ("Humans", 1.0, 2),
        ("Machines", 1.0, 2),
    ]


def test_while_judges_come_in_the_interval_is_over_judges() -> None:
    study = make_study()
    fill(study, ["human", "human", "human", "ai"])
    ((row,),) = read_tables(study, "monitoring")
    assert (row.values["estimate"], row.values["judges"], row.values["n"]) == (0.75, 2, 8)
    assert (row.values["low"], row.values["high"]) == (pytest.approx(0, abs=0.1), pytest.approx(1, abs=0.01))


def test_studies_with_nothing_of_the_kind_have_no_such_table() -> None:
    empty, one = make_study(), make_study()
    make_judgement(make_visit(one), make_response(make_agent()), "human", rt_ms=None)
    for study in (empty, one):
        tables = make_tables(read_observations(study))
        assert {kind: tables[kind] for kind in KINDS} == {kind: [] for kind in KINDS}
