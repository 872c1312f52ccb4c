"""The screening rules, on rows without a database; every expected count was made by hand."""

from typing import Any

import pandas as pd
import pytest
from pydantic import ValidationError

from judging.screening import ROW_COLUMNS, say_rule, screen
from judging.screening_kinds import RULES
from judging.screening_rules import BOUNDS, Rule

NAN = float("nan")
# Judges 1 and 2 with two trials each; judge 3 with one trial of two judgements (a conversation).
COLUMNS: dict[str, list[Any]] = {
    "judge": [1, 1, 2, 2, 3, 3],
    "trial": [11, 12, 21, 22, 31, 31],
    "verdict": ["human", "ai", "human", "human", "ai", "human"],
    "rt_ms": [900.0, 2000.0, 500.0, 700.0, NAN, NAN],
    "control_right": [1.0, 0.0, 1.0, NAN, 0.0, 0.0],
    "is_finished": [True, True, False, False, True, True],
    "native_english": ["yes", "yes", "no", "no", "", ""],
    "native_language": ["en", "en", "de", "de", "no_answer", "no_answer"],
    "coincides": [False, True, False, False, False, False],
    "is_repeat": [False, False, True, True, False, False],
    "catch_wrong": [0, 0, 1, 1, 2, 2],
    "visit_seconds": [59.0, 59.0, 600.0, 600.0, NAN, NAN],
    "honeypot": [0, 0, 2, 2, 0, 0],
    "machine_text": [1, 1, 0, 0, 0, 0],
    "pastes": [0, 3, 0, 0, 0, 0],
    "is_translated": [False, False, False, True, False, False],
    "hidden_share": [0.5, 0.6, 0.0, 0.0, NAN, NAN],
    "ai_tool": [None, None, "yes", "yes", "no_answer", "no_answer"],
    "put_aside": [0, 0, 2, 2, 3, 3],
}
ROWS = pd.DataFrame(COLUMNS)


def test_without_rules_everything_counts() -> None:
    screened = screen(ROWS, [])
    assert screened.kept.all()
    assert [(step.judges, step.trials, step.judgements) for step in screened.flow] == [(3, 5, 6)]


@pytest.mark.parametrize(
    ("rule", "kept"),
    [
        (Rule(rule="finished"), [1, 1, 0, 0, 1, 1]),
        (Rule(rule="duplicates"), [1, 1, 0, 0, 1, 1]),
        (Rule(rule="catch"), [1, 1, 0, 0, 0, 0]),  # none may be wrong
        (Rule(rule="catch", most=1), [1, 1, 1, 1, 0, 0]),
        (Rule(rule="control_right"), [1, 0, 1, 1, 0, 0]),
        (Rule(rule="control_share", least=0.5), [1, 1, 1, 1, 0, 0]),  # shares 1/2, 1/1, 0/1
        (Rule(rule="control_share"), [0, 0, 1, 1, 0, 0]),  # at least .75
        (Rule(rule="native_english"), [1, 1, 0, 0, 0, 0]),
        (Rule(rule="native_language", values=["en", "fr"]), [1, 1, 0, 0, 0, 0]),
        (Rule(rule="fastest_trial"), [1, 1, 1, 1, 1, 1]),  # at least 500, or not measured
        (Rule(rule="fastest_trial", least=800), [1, 1, 0, 0, 1, 1]),
        (Rule(rule="fastest_median"), [1, 1, 0, 0, 1, 1]),  # medians 1450, 600, not measured; at least 1000
        (Rule(rule="fastest_median", least=600), [1, 1, 1, 1, 1, 1]),
        (Rule(rule="visit_seconds"), [0, 0, 1, 1, 1, 1]),  # at least 60, or not known
        (Rule(rule="straight_lining", least=2), [1, 1, 0, 0, 1, 1]),
        (Rule(rule="straight_lining"), [1, 1, 1, 1, 1, 1]),  # ten judgements are needed to tell
        (Rule(rule="honeypot"), [1, 1, 0, 0, 1, 1]),
        (Rule(rule="machine_text"), [0, 0, 1, 1, 1, 1]),
        (Rule(rule="pasted"), [1, 0, 1, 1, 1, 1]),
        (Rule(rule="translated"), [1, 1, 1, 0, 1, 1]),
        (Rule(rule="hidden_share"), [1, 0, 1, 1, 1, 1]),  # at most half
        (Rule(rule="hidden_share", most=0), [0, 0, 1, 1, 1, 1]),
        (Rule(rule="ai_tool"), [1, 1, 0, 0, 1, 1]),
        (Rule(rule="put_aside"), [1, 1, 1, 1, 0, 0]),  # at most two
        (Rule(rule="put_aside", most=0), [1, 1, 0, 0, 0, 0]),
        (Rule(rule="word_coincides"), [1, 0, 1, 1, 1, 1]),
    ],
)
def test_each_rule_keeps_what_it_says(rule: Rule, kept: list[int]) -> None:
    assert screen(ROWS, [rule]).kept.astype(int).tolist() == kept


def test_fifteen_right_of_twenty_controls_are_enough_and_fourteen_are_not() -> None:
    # The original study's rule for conversations: 15 of 20 topics right.
    rows = pd.concat([ROWS[:1]] * 40, ignore_index=True)
    rows["trial"], rows["judge"] = range(40), [1] * 20 + [2] * 20
    rows["control_right"] = [1.0] * 15 + [0.0] * 5 + [1.0] * 14 + [0.0] * 6
    screened = screen(rows, [Rule(rule="control_share", least=15)])
    assert rows["judge"][screened.kept].unique().tolist() == [1]
    assert screened.flow[1].sentence == "Judges with at least 15 control answers right"


def test_a_control_share_above_one_is_a_number_of_right_answers() -> None:
    assert not screen(ROWS, [Rule(rule="control_share", least=1.5)]).kept.any()


def test_a_trial_with_two_judgements_counts_once_for_its_judge() -> None:
    twice = pd.concat([ROWS[ROWS["judge"] == 3], ROWS[ROWS["judge"] == 3].assign(trial=32, control_right=1.0)[:1]])
    assert screen(twice, [Rule(rule="control_share", least=0.5)]).kept.all()


def test_rules_add_up_and_the_flow_counts_what_each_leaves() -> None:
    screened = screen(ROWS, [Rule(rule="control_right"), Rule(rule="finished")])
    assert [(step.rule, step.judges, step.trials, step.judgements) for step in screened.flow] == [
        ("all", 3, 5, 6),
        ("control_right", 2, 3, 3),
        ("finished", 1, 1, 1),
    ]


def test_the_order_of_the_rules_changes_no_result() -> None:
    rules = [make_rule(name) for name in RULES]
    forwards, backwards = screen(ROWS, rules), screen(ROWS, rules[::-1])
    assert forwards.kept.tolist() == backwards.kept.tolist()


def make_rule(name: Any) -> Rule:
    """A rule of this name with its default bound."""
    return Rule(rule=name, values=["en"] if BOUNDS.get(name) == "values" else [])


def test_no_rule_looks_at_whether_a_verdict_was_right() -> None:
    assert "origin" not in ROW_COLUMNS
    for name in RULES:
        assert screen(ROWS[list(ROW_COLUMNS)], [make_rule(name)]).kept.shape == (6,)


def test_every_rule_bears_a_study_without_judgements() -> None:
    for name in RULES:
        assert not len(screen(ROWS[:0], [make_rule(name)]).kept)


@pytest.mark.parametrize("name", sorted(RULES))
def test_every_rule_says_what_it_keeps_in_one_sentence(name: str) -> None:
    sentence = say_rule(make_rule(name))
    assert sentence.startswith(("Judges", "Trials", "Visits", "The first visit", "Stimuli"))
    assert "{" not in sentence


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"rule": "finished", "least": 3}, "the rule finished has least; it takes no bound"),
        ({"rule": "catch", "least": 3}, "the rule catch has least; it takes most"),
        ({"rule": "native_language"}, r"the rule native_language names no values, such as \[en\]"),
        ({"rule": "put_aside", "most": -1}, "greater than or equal to 0"),
    ],
)
def test_a_bound_that_a_rule_does_not_take_is_refused(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValidationError, match=sentence):
        Rule.model_validate(given)
