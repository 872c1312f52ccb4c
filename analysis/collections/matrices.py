"""The original study's Figure 4 as tables: what people and an AI judge took humans and machines for, side by side."""

from dataclasses import replace

from django.utils.translation import gettext_noop

from agents.models import Origin
from analysis.collections.ai_judges import AiJudgeFigures
from analysis.collections.base import CollectionObservations, CollectionReport, Comparison, end_with
from analysis.reports.base import Column, Kind, Row, Table, Value
from analysis.reports.rates import clusters, is_by_human, is_small, make_rate_row
from analysis.stats.intervals import Interval
from analysis.stats.two_way import two_way_interval
from turingapp.words import Listing, Words, say_later

COLUMNS = (
    Column("title", gettext_noop("Truly")),
    Column("rate", gettext_noop("People: judged human"), Kind.SHARE, "low", "high"),
    Column("rate_ai", gettext_noop("People: judged machine"), Kind.SHARE),
    Column("n", gettext_noop("Judgements"), Kind.COUNT),
    Column("ai_judge_rate", gettext_noop("AI judge: judged human"), Kind.SHARE),
    Column("ai_judge_rate_ai", gettext_noop("AI judge: judged machine"), Kind.SHARE),
)
OF_PROGRAMS = {"rate": gettext_noop("Programs: judged human"), "rate_ai": gettext_noop("Programs: judged machine")}
SIMULATED_COLUMNS = tuple(replace(column, title=OF_PROGRAMS.get(column.key, column.title)) for column in COLUMNS)
NOT_YET = say_later("not evaluated yet")
NOT_BY_FACET = say_later("not by facet")
NOTE = say_later("Rows sum to 100%.")
ORIGINS = {Origin.HUMAN: gettext_noop("Humans"), Origin.AI: gettext_noop("Machines")}
BY_AI_JUDGE = gettext_noop("AI judge: %(judge)s, by out-of-fold predictions on all responses of a study.")
NONE_FINISHED = gettext_noop("No evaluation of AI judges is finished yet for %(studies)s; ask for one under AI judges.")


class Matrices(CollectionReport):
    """Confusion matrices of human and AI judges."""

    slug, title = "matrices", gettext_noop("People beside AI judges")

    def tables(self, found: CollectionObservations) -> list[Table]:
        """One table for each comparison: humans, all machines, then each AI agent."""
        return end_with([self._tabulate(one) for one in found.comparisons], NOTE)

    def _tabulate(self, comparison: Comparison) -> Table:
        figures = comparison.ai_judge
        by_human = is_by_human(comparison.rows)
        rows = []
        for origin, chosen in ((Origin.HUMAN, by_human), (Origin.AI, ~by_human)):
            part = comparison.rows[chosen]
            interval = two_way_interval(part["y"].to_numpy(), **clusters(part))
            share = figures.find_share(origin) if figures else None
            rows.append(make_line(comparison, ORIGINS[origin], interval, figures, share))
        for agent in sorted(comparison.scores.agents, key=lambda agent: agent.slug):
            share = figures.find_agent_share(agent.slug) if figures else None
            rows.append(make_line(comparison, agent.title, agent.score.imitation, figures, share))
        columns = SIMULATED_COLUMNS if comparison.is_simulated else COLUMNS
        return Table(f"{self.slug}-{comparison.slug}", comparison.title, columns, rows, write_note(comparison, figures))


def make_line(
    comparison: Comparison, title: str, interval: Interval, figures: AiJudgeFigures | None, share: float | None
) -> Row:
    """One row: what people said, and what the AI judge did or why that is not known."""
    row = make_rate_row({**comparison.keys, "title": title}, interval)
    missing = NOT_BY_FACET if comparison.value else NOT_YET
    known: dict[str, Value] = {
        "ai_judge_rate": share if figures else missing,
        "ai_judge_rate_ai": (None if share is None else 1 - share) if figures else missing,
    }
    faint = frozenset() if figures else frozenset(known)
    return Row({**row.values, **known}, is_small(interval), faint=faint)


def write_note(comparison: Comparison, figures: AiJudgeFigures | None) -> Words:
    """Who the AI judge is, or how one is asked."""
    if figures is not None:
        return say_later(BY_AI_JUDGE, judge=say_later(figures.title))
    if comparison.value:
        return say_later("AI judges are not reported by facet.")
    studies = Listing([member.observations.study.slug for member in comparison.members])
    return say_later(NONE_FINISHED, studies=studies)
