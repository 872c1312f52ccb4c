"""Signs that a program, or a person with its help, judged: how many visits and judgements show each."""

import pandas as pd
from django.utils.translation import gettext_noop

from analysis.observations import Observations
from analysis.reports.base import Column, Kind, Report, Row, Table, Value
from judging.signs import HONEYPOT, MACHINE_TEXT
from turingapp.words import Words, say_later

FEW_JUDGEMENTS = 10  # with fewer, verdicts that are all alike tell nothing
QUICK_MS = 1000
HIDDEN_SHARE = 0.5
COLUMNS = (
    Column("title", gettext_noop("Sign")),
    Column("visits", gettext_noop("Visits"), Kind.COUNT),
    Column("share", gettext_noop("Share of visits"), Kind.SHARE),
    Column("judgements", gettext_noop("Judgements"), Kind.COUNT),
    Column("counted", gettext_noop("Judgements that count"), Kind.COUNT),
)
TITLES = {
    HONEYPOT: gettext_noop("Filled in a field that people do not see"),
    MACHINE_TEXT: gettext_noop("Obeyed a text that only programs read"),
    "ai_tool": gettext_noop("Said that an AI tool was used"),
    "pasted": gettext_noop("Pasted something into a trial"),
    "handless": gettext_noop("Answered a trial without pointer, key, touch or scrolling"),
    "quick": say_later("Median reaction time under %(most)s ms", most=f"{QUICK_MS:,}"),
    "alike": say_later("All verdicts alike, of %(least)s or more", least=FEW_JUDGEMENTS),
    "hidden": say_later(
        "A trial out of sight for more than %(share)s of its reaction time", share=f"{HIDDEN_SHARE:.0%}"
    ),
    "translated": gettext_noop("A trial was translated by the browser"),
}
STRONG = (HONEYPOT, MACHINE_TEXT, "ai_tool")
NOTE = gettext_noop(
    "Of visits with a judgement on a main trial. Nobody is paid less because of a sign; what signs change is said by "
    "the screening alone. They may have innocent causes: a password manager fills fields, a screen reader needs no "
    "pointer."
)

SIGNS = gettext_noop("Signs of programs: %(visits)s of %(all)s visits; %(judgements)s of their judgements.")
SIGNS_SHARE = gettext_noop(
    "Signs of programs: %(visits)s of %(all)s visits (%(share)s); %(judgements)s of their judgements."
)


class Signs(Report):
    """The signs of programs and of their help."""

    slug, title = "signs", gettext_noop("Signs of programs")

    def tables(self, observations: Observations) -> list[Table]:
        """One row for any of the strong signs, then one for each sign."""
        found = find_signs(observations.everything)
        visits = count_judgements(observations, found.index)
        shown = {"any": found[list(STRONG)].any(axis="columns"), **{name: found[name] for name in TITLES}}
        titles = {"any": gettext_noop("Any of the next three"), **TITLES}
        lines = [count_sign(name, titles[name], visits, shown[name]) for name in titles]
        return [Table(self.slug, self.title, COLUMNS, lines, NOTE)]


def find_signs(rows: pd.DataFrame) -> pd.DataFrame:
    """For each visit with a row here which signs it shows."""
    by_visit = rows.groupby("assignment")
    size, human = by_visit.size(), by_visit["y"].sum()
    return find_strong_signs(rows).assign(
        pasted=by_visit["pastes"].max().gt(0),
        handless=by_visit["is_handless"].max().astype(bool),
        quick=by_visit["rt_ms"].median().lt(QUICK_MS),
        alike=(human.eq(0) | human.eq(size)) & size.ge(FEW_JUDGEMENTS),
        hidden=by_visit["hidden_share"].max().gt(HIDDEN_SHARE),
        translated=by_visit["is_translated"].max().astype(bool),
    )


def find_strong_signs(rows: pd.DataFrame) -> pd.DataFrame:
    """For each visit with a row here which of the strong signs it shows: they are of the whole visit."""
    visits = rows.loc[~rows["assignment"].duplicated(), ["assignment", *STRONG]].set_index("assignment").sort_index()
    return pd.DataFrame(
        {
            HONEYPOT: visits[HONEYPOT].gt(0),
            MACHINE_TEXT: visits[MACHINE_TEXT].gt(0),
            "ai_tool": visits["ai_tool"].eq("yes"),
        }
    )


def count_judgements(observations: Observations, visits: "pd.Index[int]") -> pd.DataFrame:
    """For each of these visits how many judgements it has, and how many of them count."""
    parts = {"judgements": observations.everything, "counted": observations.rows}
    return pd.DataFrame(
        {name: rows.groupby("assignment").size().reindex(visits, fill_value=0) for name, rows in parts.items()}
    )


def count_sign(name: str, title: str, visits: pd.DataFrame, is_shown: "pd.Series[bool]") -> Row:
    """How many visits and judgements show one sign."""
    shown = visits[is_shown]
    values: dict[str, Value] = {
        "sign": name,
        "title": title,
        "visits": len(shown),
        "share": len(shown) / len(visits) if len(visits) else None,
        "judgements": int(shown["judgements"].sum()),
        "counted": int(shown["counted"].sum()),
    }
    return Row(values)


def say_signs(observations: Observations) -> Words:
    """One sentence on the strong signs, for the head of every report."""
    is_shown = find_strong_signs(observations.everything).any(axis="columns")
    counts = count_judgements(observations, is_shown.index)
    visits, all_visits = int(is_shown.sum()), len(is_shown)
    judgements = int(counts.loc[is_shown, "judgements"].sum())
    return say_later(
        SIGNS_SHARE if all_visits else SIGNS,
        visits=f"{visits:,}",
        all=f"{all_visits:,}",
        judgements=f"{judgements:,}",
        share=f"{visits / all_visits:.1%}" if all_visits else "",
    )
