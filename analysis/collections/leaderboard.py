"""The leaderboard of each task: every AI agent beside the human ceiling, with a verdict or why there is none."""

from django.utils.translation import gettext_noop

from agents.models import Origin
from analysis.collections.base import CollectionObservations, CollectionReport, Comparison, end_with
from analysis.collections.scoring import ScoredAgent, Scores
from analysis.reports.base import Column, Kind, Row, Table, Value
from analysis.reports.imitation import ends
from analysis.reports.rates import is_small, spread
from analysis.stats.verdicts import LEAST_CLUSTERS, Verdict
from turingapp.words import SPACE, Listing, Words, say_later

COLUMNS = (
    Column("agent_title", gettext_noop("Agent")),
    Column("rank", gettext_noop("Rank"), Kind.COUNT, "rank_low", "rank_high"),
    Column("imitation", gettext_noop("Judged human"), Kind.SHARE, "low", "high"),
    Column("gap", gettext_noop("Gap to humans"), Kind.DIFFERENCE, "gap_low", "gap_high"),
    Column("verdict_text", gettext_noop("Verdict")),
    Column("detectability", gettext_noop("Detectability"), Kind.SHARE, "detectability_low", "detectability_high"),
    Column("d_prime", gettext_noop("d′"), Kind.NUMBER, "d_prime_low", "d_prime_high"),
    Column("n", gettext_noop("Judgements"), Kind.COUNT),
    Column("judges", gettext_noop("Judges"), Kind.COUNT),
    Column("stimuli", gettext_noop("Stimuli"), Kind.COUNT),
)
CEILING_TITLE = say_later("Humans (the ceiling)")
NOTE = say_later(
    "By the lower bound of the gap, so that an agent with few judgements may stand below its interval of ranks. "
    "Verdicts are by a margin fixed before the data and Holm's correction over the agents of a task; there is none "
    "without %(least)s judges and %(least)s stimuli, and unless judges detect a weak baseline agent.",
    least=LEAST_CLUSTERS,
)
MARGIN = gettext_noop("Margin %(margin)s%%.")
WEAK = gettext_noop("%(agent)s (weak baseline)")
SEVERAL = gettext_noop("The studies name several weak baselines, which is none: %(baselines)s.")


class Leaderboard(CollectionReport):
    """AI agents by the lower bound of their gap to humans."""

    slug, title = "leaderboard", gettext_noop("Leaderboard")

    def tables(self, found: CollectionObservations) -> list[Table]:
        """One table for each comparison; the human ceiling is its first row."""
        return end_with([self._tabulate(one) for one in found.comparisons], NOTE)

    def _tabulate(self, comparison: Comparison) -> Table:
        scores = comparison.scores
        rows = [describe_ceiling(comparison), *(describe_agent(comparison, agent) for agent in scores.agents)]
        margin = say_later(MARGIN, margin=f"{scores.margin * 100:g}")
        note = Listing([margin, say_baseline(scores)], SPACE)
        return Table(f"{self.slug}-{comparison.slug}", comparison.title, COLUMNS, rows, note)


def describe_ceiling(comparison: Comparison) -> Row:
    """The row of all humans."""
    ceiling = comparison.scores.ceiling
    keys: dict[str, Value] = {**comparison.keys, "agent": "human", "agent_title": CEILING_TITLE, "origin": Origin.HUMAN}
    lacking = None if ceiling.n else gettext_noop("No human responses judged yet")
    values = {**keys, "imitation": ceiling.estimate, **spread(ceiling), "verdict_text": lacking}
    return Row(values, is_small(ceiling), faint=frozenset({"verdict_text"}))


def describe_agent(comparison: Comparison, agent: ScoredAgent) -> Row:
    """The row of one AI agent; a verdict that the gates do not allow is grey, with the reason in its place."""
    score, verdict = agent.score, agent.verdict
    low, high = agent.rank_ends or (None, None)
    values: dict[str, Value] = {
        **comparison.keys,
        "agent": agent.slug,
        "agent_title": say_later(WEAK, agent=agent.title) if agent.is_baseline else agent.title,
        "origin": Origin.AI,
        "rank": agent.rank,
        "rank_low": low,
        "rank_high": high,
        "imitation": score.imitation.estimate,
        **spread(score.imitation),
        **ends("gap", score.gap),
        **ends("detectability", score.detectability),
        **ends("d_prime", score.d_prime),
        "verdict": str(verdict.verdict),
        "verdict_text": agent.says,
        "gates": agent.gates or None,
        "still_needed": verdict.still_needed,
    }
    is_grey = verdict.verdict == Verdict.GREY
    return Row(values, is_small(score.imitation), faint=frozenset({"verdict_text"} if is_grey else ()))


def say_baseline(scores: Scores) -> Words:
    """The weak baseline's name, or why there is none."""
    if len(scores.baselines) > 1:
        return say_later(SEVERAL, baselines=Listing(sorted(scores.baselines)))
    if not scores.baselines:
        return say_later("No protocol here names a weak baseline.")
    return say_later("Weak baseline: %(agent)s.", agent=min(scores.baselines))
