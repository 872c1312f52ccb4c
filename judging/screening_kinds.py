"""What each screening rule keeps of the rows, and what it says of that: one entry of RULES for each."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pandas as pd

from judging.screening_rules import RuleName


@dataclass(frozen=True, slots=True)
class RuleKind:
    """How a rule keeps rows, what it says, and its bound where the protocol names none."""

    keep: Callable[[pd.DataFrame, Any], "pd.Series[bool]"]
    say: Callable[[Any], str]
    default: float = 0


def _per_judge(rows: pd.DataFrame, column: str, how: str) -> "pd.Series[Any]":
    """One number per judge over their trials (a trial with two judgements counts once), repeated on their rows."""
    trials = rows.drop_duplicates("trial")
    return rows["judge"].map(trials.groupby("judge")[column].agg(how))


def keep_true(column: str) -> Callable[[pd.DataFrame, Any], "pd.Series[bool]"]:
    """Keeps the rows on which a column is true."""
    return lambda rows, bound: rows[column].astype(bool)


def keep_untrue(column: str) -> Callable[[pd.DataFrame, Any], "pd.Series[bool]"]:
    """Keeps the rows on which a column is not true (or 0)."""
    return lambda rows, bound: ~rows[column].astype(bool)


def keep_from(column: str) -> Callable[[pd.DataFrame, Any], "pd.Series[bool]"]:
    """Keeps the rows on which a column is at least the bound; where nothing was measured, they stay."""
    return lambda rows, least: rows[column].ge(least) | rows[column].isna()


def keep_up_to(column: str) -> Callable[[pd.DataFrame, Any], "pd.Series[bool]"]:
    """Keeps the rows on which a column is at most the bound; where nothing was measured, they stay."""
    return lambda rows, most: rows[column].le(most) | rows[column].isna()


def keep_control_right(rows: pd.DataFrame, bound: Any) -> "pd.Series[bool]":
    """All but the trials whose control question was answered wrong; trials without one stay."""
    return rows["control_right"].ne(0)


def keep_control_share(rows: pd.DataFrame, least: float) -> "pd.Series[bool]":
    """Those of judges with enough right control answers: a share up to 1, a number above; without controls all stay."""
    right = _per_judge(rows, "control_right", "mean" if least <= 1 else "sum")
    asked = _per_judge(rows, "control_right", "count")
    return right.ge(least) | asked.eq(0)


def keep_native_english(rows: pd.DataFrame, bound: Any) -> "pd.Series[bool]":
    """Those of judges who said that English is a native language of theirs."""
    return rows["native_english"].eq("yes")


def keep_native_language(rows: pd.DataFrame, values: list[str]) -> "pd.Series[bool]":
    """Those of judges whose native language is one of these."""
    return rows["native_language"].isin(values)


def keep_fastest_median(rows: pd.DataFrame, least: float) -> "pd.Series[bool]":
    """Those of judges whose median reaction time is long enough; where the browser measured none, they stay."""
    median = _per_judge(rows, "rt_ms", "median")
    return median.ge(least) | median.isna()


def keep_not_straight_lining(rows: pd.DataFrame, least: float) -> "pd.Series[bool]":
    """Those of judges with both verdicts, or with fewer judgements than would tell."""
    verdicts = rows.groupby("judge")["verdict"]
    return rows["judge"].map(verdicts.nunique()).gt(1) | rows["judge"].map(verdicts.size()).lt(least)


def keep_without_ai_tool(rows: pd.DataFrame, bound: Any) -> "pd.Series[bool]":
    """Those of judges who did not say that they had used an AI tool."""
    return rows["ai_tool"].ne("yes")


def say(sentence: str) -> Callable[[Any], str]:
    """A sentence in which `{}` stands for the bound."""
    return lambda bound: sentence.format(bound)


def say_control_share(least: float) -> str:
    """The sentence of `control_share`."""
    amount = f"at least {least:.0%} of their control questions" if least <= 1 else f"at least {least:g} control answers"
    return f"Judges with {amount} right"


def say_native_language(values: list[str]) -> str:
    """The sentence of `native_language`."""
    return f"Judges whose native language is {' or '.join(values)}"


def say_catch(most: float) -> str:
    """The sentence of `catch`."""
    return f"Judges with {f'at most {most:g}' if most else 'no'} catch trial wrong"


RULES: dict[RuleName, RuleKind] = {
    "finished": RuleKind(keep_true("is_finished"), say("Visits that were finished")),
    "duplicates": RuleKind(keep_untrue("is_repeat"), say("The first visit of each person who is known")),
    "catch": RuleKind(keep_up_to("catch_wrong"), say_catch),
    "control_right": RuleKind(keep_control_right, say("Trials without a wrong control answer")),
    "control_share": RuleKind(keep_control_share, say_control_share, 0.75),
    "native_english": RuleKind(keep_native_english, say("Judges who are native speakers of English")),
    "native_language": RuleKind(keep_native_language, say_native_language),
    "fastest_trial": RuleKind(
        keep_from("rt_ms"), say("Trials with a reaction time of at least {:g} ms, or none measured"), 500
    ),
    "fastest_median": RuleKind(
        keep_fastest_median, say("Judges with a median reaction time of at least {:g} ms"), 1000
    ),
    "visit_seconds": RuleKind(
        keep_from("visit_seconds"), say("Visits of at least {:g} seconds from the first trial to the last answer"), 60
    ),
    "straight_lining": RuleKind(
        keep_not_straight_lining, say("Judges who gave both verdicts, or made fewer than {:g} judgements"), 10
    ),
    "honeypot": RuleKind(keep_untrue("honeypot"), say("Visits in which no field was filled in that people do not see")),
    "machine_text": RuleKind(
        keep_untrue("machine_text"), say("Visits in which no text was obeyed that only programs read")
    ),
    "pasted": RuleKind(keep_untrue("pastes"), say("Trials into which nothing was pasted")),
    "translated": RuleKind(keep_untrue("is_translated"), say("Trials that no browser had translated")),
    "hidden_share": RuleKind(
        keep_up_to("hidden_share"), say("Trials out of sight for at most {:.0%} of their reaction time"), 0.5
    ),
    "ai_tool": RuleKind(keep_without_ai_tool, say("Judges who did not say that they had used an AI tool")),
    "put_aside": RuleKind(
        keep_up_to("put_aside"), say("Visits with at most {:g} trials put aside, whose pictures did not load"), 2
    ),
    "word_coincides": RuleKind(
        keep_untrue("coincides"), say("Stimuli on which no human's and no AI agent's responses coincide")
    ),
}
