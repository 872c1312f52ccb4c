"""The tables on visits: how they ended, trials put aside, feedback, signs of programs."""

import pytest

from agents.models import Origin
from analysis.observations import read_observations
from analysis.reports import REPORTS, describe_results
from judging.models import Assignment
from tests.analysis.small_studies import read_rows
from tests.builders import (
    AT,
    make_agent,
    make_judgement,
    make_response,
    make_study,
    make_visit,
)

pytestmark = pytest.mark.django_db


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
