"""What each screening rule keeps of the rows, and what it says of that: one entry of RULES for each."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pandas as pd
from django.utils.translation import gettext_noop as _

from judging.screening_rules import RuleName
from turingapp.words import Listing, Words, say_later

OR = _(" or ")


@dataclass(frozen=True, slots=True)
class RuleKind:
    """How a rule keeps rows, what it says, and its bound where the protocol names none."""

    keep: Callable[[pd.DataFrame, Any], "pd.Series[bool]"]
    say: Callable[[Any], Words]
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


def say(text: str, form: str = "g") -> Callable[[Any], Words]:
    """A sentence in which `bound` stands for the bound, written in this form."""
    return lambda bound: say_later(text, bound=format(bound, form)) if "%(bound)s" in text else say_later(text)


def say_control_share(least: float) -> Words:
    """The sentence of `control_share`."""
    if least <= 1:
        text = _("Judges with at least %(bound)s of their control questions right")
        return say_later(text, bound=f"{least:.0%}")
    return say_later("Judges with at least %(bound)s control answers right", bound=f"{least:g}")


def say_native_language(values: list[str]) -> Words:
    """The sentence of `native_language`."""
    languages = Listing(values, OR)
    return say_later("Judges whose native language is %(languages)s", languages=languages)


def say_catch(most: float) -> Words:
    """The sentence of `catch`."""
    if not most:
        return say_later("Judges with no catch trial wrong")
    return say_later("Judges with at most %(bound)s catch trial wrong", bound=f"{most:g}")


RULES: dict[RuleName, RuleKind] = {
    "finished": RuleKind(keep_true("is_finished"), say(_("Visits that were finished"))),
    "duplicates": RuleKind(keep_untrue("is_repeat"), say(_("The first visit of each person who is known"))),
    "catch": RuleKind(keep_up_to("catch_wrong"), say_catch),
    "control_right": RuleKind(keep_control_right, say(_("Trials without a wrong control answer"))),
    "control_share": RuleKind(keep_control_share, say_control_share, 0.75),
    "native_english": RuleKind(keep_native_english, say(_("Judges who are native speakers of English"))),
    "native_language": RuleKind(keep_native_language, say_native_language),
    "fastest_trial": RuleKind(
        keep_from("rt_ms"),
        say(_("Trials with a reaction time of at least %(bound)s ms, or none measured")),
        500,
    ),
    "fastest_median": RuleKind(
        keep_fastest_median, say(_("Judges with a median reaction time of at least %(bound)s ms")), 1000
    ),
    "visit_seconds": RuleKind(
        keep_from("visit_seconds"),
        say(_("Visits of at least %(bound)s seconds from the first trial to the last answer")),
        60,
    ),
    "straight_lining": RuleKind(
        keep_not_straight_lining,
        say(_("Judges who gave both verdicts, or made fewer than %(bound)s judgements")),
        10,
    ),
    "honeypot": RuleKind(
        keep_untrue("honeypot"), say(_("Visits in which no field was filled in that people do not see"))
    ),
    "machine_text": RuleKind(
        keep_untrue("machine_text"), say(_("Visits in which no text was obeyed that only programs read"))
    ),
    "pasted": RuleKind(keep_untrue("pastes"), say(_("Trials into which nothing was pasted"))),
    "translated": RuleKind(keep_untrue("is_translated"), say(_("Trials that no browser had translated"))),
    "hidden_share": RuleKind(
        keep_up_to("hidden_share"),
        say(_("Trials out of sight for at most %(bound)s of their reaction time"), ".0%"),
        0.5,
    ),
    "ai_tool": RuleKind(keep_without_ai_tool, say(_("Judges who did not say that they had used an AI tool"))),
    "put_aside": RuleKind(
        keep_up_to("put_aside"),
        say(_("Visits with at most %(bound)s trials put aside, whose pictures did not load")),
        2,
    ),
    "word_coincides": RuleKind(
        keep_untrue("coincides"), say(_("Stimuli on which no human's and no AI agent's responses coincide"))
    ),
}
