"""Results by who the judges are, and whether groups of judges differ."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from django.utils.translation import gettext_noop

from analysis.judge_groups import GROUPINGS, Grouping, group_judges
from analysis.observations import Observations
from analysis.reports.base import Column, Kind, Report, Row, Table
from analysis.reports.groups import GROUP_COLUMNS, count_distinct, measure_groups, name_groups
from analysis.reports.rates import SMALL
from analysis.stats.comparisons import adjust_benjamini_hochberg, adjust_holm, permute_judges
from judging.demographics import NO_ANSWER_TEXT
from turingapp.words import count_later, ngettext_noop, say_later

DECLARED, EXPLORATORY = say_later("declared"), say_later("exploratory")
PERMUTATIONS, SEED = 1_999, 0
COLUMNS = (
    Column("title", gettext_noop("Groups by")),
    Column("judges", gettext_noop("Judges"), Kind.COUNT),
    Column("n", gettext_noop("Judgements"), Kind.COUNT),
    Column("p", "p", Kind.P_VALUE),
    Column("p_adjusted", gettext_noop("p, adjusted"), Kind.P_VALUE),
    Column("claim", gettext_noop("Claim")),
)
NOTE = say_later(
    "Whether the share of right verdicts differs between the groups: judges' groups are exchanged at random "
    "%(permutations)s times. Comparisons that were declared before the data are adjusted together by Holm, all "
    "others, which are exploratory, by Benjamini and Hochberg. Who preferred not to say takes no part in it. A "
    "large p does not show that groups are alike.",
    permutations=f"{PERMUTATIONS:,}",
)
LEFT_OUT = ngettext_noop(
    "Left out: %(number)s judge who was not asked, or fits no group.",
    "Left out: %(number)s judges who were not asked, or fit no group.",
)


class Demographics(Report):
    """Each demographic grouping of the judges in a table of its own, and the differences in one."""

    slug, title = "demographics", gettext_noop("Groups of judges")

    def tables(self, observations: Observations) -> list[Table]:
        """The differences, then a table for each grouping that any judge told enough about."""
        rows = observations.rows
        found = [(grouping, group_judges(rows, grouping)) for grouping in GROUPINGS]
        told = [(grouping, groups) for grouping, groups in found if groups.notna().any()]
        compared = [compare_groups(rows, grouping, groups) for grouping, groups in told if has_two(groups)]
        lines = adjust(compared, observations.declared)
        differences = [Table("judges-compared", gettext_noop("Do the groups differ?"), COLUMNS, lines, NOTE)]
        return (differences if compared else []) + [tabulate(rows, grouping, groups) for grouping, groups in told]


def tabulate(rows: pd.DataFrame, grouping: Grouping, groups: "pd.Series[Any]") -> Table:
    """The table of one grouping."""
    silent = rows.loc[groups.isna(), "judge"].nunique()
    note = count_later(LEFT_OUT, silent) if silent else ""
    columns = (Column("value", grouping.title), *GROUP_COLUMNS)
    lines = name_groups(measure_groups(rows, groups, "value"), grouping.name_group)
    return Table(f"judges-{grouping.slug}", grouping.title, columns, lines, note)


def has_two(groups: "pd.Series[Any]") -> bool:
    """Whether there are two groups to compare, those who preferred not to say aside."""
    return groups[groups.ne(NO_ANSWER_TEXT)].nunique() > 1


def compare_groups(rows: pd.DataFrame, grouping: Grouping, groups: "pd.Series[Any]") -> Row:
    """The test of one grouping, on the judges who told theirs."""
    is_told = (groups.notna() & groups.ne(NO_ANSWER_TEXT)).to_numpy()
    judge, codes = rows["judge"].to_numpy()[is_told], groups.cat.codes.to_numpy()[is_told]
    right = rows["verdict"].eq(rows["origin"]).to_numpy(dtype=np.int64)[is_told]
    rng = np.random.default_rng(SEED)
    outcome = permute_judges(right, judge=judge, group=codes, rng=rng, permutations=PERMUTATIONS)
    sizes = count_distinct(judge, codes, int(codes.max()) + 1)
    return Row(
        {
            "grouping": grouping.slug,
            "title": grouping.title,
            "judges": sum(sizes),
            "n": len(right),
            "p": outcome.p,
        },
        min(size for size in sizes if size) < SMALL,
    )


def adjust(compared: list[Row], declared: Sequence[str]) -> list[Row]:
    """The rows with their p values adjusted: the declared ones together, and all others together."""
    families = (
        (DECLARED, adjust_holm, [row for row in compared if row.values["grouping"] in declared]),
        (EXPLORATORY, adjust_benjamini_hochberg, [row for row in compared if row.values["grouping"] not in declared]),
    )
    return [
        Row({**row.values, "p_adjusted": float(p), "claim": claim}, row.is_small)
        for claim, adjust_family, family in families
        for row, p in zip(family, adjust_family([float(row.values["p"] or 0) for row in family]), strict=True)
    ]
