"""The tables of results, on data small enough to count by hand."""

import json

import pytest

from agents.models import Origin
from analysis.observations import read_observations
from analysis.reports import REPORTS, describe_results
from tests.analysis.small_studies import fill_color_study, read_rows
from tests.builders import (
    make_agent,
    make_judgement,
    make_response,
    make_stimulus,
    make_study,
    make_visit,
)

pytestmark = pytest.mark.django_db


def test_the_confusion_matrix_counts_verdicts_by_origin() -> None:
    study = make_study()
    fill_color_study(study)
    human, machine = read_rows(study, "confusion")
    assert (human["origin"], human["judged_human"], human["judged_ai"], human["n"]) == ("human", 4, 2, 6)
    assert (machine["origin"], machine["judged_human"], machine["judged_ai"], machine["n"]) == ("ai", 1, 3, 4)
    assert human["rate"] == pytest.approx(4 / 6)
    assert machine["rate_ai"] == pytest.approx(3 / 4)


def test_the_summary_gives_detectability_and_the_human_ceiling() -> None:
    study = make_study()
    fill_color_study(study)
    found = {row["measure"]: row for row in read_rows(study, "summary")}
    assert found["detectability"]["estimate"] == pytest.approx((4 / 6 + 3 / 4) / 2)
    assert found["human_ceiling"]["estimate"] == pytest.approx(4 / 6)
    assert found["imitation"]["estimate"] == pytest.approx(1 / 4)
    assert found["gap"]["estimate"] == pytest.approx(1 / 4 - 4 / 6)
    assert found["detectability"]["low"] < found["detectability"]["estimate"] < found["detectability"]["high"]


def test_an_agent_stands_beside_the_human_ceiling() -> None:
    study = make_study()
    fill_color_study(study)
    humans, machine = read_rows(study, "agents")
    assert (humans["agent"], humans["judged_human"], humans["n"]) == ("human", 4, 6)
    assert (machine["agent"], machine["agent_title"], machine["n"]) == ("median-cut", "Median cut", 4)
    assert machine["gap"] == pytest.approx(1 / 4 - 4 / 6)
    assert machine["is_small"]


def test_conversations_are_reported_by_pairing_and_length() -> None:
    study = make_study(task="conversation")
    human, machine = make_agent(), make_agent(origin=Origin.AI)
    mixed = make_response(human, machine, task="conversation", genders=("female", ""))
    machines = make_response(machine, machine, task="conversation")
    for verdicts in (("human", "ai"), ("human", "human")):
        visit = make_visit(study)
        make_judgement(visit, mixed, *verdicts, view=3, guesses=("female", "unsure"))
        make_judgement(visit, machines, *verdicts, view=6, guesses=("male", "male"))
    rows = {(row["pairing"], row["role"]): row["judged_human"] for row in read_rows(study, "pairings")}
    assert rows == {("HA", "A"): 2, ("HA", "B"): 1, ("AA", "A"): 2, ("AA", "B"): 1}
    together = {row["pairing"]: row for row in read_rows(study, "pairings", 1)}
    assert (together["HA"]["HA"], together["HA"]["HH"], together["HA"]["both_right"]) == (1, 1, 0.5)
    assert (together["AA"]["AA"], together["AA"]["both_right"]) == (0, 0)
    assert {row["view"]: (row["n"], row["human_n"]) for row in read_rows(study, "lengths")} == {3: (4, 2), 6: (4, 0)}
    guesses = {(row["origin"], row["gender"]): (row["female"], row["male"]) for row in read_rows(study, "gender-guess")}
    assert guesses == {("human", "female"): (2, 0), ("ai", ""): (0, 4)}


def test_facets_with_one_value_only_are_not_reported() -> None:
    study = make_study()
    human = make_agent()
    visit = make_visit(study)
    for place, year in (("indoor", 1), ("outdoor", 1), ("indoor", 1)):
        stimulus = make_stimulus(facets={"place": place, "year": year})
        make_judgement(visit, make_response(human, stimulus=stimulus), "human")
    tables = REPORTS["facets"].tables(read_observations(study))
    assert [table.slug for table in tables] == ["facet-place"]
    assert [(row.values["value"], row.values["n"]) for row in tables[0].rows] == [("indoor", 2), ("outdoor", 1)]


def test_results_are_told_with_and_without_screening() -> None:
    study = make_study(screening=[{"rule": "control_right"}])
    fill_color_study(study)
    make_judgement(make_visit(study), make_response(make_agent()), "ai", control_right=False)
    counted, everything = (read_rows(study, "summary", number) for number in (0, 1))
    assert counted[2]["n"] == 6
    assert everything[2]["n"] == 7
    flow = read_rows(study, "screening", 1)
    assert [(step["rule"], step["judgements"], step["left_out"]) for step in flow] == [
        ("all", 11, 0),
        ("control_right", 10, 1),
    ]


@pytest.mark.parametrize("task", ["color", "conversation"])
def test_a_study_without_judgements_has_results_that_can_be_written(task: str) -> None:
    results = describe_results(read_observations(make_study(task=task)))
    assert results["judgements"] == 0
    assert json.loads(json.dumps(results, allow_nan=False))["reports"]["confusion"]
