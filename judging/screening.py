"""Which judgements count: a closed list of rules fixed before the data, applied to rows; no database.

A rule looks at all rows, so their order changes no result, only the counts of the steps between. No rule looks at
whether a verdict was right; one, `straight_lining`, looks at the verdicts, and the flow declares it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from judging.protocol import Rule, RuleName

Mask = NDArray[np.bool_]
ROW_COLUMNS = ("judge", "trial", "verdict", "rt_ms", "control_right", "is_finished", "native_english", "coincides")


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the screening flow: what a rule keeps, and what is left after it and those before it."""

    rule: str
    sentence: str
    judges: int
    trials: int
    judgements: int


@dataclass(frozen=True, slots=True, eq=False)
class Screened:
    """Which rows count, and how many were left after each step."""

    kept: Mask
    flow: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class RuleKind:
    """How a rule keeps rows, what it says, and its bound where the protocol names none."""

    keep: Callable[[pd.DataFrame, float], "pd.Series[bool]"]
    say: Callable[[float], str]
    default: float = 0


def screen(rows: pd.DataFrame, rules: Sequence[Rule]) -> Screened:
    """Apply `rules` in turn to `rows` (one a judgement, with ROW_COLUMNS)."""
    kept = np.ones(len(rows), dtype=bool)
    flow = [_count("all", "All judgements of main trials", rows)]
    for rule in rules:
        kind = RULES[rule.rule]
        least = kind.default if rule.least is None else rule.least
        kept = kept & kind.keep(rows, least).to_numpy(dtype=bool)
        flow.append(_count(rule.rule, kind.say(least), rows[kept]))
    return Screened(kept, tuple(flow))


def _count(rule: str, sentence: str, rows: pd.DataFrame) -> Step:
    return Step(rule, sentence, rows["judge"].nunique(), rows["trial"].nunique(), len(rows))


def _per_judge(rows: pd.DataFrame, column: str, how: str) -> "pd.Series[Any]":
    """One number per judge over their trials (a trial with two judgements counts once), repeated on their rows."""
    trials = rows.drop_duplicates("trial")
    return rows["judge"].map(trials.groupby("judge")[column].agg(how))


def keep_finished(rows: pd.DataFrame, least: float) -> "pd.Series[bool]":
    """Those of visits that were finished."""
    return rows["is_finished"].astype(bool)


def keep_control_right(rows: pd.DataFrame, least: float) -> "pd.Series[bool]":
    """All but the trials whose control question was answered wrong; trials without one stay."""
    return rows["control_right"].ne(0)


def keep_control_share(rows: pd.DataFrame, least: float) -> "pd.Series[bool]":
    """Those of judges with enough right control answers: a share up to 1, a number above; without controls all stay."""
    right = _per_judge(rows, "control_right", "mean" if least <= 1 else "sum")
    asked = _per_judge(rows, "control_right", "count")
    return right.ge(least) | asked.eq(0)


def keep_native_english(rows: pd.DataFrame, least: float) -> "pd.Series[bool]":
    """Those of judges who said that English is a native language of theirs."""
    return rows["native_english"].eq("yes")


def keep_fastest_median(rows: pd.DataFrame, least: float) -> "pd.Series[bool]":
    """Those of judges whose median reaction time is long enough; where the browser measured none, they stay."""
    median = _per_judge(rows, "rt_ms", "median")
    return median.ge(least) | median.isna()


def keep_not_straight_lining(rows: pd.DataFrame, least: float) -> "pd.Series[bool]":
    """Those of judges with both verdicts, or with fewer judgements than would tell."""
    verdicts = rows.groupby("judge")["verdict"]
    return rows["judge"].map(verdicts.nunique()).gt(1) | rows["judge"].map(verdicts.size()).lt(least)


def keep_not_coinciding(rows: pd.DataFrame, least: float) -> "pd.Series[bool]":
    """Those on stimuli for which no human and no AI agent of the pool gave the same response."""
    return ~rows["coincides"].astype(bool)


def say_control_share(least: float) -> str:
    """The sentence of `control_share`."""
    amount = f"at least {least:.0%}" if least <= 1 else f"at least {least:g}"
    return f"Judges with {amount} of their control questions right"


RULES: dict[RuleName, RuleKind] = {
    "finished": RuleKind(keep_finished, lambda least: "Visits that were finished"),
    "control_right": RuleKind(keep_control_right, lambda least: "Trials without a wrong control answer"),
    "control_share": RuleKind(keep_control_share, say_control_share, 0.75),
    "native_english": RuleKind(keep_native_english, lambda least: "Judges who are native speakers of English"),
    "fastest_median": RuleKind(
        keep_fastest_median, lambda least: f"Judges with a median reaction time of at least {least:g} ms", 1000
    ),
    "straight_lining": RuleKind(
        keep_not_straight_lining,
        lambda least: f"Judges who gave both verdicts, or made fewer than {least:g} judgements",
        10,
    ),
    "word_coincides": RuleKind(
        keep_not_coinciding, lambda least: "Stimuli on which no human's and no AI agent's responses coincide"
    ),
}
