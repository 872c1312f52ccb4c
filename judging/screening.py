"""Which judgements count: a closed list of rules fixed before the data, applied to rows; no database.

A rule looks at all rows, so their order changes no result, only the counts of the steps between. No rule looks at
whether a verdict on a main trial was right; one, `straight_lining`, looks at the verdicts, and the flow declares it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from django.utils.translation import gettext_noop
from numpy.typing import NDArray

from judging.screening_kinds import RULES
from judging.screening_rules import Rule
from turingapp.words import Words, say_later

Mask = NDArray[np.bool_]
ALL = gettext_noop("All judgements of main trials")
ROW_COLUMNS = (
    "judge",
    "trial",
    "verdict",
    "rt_ms",
    "control_right",
    "is_finished",
    "native_english",
    "native_language",
    "coincides",
    "is_repeat",
    "catch_wrong",
    "visit_seconds",
    "honeypot",
    "machine_text",
    "pastes",
    "is_translated",
    "hidden_share",
    "ai_tool",
    "put_aside",
)


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the screening flow: what a rule keeps, and what is left after it and those before it."""

    rule: str
    sentence: str
    judges: int
    trials: int
    judgements: int
    version: int | None = None  # of the protocol that has the rule, where versions differ


@dataclass(frozen=True, slots=True, eq=False)
class Screened:
    """Which rows count, how many were left after each step, and which step first left each row out (0: none)."""

    kept: Mask
    flow: tuple[Step, ...]
    left_out_by: NDArray[np.int16]

    def of_version(self, version: int) -> "Screened":
        """The same, with each step marked as one of this version's."""
        return replace(self, flow=tuple(replace(step, version=version) for step in self.flow))


def screen(rows: pd.DataFrame, rules: Sequence[Rule]) -> Screened:
    """Apply `rules` in turn to `rows` (one a judgement, with ROW_COLUMNS)."""
    left_out_by = np.zeros(len(rows), dtype=np.int16)
    flow = [_count("all", say_later(ALL), rows)]
    for number, rule in enumerate(rules, 1):
        kind, bound = RULES[rule.rule], find_bound(rule)
        left_out_by[(left_out_by == 0) & ~kind.keep(rows, bound).to_numpy(dtype=bool)] = number
        flow.append(_count(rule.rule, kind.say(bound), rows[left_out_by == 0]))
    return Screened(left_out_by == 0, tuple(flow), left_out_by)


def find_bound(rule: Rule) -> float | list[str]:
    """The bound of a rule: the protocol's, else the rule's own."""
    if rule.values:
        return rule.values
    named = rule.least if rule.least is not None else rule.most
    return RULES[rule.rule].default if named is None else named


def say_rule(rule: Rule) -> Words:
    """What a rule keeps, in one sentence for a section on methods."""
    return RULES[rule.rule].say(find_bound(rule))


def _count(rule: str, sentence: str, rows: pd.DataFrame) -> Step:
    return Step(rule, sentence, rows["judge"].nunique(), rows["trial"].nunique(), len(rows))
