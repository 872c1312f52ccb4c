"""The tables of results, on data small enough to count by hand."""

import json
from datetime import UTC, datetime
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from agents.models import Origin, Response
from analysis.observations import read_observations
from analysis.reports import REPORTS, describe_results
from judging.models import Assignment, Study
from tests.builders import (
    AT,
    add_version,
    make_agent,
    make_judgement,
    make_response,
    make_stimulus,
    make_study,
    make_visit,
)

pytestmark = pytest.mark.django_db
US_JUDGE = {"birth_year": "1980", "gender": "female", "education": "master", "country": "US", "native_english": "yes"}


def read_rows(study: Study, report: str, number: int = 0) -> list[dict[str, Any]]:
    """The rows of a report's table."""
    rows: list[dict[str, Any]] = REPORTS[report].tables(read_observations(study))[number].to_json()["rows"]
    return rows


def fill_color_study(study: Study) -> None:
    """Two judges see 3 human and 2 machine responses each: humans are judged human in 4 of 6, machines in 1 of 4."""
    human, machine = make_agent(), make_agent("median-cut", origin=Origin.AI, title="Median cut")
    humans: list[Response] = [make_response(human) for _ in range(3)]
    machines: list[Response] = [make_response(machine) for _ in range(2)]
    for verdicts in (("human", "human", "ai", "human", "ai"), ("human", "ai", "human", "ai", "ai")):
        visit = make_visit(study, demographics=US_JUDGE)
        for response, verdict in zip((*humans, *machines), verdicts, strict=True):
            make_judgement(visit, response, verdict, control_right=True)


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


def test_judges_are_reported_in_the_groups_of_the_original_study() -> None:
    study = make_study()
    fill_color_study(study)  # two judges, born in 1980, judging in 2024
    response = make_response(make_agent())
    make_judgement(make_visit(study, demographics={"gender": "no_answer", "birth_year": "1999"}), response, "human")
    make_judgement(make_visit(study), response, "human")  # was not asked
    tables = {table.slug: table for table in REPORTS["demographics"].tables(read_observations(study))}
    ages = [(row.values["value"], row.values["n"]) for row in tables["judges-age"].rows]
    assert ages == [("Under 35", 1), ("35 to 45", 10)]
    genders = [(row.values["value"], row.values["n"]) for row in tables["judges-gender"].rows]
    assert genders == [("Female", 10), ("Prefer not to say", 1)]
    assert tables["judges-gender"].note == "Left out: 1 judge who was not asked, or fits no group."
    assert [row.values["value"] for row in tables["judges-education"].rows] == ["Postgraduate"]
    assert [row.values["value"] for row in tables["judges-country"].rows] == ["United States"]


def test_groups_of_judges_that_differ_are_told_from_groups_that_do_not() -> None:
    study = make_study()
    response = make_response(make_agent())
    for number in range(12):  # all women are right, all men wrong; both countries are half right
        told = {"gender": "female" if number < 6 else "male", "country": "US" if number % 2 else "DE"}
        make_judgement(make_visit(study, demographics=told), response, "human" if number < 6 else "ai")
    compared = {row["grouping"]: row for row in read_rows(study, "demographics")}
    assert compared["gender"]["p"] < 0.01  # 2 of the 924 ways to share out six and six are as extreme: .0022
    assert compared["country"]["p"] == 1
    assert compared["gender"]["p_adjusted"] == 2 * compared["gender"]["p"]


def test_judges_who_preferred_not_to_say_take_no_part_in_the_comparison() -> None:
    study = make_study()
    response = make_response(make_agent())
    for gender in ("female", "no_answer"):
        make_judgement(make_visit(study, demographics={"gender": gender}), response, "human")
    assert "judges-compared" not in {t.slug for t in REPORTS["demographics"].tables(read_observations(study))}


def test_a_judge_stays_in_one_group_when_the_year_turns() -> None:
    study = make_study()
    visit = make_visit(study, demographics={"birth_year": "1989", "gender": "male"})
    for at in (datetime(2023, 12, 31, 23, tzinfo=UTC), datetime(2024, 1, 1, 1, tzinfo=UTC)):
        trial = make_judgement(visit, make_response(make_agent()), "human")
        trial.answered_at = at
        trial.save()
    other = make_visit(study, demographics={"birth_year": "1950"})
    make_judgement(other, make_response(make_agent()), "human")
    tables = {table.slug: table for table in REPORTS["demographics"].tables(read_observations(study))}
    ages = [(row.values["value"], row.values["n"]) for row in tables["judges-age"].rows]
    assert ages == [("Under 35", 2), ("Over 45", 1)]


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


def test_the_command_prints_the_same_numbers_as_json_and_as_tables() -> None:
    study = make_study()
    fill_color_study(study)
    told, shown = StringIO(), StringIO()
    call_command("report", study.slug, "--json", stdout=told)
    call_command("report", study.slug, stdout=shown)
    assert json.loads(told.getvalue()) == describe_results(read_observations(study))
    assert "Median cut" in shown.getvalue()
    assert "25.0%" in shown.getvalue()


def test_brackets_in_names_are_printed_as_they_are() -> None:
    study = make_study()
    study.is_simulated = True
    study.save()
    response = make_response(make_agent(origin=Origin.AI, title="[/b] Echo"), stimulus=make_stimulus(facets={"[x]": 1}))
    make_judgement(make_visit(study), response, "human")
    shown = StringIO()
    call_command("report", study.slug, stdout=shown)
    assert "[/b] Echo" in shown.getvalue()
    assert "Simulated: programs made these judgements" in shown.getvalue()


def test_the_command_says_which_studies_there_are() -> None:
    make_study("colors")
    with pytest.raises(CommandError, match=r"^No study is called 'colours'; there are: colors\.$"):
        call_command("report", "colours")


def test_visits_are_told_by_how_they_ended_and_how_far_they_had_come() -> None:
    study = make_study()
    state = Assignment.State
    for ending, number in {state.FINISHED: 3, state.WITHDRAWN: 2, state.ERASED: 1, state.SCREENED_OUT: 1}.items():
        for _ in range(number):
            make_visit(study, state=ending)
    before_consent = make_visit(study, state=state.DECLINED)
    before_trials = make_visit(study, state=state.EXPIRED)
    Assignment.objects.filter(pk=before_consent.pk).update(consented_at=None, began_at=None)
    Assignment.objects.filter(pk=before_trials.pk).update(began_at=None)
    for kind, number in {Assignment.Kind.PREVIEW: 3, Assignment.Kind.PILOT: 2}.items():
        for _ in range(number):
            make_visit(study, kind=kind)
    table = REPORTS["screening"].tables(read_observations(study))[0]
    found = {row.values["state"]: row.values for row in table.rows}
    assert {key: row["visits"] for key, row in found.items()} == {
        "arrived": 9,
        "consented": 8,
        "began": 7,
        "declined": 1,
        "screened_out": 1,
        "withdrawn": 2,
        "erased": 1,
        "expired": 1,
        "open": 0,
        "finished": 3,
    }
    assert (found["expired"]["consented"], found["expired"]["began"]) == (1, 0)
    assert (found["declined"]["arrived"], found["withdrawn"]["began"]) == (1, 2)
    assert table.note.endswith("Not counted anywhere: 3 previews, 2 pilots.")


def test_trials_put_aside_are_told_with_their_reason() -> None:
    study = make_study()
    for _ in range(2):
        trial = make_judgement(make_visit(study), make_response(make_agent()))
        trial.answered_at, trial.put_aside_at, trial.put_aside_why = None, AT, "the picture did not load"
        trial.save()
    (row,) = read_rows(study, "screening", 1)
    assert (row["why"], row["trials"], row["visits"]) == ("the picture did not load", 2, 2)


def test_feedback_trials_have_a_report_of_their_own_and_count_nowhere_else() -> None:
    study = make_study()
    machine = make_agent(origin=Origin.AI)
    visit = make_visit(study)
    # Wrong in the first half of the phase, right in the second and after it.
    for verdict, kind in (("human", "feedback"), ("ai", "feedback"), ("ai", "main")):
        make_judgement(visit, make_response(machine), verdict, kind=kind)
    phases, blocks, differences = (read_rows(study, "feedback", number) for number in range(3))
    assert [(row["value"], row["ai_rate"]) for row in phases] == [
        ("With feedback, first half", 1),
        ("With feedback, second half", 0),
        ("After it, without feedback", 0),
    ]
    assert [(row["title"], row["n"]) for row in blocks] == [("1 to 10", 2)]
    assert [row["difference"] for row in differences] == [1, 1]
    assert [row["n"] for row in read_rows(study, "confusion")] == [1]


def test_the_feedback_of_judges_who_are_screened_out_is_left_out_too() -> None:
    study = make_study(screening=[{"rule": "finished"}])
    for state in ("finished", "open"):
        visit = make_visit(study, state=state)
        for kind in ("feedback", "main"):
            make_judgement(visit, make_response(make_agent()), "human", kind=kind)
    assert sum(row["n"] for row in read_rows(study, "feedback")) == 2
    everything = REPORTS["feedback"].tables(read_observations(study).unscreened())[0]
    assert [row.values["n"] for row in everything.rows] == [2, 2]


def test_a_study_without_feedback_trials_has_no_report_of_them() -> None:
    assert REPORTS["feedback"].tables(read_observations(make_study())) == []


def test_signs_of_programs_are_counted_in_visits_and_judgements() -> None:
    study = make_study(screening=[{"rule": "honeypot"}])
    response, human = make_response(make_agent()), {"pointer_moves": 40, "keys": 0}
    make_judgement(make_visit(study, signs={"honeypot": 1}), response, "human", answers={"profile": human})
    make_judgement(make_visit(study), response, "human", answers={"sign": "machine_text"})
    make_judgement(make_visit(study, closing={"ai_tool": "yes"}), response, "human", answers={"profile": {"keys": 0}})
    make_judgement(make_visit(study), response, "human", answers={"profile": {**human, "pastes": 2}}, rt_ms=400)
    make_judgement(make_visit(study), response, "human", answers={"hidden_ms": 3000, "translated": True})
    rows = {row["sign"]: row for row in read_rows(study, "signs")}
    assert {sign: row["visits"] for sign, row in rows.items()} == {
        "any": 3,
        "honeypot": 1,
        "machine_text": 1,
        "ai_tool": 1,
        "pasted": 1,
        "handless": 1,
        "quick": 1,
        "alike": 0,
        "hidden": 1,
        "translated": 1,
    }
    assert (rows["any"]["share"], rows["any"]["judgements"], rows["any"]["counted"]) == (3 / 5, 3, 2)
    assert describe_results(read_observations(study))["signs"] == (
        "Signs of programs: 3 of 5 visits (60.0%); 3 of their judgements."
    )


def test_the_command_tells_one_version_alone_and_which_there_are() -> None:
    study = make_study("colors")
    add_version(study, trials=5)
    response = make_response(make_agent())
    for version, verdicts in ((1, ("human", "ai")), (2, ("human",))):
        for verdict in verdicts:
            make_judgement(make_visit(study, version=version), response, verdict)
    told = StringIO()
    call_command("report", "colors", "--json", "--protocol-version", "2", stdout=told)
    found = json.loads(told.getvalue())
    assert (found["version"], found["versions"], found["judgements"]) == (2, [1, 2], 1)
    with pytest.raises(CommandError, match=r"^colors has no version 3 of its protocol; there are: 1, 2\.$"):
        call_command("report", "colors", "--protocol-version", "3")
