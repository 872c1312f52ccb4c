"""What to know of each agent beside its place: AI judges, cues of form, and how it fares over groups of judges."""

import pandas as pd

from analysis.collections.base import CollectionObservations, CollectionReport, Comparison
from analysis.collections.matrices import choose_figures
from analysis.collections.scoring import ScoredAgent
from analysis.evaluating import Setting
from analysis.judge_groups import GROUPINGS, group_judges
from analysis.reports.base import Column, Kind, Row, Table, Value
from analysis.reports.rates import SMALL, is_small
from judging.demographics import NO_ANSWER_TEXT

COLUMNS = (
    Column("agent_title", "Agent"),
    Column("imitation", "Judged human", Kind.SHARE),
    Column("", "Over groups of judges", Kind.SHARE, "group_low", "group_high"),
    Column("auroc", "AI judge, AUROC", Kind.NUMBER),
    Column("auroc_held_out", "AUROC, agent held out", Kind.NUMBER),
    Column("cues_text", "Cues of form"),
)
NOTE = (
    "Groups of judges: the lowest and the highest share judged human among groups by age, gender, education, country "
    "and language; the more groups, the further apart by chance alone. AUROC: how often a human's response ranks above "
    "one of this agent's; .5 is chance. Cues of form: marks, lengths and phrases that tell it from humans (see Pools)."
)


class Beside(CollectionReport):
    """Reasons to be careful with an agent's place on the leaderboard."""

    slug, title = "beside", "Beside the leaderboard"

    def tables(self, found: CollectionObservations) -> list[Table]:
        """One table for each comparison with AI agents, in the order of its leaderboard."""
        return [self._tabulate(one) for one in found.comparisons if one.scores.agents]

    def _tabulate(self, comparison: Comparison) -> Table:
        rows = [describe_agent(comparison, agent) for agent in comparison.scores.agents]
        return Table(f"{self.slug}-{comparison.slug}", comparison.title, COLUMNS, rows, NOTE)


def describe_agent(comparison: Comparison, agent: ScoredAgent) -> Row:
    """AUROC of the AI judge (not by facet), cues of form, and the range over groups of judges."""
    figures = None if comparison.value else choose_figures(comparison)
    values: dict[str, Value] = {
        **comparison.keys,
        "agent": agent.slug,
        "agent_title": agent.title,
        "imitation": agent.score.imitation.estimate,
        **find_range(comparison.rows[comparison.rows["agent"].eq(agent.slug)]),
        "auroc": figures.find_auroc(agent.slug, Setting.ORDINARY) if figures else None,
        "auroc_held_out": figures.find_auroc(agent.slug, Setting.HELD_OUT) if figures else None,
        **count_cues(comparison, agent.slug),
    }
    return Row(values, is_small(agent.score.imitation))


def count_cues(comparison: Comparison, agent: str) -> dict[str, Value]:
    """The cues of form that tell the agent from humans, in the pools of the studies; those not acknowledged yet."""
    found = [member.cues[agent] for member in comparison.members if agent in member.cues]
    telling, unknown = (max((counts[place] for counts in found), default=None) for place in (0, 1))
    text = None if telling is None else "none" if not telling else f"{telling} ({unknown} open)" if unknown else telling
    return {"cues": telling, "cues_open": unknown, "cues_text": None if text is None else str(text)}


def find_range(rows: pd.DataFrame) -> dict[str, Value]:
    """The lowest and the highest share judged human among groups of judges that are not small, with their names."""
    shares = [
        share for grouping in GROUPINGS for share in list_shares(rows, grouping.title, group_judges(rows, grouping))
    ]
    if len(shares) < 2:
        return {"group_low": None, "group_high": None}
    (low, lowest), (high, highest) = min(shares), max(shares)
    return {"group_low": low, "group_high": high, "group_lowest": lowest, "group_highest": highest}


def list_shares(rows: pd.DataFrame, title: str, groups: "pd.Series[str]") -> list[tuple[float, str]]:
    """The share of each group that is not small, with its name."""
    told = rows[groups.notna() & groups.ne(NO_ANSWER_TEXT)]
    grouped = told.groupby(groups.astype(object))
    return [
        (float(part["y"].mean()), f"{title}: {name}")
        for name, part in grouped
        if min(part["judge"].nunique(), part["stimulus"].nunique()) >= SMALL
    ]
