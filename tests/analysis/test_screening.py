"""The screening rules, on rows without a database; every expected count was made by hand."""

import pandas as pd
import pytest

from judging.protocol import Rule
from judging.screening import ROW_COLUMNS, RULES, screen

# Judges 1 and 2 with two trials each; judge 3 with one trial of two judgements (a conversation).
ROWS = pd.DataFrame(
    [
        (1, 11, "human", 900.0, 1.0, True, "yes", False),
        (1, 12, "ai", 2000.0, 0.0, True, "yes", True),
        (2, 21, "human", 500.0, 1.0, False, "no", False),
        (2, 22, "human", 700.0, float("nan"), False, "no", False),
        (3, 31, "ai", float("nan"), 0.0, True, "", False),
        (3, 31, "human", float("nan"), 0.0, True, "", False),
    ],
    columns=list(ROW_COLUMNS),
)


def test_without_rules_everything_counts() -> None:
    screened = screen(ROWS, [])
    assert screened.kept.all()
    assert [(step.judges, step.trials, step.judgements) for step in screened.flow] == [(3, 5, 6)]


@pytest.mark.parametrize(
    ("rule", "kept"),
    [
        (Rule(rule="finished"), [1, 1, 0, 0, 1, 1]),
        (Rule(rule="control_right"), [1, 0, 1, 1, 0, 0]),
        (Rule(rule="control_share", least=0.5), [1, 1, 1, 1, 0, 0]),  # shares 1/2, 1/1, 0/1
        (Rule(rule="control_share"), [0, 0, 1, 1, 0, 0]),  # at least .75
        (Rule(rule="native_english"), [1, 1, 0, 0, 0, 0]),
        (Rule(rule="fastest_median"), [1, 1, 0, 0, 1, 1]),  # medians 1450, 600, not measured; at least 1000
        (Rule(rule="fastest_median", least=600), [1, 1, 1, 1, 1, 1]),
        (Rule(rule="straight_lining", least=2), [1, 1, 0, 0, 1, 1]),
        (Rule(rule="straight_lining"), [1, 1, 1, 1, 1, 1]),  # ten judgements are needed to tell
        (Rule(rule="word_coincides"), [1, 0, 1, 1, 1, 1]),
    ],
)
def test_each_rule_keeps_what_it_says(rule: Rule, kept: list[int]) -> None:
    assert screen(ROWS, [rule]).kept.astype(int).tolist() == kept


def test_a_control_share_above_one_is_a_number_of_right_answers() -> None:
    screened = screen(ROWS, [Rule(rule="control_share", least=1.5)])
    assert not screened.kept.any()
    assert screened.flow[1].sentence == "Judges with at least 1.5 of their control questions right"


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


def test_no_rule_looks_at_whether_a_verdict_was_right() -> None:
    assert "origin" not in ROW_COLUMNS
    assert {rule: screen(ROWS, [Rule(rule=rule)]).kept.shape for rule in RULES} == dict.fromkeys(RULES, (6,))


def test_every_rule_bears_a_study_without_judgements() -> None:
    for rule in RULES:
        assert not len(screen(ROWS[:0], [Rule(rule=rule)]).kept)
