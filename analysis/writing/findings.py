"""What was found, in sentences that claim no more than the intervals allow."""

import pandas as pd

from agents.models import Origin
from analysis.collections.scoring import ScoredAgent, Scores
from analysis.reports.base import NOTHING, Kind, Row, Table, write_value
from analysis.reports.summary import measure_all
from analysis.stats.intervals import Interval
from analysis.stats.verdicts import Verdict
from analysis.wording import join_words
from analysis.writing.base import say_difference, say_share

NOTHING_COUNTED = "No judgement counts yet, so that nothing can be said."
CHANCE = 0.5
SIGNIFICANT = 0.05


def say_findings(rows: pd.DataFrame) -> list[str]:
    """Whether judges told humans from machines, and how often each was taken for human."""
    if rows.empty:
        return [NOTHING_COUNTED]
    found = measure_all(rows)
    origins = set(rows["origin"])
    if len(origins) < 2:
        who, measure = ("humans", "human_ceiling") if Origin.HUMAN in origins else ("machines", "imitation")
        share = say_share(found[measure])
        return [f"All judgements are on {who}, so that detectability is not known; they were judged human in {share}."]
    ceiling, imitation = say_share(found["human_ceiling"]), say_share(found["imitation"])
    shares = f"Humans were judged human in {ceiling}, machines in {imitation}."
    return [say_detectability(found["detectability"]), shares, say_gap(found["gap"])]


def say_detectability(interval: Interval) -> str:
    """Better than chance, worse, or open."""
    told = f"detectability was {say_share(interval)}, where 50% is chance"
    if interval.low is None or interval.high is None:
        return f"Whether judges told humans from machines cannot be said: {told}."
    if interval.low > CHANCE:
        return f"Judges told humans from machines better than chance: {told}."
    if interval.high < CHANCE:
        return f"Judges were right less often than chance would have it: {told}."
    return f"Whether judges told humans from machines is open: {told}, and the interval holds it."


def say_gap(interval: Interval) -> str:
    """Machines against the human ceiling."""
    told = f"the gap of machines to humans was {say_difference(interval)}"
    if interval.low is None or interval.high is None:
        return f"Which of the two were judged human more often cannot be said: {told}."
    if interval.low > 0:
        return f"Machines were judged human more often than humans: {told}."
    if interval.high < 0:
        return f"Machines were judged human less often than humans: {told}."
    return f"Which of the two were judged human more often is open: {told}; this does not show that they are alike."


def say_agents(scores: Scores) -> list[str]:
    """The verdict on each AI agent beside the human ceiling, in the order of the leaderboard."""
    if not scores.agents:
        return []
    ceiling = f"The human ceiling is {say_share(scores.ceiling)}."
    return [ceiling, *(say_agent(agent, margin=scores.margin) for agent in scores.agents)]


def say_agent(agent: ScoredAgent, *, margin: float) -> str:
    """One agent: the verdict's word, what it means, and the gap that it rests on."""
    share, gap = say_share(agent.score.imitation), say_difference(agent.score.gap)
    numbers = f"it was judged human in {share}, a gap to humans of {gap}"
    verdict, points = agent.verdict.verdict, f"{margin * 100:g} points"
    if verdict == Verdict.GREY:
        return f"{agent.title}: no verdict ({'; '.join(agent.verdict.gates)}); {numbers}."
    if verdict == Verdict.INCONCLUSIVE:
        needed = agent.verdict.still_needed
        more = f"; about {needed:,} more judgements would settle it if the gap stayed as it is" if needed else ""
        return f"{agent.title}: inconclusive; {numbers}{more}."
    meanings = {
        Verdict.SUPERIOR: "superior, which is judged human more often than humans",
        Verdict.EQUIVALENT: f"equivalent to humans within {points} either way",
        Verdict.NON_INFERIOR: f"non-inferior, which is less than {points} below humans",
        Verdict.DETECTABLY_BELOW: "detectably below humans",
        Verdict.FAILS: f"fails, which is more than {points} below humans",
    }
    return f"{agent.title}: {meanings[verdict]}; {numbers}."


def say_groups(compared: Table | None) -> list[str]:
    """Whether groups of judges differ, by the table of their comparison."""
    if compared is None or not compared.rows:
        return ["No two groups of judges could be compared."]
    tested = [row for row in compared.rows if row.values.get("p_adjusted") is not None and not row.is_small]
    differing = [row for row in tested if float(row.values["p_adjusted"] or 0) < SIGNIFICANT]
    others = [row for row in tested if row not in differing]
    sentences = [
        f"Right verdicts differed between groups by {str(row.values['title']).lower()} ({_say_p(row)})."
        for row in differing
    ]
    if others:
        told = join_words([f"{str(row.values['title']).lower()} ({_say_p(row)})" for row in others])
        sentences.append(f"No difference was shown by {told}; this does not show that the groups are alike.")
    if len(tested) < len(compared.rows):
        sentences.append("Groupings with very few judges in a group are left out of these sentences.")
    return sentences


def _say_p(row: Row) -> str:
    p = row.values["p_adjusted"]
    return f"{row.values['claim']}, adjusted p {write_value(p, Kind.P_VALUE) if p is not None else NOTHING}"
