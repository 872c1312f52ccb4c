"""The original study's Table S1: each task in one line, people and AI judges side by side, and what can be said."""

from django.utils.translation import gettext_noop

from analysis.collections.base import CollectionObservations, CollectionReport, Comparison
from analysis.reports.base import Column, Kind, Row, Table, Value
from analysis.reports.imitation import ends
from analysis.reports.rates import is_small, measure_detectability
from analysis.stats.intervals import Interval, Method
from analysis.stats.verdicts import Verdict

CHANCE = 0.5
UNSAID = {
    Method.NO_JUDGEMENTS: gettext_noop("Cannot be said: no judgements"),
    Method.ONE_JUDGE: gettext_noop("Cannot be said: one judge only"),
    Method.ONE_STIMULUS: gettext_noop("Cannot be said: one stimulus only"),
}
COLUMNS = (
    Column("title", gettext_noop("Task")),
    Column("detectability", gettext_noop("Judges: right"), Kind.SHARE, "detectability_low", "detectability_high"),
    Column("says", gettext_noop("Judges, in words")),
    Column("ai_judge_accuracy", gettext_noop("AI judge: right"), Kind.SHARE, "ai_judge_low", "ai_judge_high"),
    Column("best", gettext_noop("First on the leaderboard")),
    Column("gap", gettext_noop("Its gap to humans"), Kind.DIFFERENCE, "gap_low", "gap_high"),
    Column("verdict_text", gettext_noop("Verdict on it")),
)
NOTE = gettext_noop(
    "Right: the mean of the shares of right verdicts on humans and on machines; 50% is chance. That judges were not "
    "shown to tell them apart does not show that they cannot. The AI judge saw all responses of the study, in folds."
)


class Simplified(CollectionReport):
    """A collection in as many lines as it has tasks."""

    slug, title = "simplified", gettext_noop("Simplified summary")

    def tables(self, found: CollectionObservations) -> list[Table]:
        """One row for each comparison."""
        rows = [simplify(one) for one in found.comparisons]
        return [Table(self.slug, self.title, COLUMNS, rows, NOTE)]


def simplify(comparison: Comparison) -> Row:
    """The line of one comparison."""
    detectability = measure_detectability(comparison.rows)
    figures = comparison.ai_judge
    first = next((agent for agent in comparison.scores.agents if agent.rank == 1), None)
    values: dict[str, Value] = {
        **comparison.keys,
        "title": comparison.title,
        **ends("detectability", detectability),
        "says": say_detectability(detectability),
        "ai_judge_accuracy": figures.ordinary["balanced_accuracy"] if figures else None,
        "ai_judge_low": figures.ordinary["low"] if figures else None,
        "ai_judge_high": figures.ordinary["high"] if figures else None,
        "best": first.title if first else None,
        **(ends("gap", first.score.gap) if first else {}),
        "verdict": str(first.verdict.verdict) if first else None,
        "verdict_text": first.says if first else gettext_noop("None: no AI agent has a gap with an interval"),
    }
    grey = first is None or first.verdict.verdict == Verdict.GREY
    return Row(values, is_small(detectability), faint=frozenset({"verdict_text"} if grey else ()))


def say_detectability(detectability: Interval) -> str:
    """What the interval of detectability allows to say; nothing where there is none."""
    low, high = detectability.low, detectability.high
    if low is None or high is None:
        return UNSAID[detectability.method]
    if low > CHANCE:
        return gettext_noop("Told apart more often than by chance")
    if high < CHANCE:
        return gettext_noop("Confused more often than by chance")
    return gettext_noop("Not shown to tell apart")
