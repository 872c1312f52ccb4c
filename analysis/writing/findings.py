"""What was found, in sentences that claim no more than the intervals allow."""

import pandas as pd
from django.utils.translation import gettext_noop

from agents.models import Origin
from analysis.collections.scoring import ScoredAgent, Scores
from analysis.reports.base import NOTHING, Kind, Row, Table, write_value
from analysis.reports.summary import measure_all
from analysis.stats.intervals import Interval
from analysis.stats.verdicts import Verdict
from analysis.writing.base import say_difference, say_share
from turingapp.words import Words, join_words, say_later

NOTHING_COUNTED = say_later("No judgement counts yet, so that nothing can be said.")
ON_HUMANS = gettext_noop(
    "All judgements are on humans, so that detectability is not known; they were judged human in %(share)s."
)
ON_MACHINES = gettext_noop(
    "All judgements are on machines, so that detectability is not known; they were judged human in %(share)s."
)
SHARES = gettext_noop("Humans were judged human in %(humans)s, machines in %(machines)s.")
CLAIMS = {  # of each verdict on an agent that says something
    Verdict.SUPERIOR: gettext_noop("superior, which is judged human more often than humans"),
    Verdict.EQUIVALENT: gettext_noop("equivalent to humans within %(points)s points either way"),
    Verdict.NON_INFERIOR: gettext_noop("non-inferior, which is less than %(points)s points below humans"),
    Verdict.DETECTABLY_BELOW: gettext_noop("detectably below humans"),
    Verdict.FAILS: gettext_noop("fails, which is more than %(points)s points below humans"),
}
NUMBERS = gettext_noop("it was judged human in %(share)s, a gap to humans of %(gap)s")
NO_VERDICT = gettext_noop("%(agent)s: no verdict (%(gates)s); %(numbers)s.")
OPEN = gettext_noop("%(agent)s: inconclusive; %(numbers)s.")
NEEDED = gettext_noop(
    "%(agent)s: inconclusive; %(numbers)s; about %(needed)s more judgements would settle it if the gap stayed as it is."
)
SAID = gettext_noop("%(agent)s: %(claim)s; %(numbers)s.")
DIFFERED = gettext_noop("Right verdicts differed between groups by %(grouping)s.")
ALIKE = gettext_noop("No difference was shown by %(groupings)s; this does not show that the groups are alike.")
GROUPINGS = {  # in a sentence, by their titles
    "Age": gettext_noop("age"),
    "Gender": gettext_noop("gender"),
    "Education": gettext_noop("education"),
    "Country": gettext_noop("country"),
    "Native language": gettext_noop("native language"),
}
P = gettext_noop("%(grouping)s (%(claim)s, adjusted p %(p)s)")
CHANCE = 0.5
SIGNIFICANT = 0.05


def say_findings(rows: pd.DataFrame) -> list[Words]:
    """Whether judges told humans from machines, and how often each was taken for human."""
    if rows.empty:
        return [NOTHING_COUNTED]
    found = measure_all(rows)
    origins = set(rows["origin"])
    if len(origins) < 2:
        text, measure = (ON_HUMANS, "human_ceiling") if Origin.HUMAN in origins else (ON_MACHINES, "imitation")
        return [say_later(text, share=say_share(found[measure]))]
    shares = say_later(SHARES, humans=say_share(found["human_ceiling"]), machines=say_share(found["imitation"]))
    return [say_detectability(found["detectability"]), shares, say_gap(found["gap"])]


def say_detectability(interval: Interval) -> Words:
    """Better than chance, worse, or open."""
    told = say_later("detectability was %(share)s, where 50%% is chance", share=say_share(interval))
    text = gettext_noop("Whether judges told humans from machines is open: %(told)s, and the interval holds it.")
    if interval.low is None or interval.high is None:
        text = gettext_noop("Whether judges told humans from machines cannot be said: %(told)s.")
    elif interval.low > CHANCE:
        text = gettext_noop("Judges told humans from machines better than chance: %(told)s.")
    elif interval.high < CHANCE:
        text = gettext_noop("Judges were right less often than chance would have it: %(told)s.")
    return say_later(text, told=told)


def say_gap(interval: Interval) -> Words:
    """Machines against the human ceiling."""
    told = say_later("the gap of machines to humans was %(gap)s", gap=say_difference(interval))
    text = gettext_noop(
        "Which of the two were judged human more often is open: %(told)s; this does not show that they are alike."
    )
    if interval.low is None or interval.high is None:
        text = gettext_noop("Which of the two were judged human more often cannot be said: %(told)s.")
    elif interval.low > 0:
        text = gettext_noop("Machines were judged human more often than humans: %(told)s.")
    elif interval.high < 0:
        text = gettext_noop("Machines were judged human less often than humans: %(told)s.")
    return say_later(text, told=told)


def say_agents(scores: Scores) -> list[Words]:
    """The verdict on each AI agent beside the human ceiling, in the order of the leaderboard."""
    if not scores.agents:
        return []
    ceiling = say_later("The human ceiling is %(share)s.", share=say_share(scores.ceiling))
    return [ceiling, *(say_agent(agent, margin=scores.margin) for agent in scores.agents)]


def say_agent(agent: ScoredAgent, *, margin: float) -> Words:
    """One agent: the verdict's word, what it means, and the gap that it rests on."""
    share, gap = say_share(agent.score.imitation), say_difference(agent.score.gap)
    told = {"agent": agent.title, "numbers": say_later(NUMBERS, share=share, gap=gap)}
    verdict, needed = agent.verdict.verdict, agent.verdict.still_needed
    if verdict == Verdict.GREY:
        return say_later(NO_VERDICT, gates=agent.gates, **told)
    if verdict == Verdict.INCONCLUSIVE:
        return say_later(NEEDED, needed=f"{needed:,}", **told) if needed else say_later(OPEN, **told)
    return say_later(SAID, claim=say_later(CLAIMS[verdict], points=f"{margin * 100:g}"), **told)


def say_groups(compared: Table | None) -> list[Words]:
    """Whether groups of judges differ, by the table of their comparison."""
    if compared is None or not compared.rows:
        return [say_later("No two groups of judges could be compared.")]
    tested = [row for row in compared.rows if row.values.get("p_adjusted") is not None and not row.is_small]
    differing = [row for row in tested if float(row.values["p_adjusted"] or 0) < SIGNIFICANT]
    others = [row for row in tested if row not in differing]
    sentences = [say_later(DIFFERED, grouping=_say_p(row)) for row in differing]
    if others:
        sentences.append(say_later(ALIKE, groupings=join_words([_say_p(row) for row in others])))
    if len(tested) < len(compared.rows):
        text = gettext_noop("Groupings with very few judges in a group are left out of these sentences.")
        sentences.append(say_later(text))
    return sentences


def _say_p(row: Row) -> Words:
    p = row.values["p_adjusted"]
    return say_later(
        P,
        grouping=say_later(GROUPINGS[str(row.values["title"])]),
        claim=say_later(str(row.values["claim"])),
        p=write_value(p, Kind.P_VALUE) if p is not None else NOTHING,
    )
