"""What to know of each agent beside its place: AI judges, cues of form, and how it fares over groups of judges."""

import pandas as pd
from django.utils.translation import gettext_noop

from analysis.collections.base import CollectionObservations, CollectionReport, Comparison, end_with
from analysis.collections.scoring import ScoredAgent
from analysis.evaluations.places import Setting
from analysis.judge_groups import GROUPINGS, Grouping, group_judges
from analysis.reports.base import Column, Kind, Row, Table, Value
from analysis.reports.rates import SMALL, clusters, is_small
from analysis.stats.clusters import count_clusters
from turingapp.words import say_later

COLUMNS = (
    Column("agent_title", gettext_noop("Agent")),
    Column("imitation", gettext_noop("Judged human"), Kind.SHARE),
    Column("", gettext_noop("Over groups of judges"), Kind.SHARE, "group_low", "group_high"),
    Column("auroc", gettext_noop("AI judge, AUROC"), Kind.NUMBER),
    Column("auroc_held_out", gettext_noop("AUROC, agent held out"), Kind.NUMBER),
    Column("cues_text", gettext_noop("Cues of form")),
)
COLUMNS_READ = ["agent", "judge", "stimulus", "y", "demographics", "answered_at"]
NOTE = say_later(
    "Groups of judges: the lowest and the highest share judged human among groups by age, gender, education, "
    "country and language; the more groups, the further apart by chance alone. AUROC: how often a human's response "
    "ranks above one of this agent's; .5 is chance. Cues of form: marks, lengths and phrases that tell it from "
    "humans (see Pools)."
)


class Beside(CollectionReport):
    """Reasons to be careful with an agent's place on the leaderboard."""

    slug, title = "beside", gettext_noop("Beside the leaderboard")

    def tables(self, found: CollectionObservations) -> list[Table]:
        """One table for each comparison with AI agents, in the order of its leaderboard."""
        return end_with([self._tabulate(one) for one in found.comparisons if one.scores.agents], NOTE)

    def _tabulate(self, comparison: Comparison) -> Table:
        ranges = find_ranges(comparison)
        rows = [describe_agent(comparison, agent, ranges[agent.slug]) for agent in comparison.scores.agents]
        return Table(f"{self.slug}-{comparison.slug}", comparison.title, COLUMNS, rows)


def describe_agent(comparison: Comparison, agent: ScoredAgent, over_groups: dict[str, Value]) -> Row:
    """AUROC of the AI judge (not by facet), cues of form, and the range over groups of judges."""
    figures = comparison.ai_judge
    values: dict[str, Value] = {
        **comparison.keys,
        "agent": agent.slug,
        "agent_title": agent.title,
        "imitation": agent.score.imitation.estimate,
        **over_groups,
        "auroc": figures.find_auroc(agent.slug, Setting.ORDINARY) if figures else None,
        "auroc_held_out": figures.find_auroc(agent.slug, Setting.HELD_OUT) if figures else None,
        **count_cues(comparison, agent.slug),
    }
    return Row(values, is_small(agent.score.imitation))


def count_cues(comparison: Comparison, agent: str) -> dict[str, Value]:
    """The cues of form that tell the agent from humans, in the pools of the studies; those not acknowledged yet."""
    found = [member.cues[agent] for member in comparison.members if agent in member.cues]
    telling, unknown = (max((counts[place] for counts in found), default=None) for place in (0, 1))
    return {"cues": telling, "cues_open": unknown, "cues_text": say_cues(telling, unknown)}


def say_cues(telling: int | None, unknown: int | None) -> str | None:
    """How many cues tell, and how many of them nobody has acknowledged; None where that was not measured."""
    if not telling:
        return None if telling is None else say_later("none")
    if not unknown:
        return str(telling)
    return say_later("%(telling)s (%(unknown)s open)", telling=telling, unknown=unknown)


def find_ranges(comparison: Comparison) -> dict[str, dict[str, Value]]:
    """For each agent the lowest and highest share judged human among groups of judges that are not small."""
    slugs = [agent.slug for agent in comparison.scores.agents]
    shares: dict[str, list[tuple[float, str]]] = {slug: [] for slug in slugs}
    rows = comparison.rows.loc[comparison.rows["agent"].isin(slugs), COLUMNS_READ]
    for grouping in GROUPINGS:
        add_shares(shares, rows, grouping)
    found: dict[str, dict[str, Value]] = {slug: {"group_low": None, "group_high": None} for slug in slugs}
    for slug, known in shares.items():
        if len(known) > 1:
            (low, lowest), (high, highest) = min(known), max(known)
            found[slug] = {"group_low": low, "group_high": high, "group_lowest": lowest, "group_highest": highest}
    return found


def add_shares(shares: dict[str, list[tuple[float, str]]], rows: pd.DataFrame, grouping: Grouping) -> None:
    """Add the share that each group of judges called human of each agent, from one count."""
    groups, size = group_judges(rows, grouping).cat.codes.to_numpy(), len(grouping.groups)
    told = (groups >= 0) & (groups < size)  # the code after the last is of those who preferred not to say
    place = pd.Index(list(shares)).get_indexer(pd.Index(rows["agent"])) * size + groups
    kept = rows[told]
    counted = count_clusters(kept["y"].to_numpy(), group=place[told], groups=len(shares) * size, **clusters(kept))
    for number, slug in enumerate(shares):
        for code, name in enumerate(grouping.groups):
            group = number * size + code
            if min(counted.judges[group], counted.stimuli[group]) >= SMALL:
                shares[slug].append((float(counted.rates[group]), f"{grouping.title}: {name}"))
