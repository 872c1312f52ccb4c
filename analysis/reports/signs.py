"""Signs that a program, or a person with its help, judged: how many visits and judgements show each."""

import pandas as pd

from analysis.observations import Observations
from analysis.reports.base import Column, Kind, Report, Row, Table, Value
from judging.signs import HONEYPOT, MACHINE_TEXT

FEW_JUDGEMENTS = 10  # with fewer, verdicts that are all alike tell nothing
QUICK_MS = 1000
HIDDEN_SHARE = 0.5
COLUMNS = (
    Column("title", "Sign"),
    Column("visits", "Visits", Kind.COUNT),
    Column("share", "Share of visits", Kind.SHARE),
    Column("judgements", "Judgements", Kind.COUNT),
    Column("counted", "Judgements that count", Kind.COUNT),
)
TITLES = {
    HONEYPOT: "Filled in a field that people do not see",
    MACHINE_TEXT: "Obeyed a text that only programs read",
    "ai_tool": "Said that an AI tool was used",
    "pasted": "Pasted something into a trial",
    "handless": "Answered a trial without pointer, key, touch or scrolling",
    "quick": f"Median reaction time under {QUICK_MS:,} ms",
    "alike": f"All verdicts alike, of {FEW_JUDGEMENTS} or more",
    "hidden": f"A trial out of sight for more than {HIDDEN_SHARE:.0%} of its reaction time",
    "translated": "A trial was translated by the browser",
}
STRONG = (HONEYPOT, MACHINE_TEXT, "ai_tool")
NOTE = (
    "Of visits with a judgement on a main trial. Nobody is paid less because of a sign; what signs change is said by "
    "the screening alone. They may have innocent causes: a password manager fills fields, a screen reader needs no "
    "pointer."
)


class Signs(Report):
    """The signs of programs and of their help."""

    slug, title = "signs", "Signs of programs"

    def tables(self, observations: Observations) -> list[Table]:
        """One row for any of the strong signs, then one for each sign."""
        rows = observations.everything
        found = find_signs(rows)
        marked = {"any": found[list(STRONG)].any(axis="columns"), **{name: found[name] for name in TITLES}}
        titles = {"any": "Any of the next three", **TITLES}
        lines = [count_sign(name, titles[name], marked[name], observations) for name in titles]
        return [Table(self.slug, self.title, COLUMNS, lines, NOTE)]


def find_signs(rows: pd.DataFrame) -> pd.DataFrame:
    """For each row which signs its visit shows."""
    by_visit = rows.groupby("assignment")
    return pd.DataFrame(
        {
            HONEYPOT: rows[HONEYPOT].gt(0),
            MACHINE_TEXT: rows[MACHINE_TEXT].gt(0),
            "ai_tool": rows["ai_tool"].eq("yes"),
            "pasted": by_visit["pastes"].transform("max").gt(0),
            "handless": by_visit["is_handless"].transform("max").astype(bool),
            "quick": by_visit["rt_ms"].transform("median").lt(QUICK_MS),
            "alike": by_visit["y"].transform("nunique").eq(1) & by_visit["y"].transform("size").ge(FEW_JUDGEMENTS),
            "hidden": by_visit["hidden_share"].transform("max").gt(HIDDEN_SHARE),
            "translated": by_visit["is_translated"].transform("max").astype(bool),
        }
    )


def count_sign(name: str, title: str, marked: "pd.Series[bool]", observations: Observations) -> Row:
    """How many visits and judgements show one sign."""
    rows = observations.everything
    visits, all_visits = rows.loc[marked, "assignment"].nunique(), rows["assignment"].nunique()
    values: dict[str, Value] = {
        "sign": name,
        "title": title,
        "visits": visits,
        "share": visits / all_visits if all_visits else None,
        "judgements": int(marked.sum()),
        "counted": int(marked[rows.index.isin(observations.rows.index)].sum()),
    }
    return Row(values)


def say_signs(observations: Observations) -> str:
    """One sentence on the strong signs, for the head of every report."""
    rows = observations.everything
    marked = find_signs(rows)[list(STRONG)].any(axis="columns")
    visits, all_visits = rows.loc[marked, "assignment"].nunique(), rows["assignment"].nunique()
    share = f" ({visits / all_visits:.1%})" if all_visits else ""
    return f"Signs of programs: {visits:,} of {all_visits:,} visits{share}; {int(marked.sum()):,} of their judgements."
