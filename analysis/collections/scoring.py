"""Every AI agent of a comparison beside the human ceiling: scores, verdicts, ranks and their intervals."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from django.utils.translation import gettext_noop

from agents.models import Origin
from analysis.reports.rates import clusters
from analysis.stats.clusters import Ints, count_clusters
from analysis.stats.intervals import Interval
from analysis.stats.margins import MARGIN
from analysis.stats.ranking import find_rank_ends, rank_agents
from analysis.stats.resampling import bootstrap_rates
from analysis.stats.scoring import CEILING, AgentScore, score_agents
from analysis.stats.two_way import find_interval
from analysis.stats.verdicts import LEAST_CLUSTERS, AgentVerdict, Gate, Lack, Verdict, judge_agents
from turingapp.words import SEMICOLON, Listing, Words, say_later

REPEATS, SEED = 2_000, 0
LEAST_WHOLE = 0.5  # share of draws in which every agent must be, or there is no interval of ranks

LACKS = {
    Lack.JUDGES: gettext_noop("%(count)s of the %(needed)s judges needed"),
    Lack.STIMULI: gettext_noop("%(count)s of the %(needed)s stimuli needed"),
    Lack.JUDGES_ON_HUMANS: gettext_noop("%(count)s of the %(needed)s judges needed on humans"),
    Lack.STIMULI_ON_HUMANS: gettext_noop("%(count)s of the %(needed)s stimuli needed on humans"),
    Lack.NO_BASELINE: gettext_noop("no weak baseline agent was judged"),
    Lack.BASELINE_MISSED: gettext_noop("the judges do not detect the weak baseline agent"),
}
VERDICTS = {
    Verdict.SUPERIOR: gettext_noop("Superior"),
    Verdict.EQUIVALENT: gettext_noop("Equivalent"),
    Verdict.NON_INFERIOR: gettext_noop("Non-inferior"),
    Verdict.DETECTABLY_BELOW: gettext_noop("Detectably below"),
    Verdict.FAILS: gettext_noop("Fails"),
    Verdict.INCONCLUSIVE: gettext_noop("Inconclusive"),
}
ELSEWHERE = gettext_noop(
    "judged in %(shown)s of %(studies)s studies on the task; elsewhere the human ceiling is of other judges and stimuli"
)


@dataclass(frozen=True, slots=True)
class ScoredAgent:
    """One AI agent; its rank counts from 1 and is None where the gap has no lower bound."""

    slug: str
    title: str
    score: AgentScore
    verdict: AgentVerdict
    elsewhere: Words | None = None  # why the humans of all studies are no ceiling of its own
    is_baseline: bool = False
    rank: int | None = None
    rank_ends: tuple[int, int] | None = None

    @property
    def gates(self) -> Listing:
        """Every reason why there is no verdict; empty where there is one."""
        told = [say_gate(gate) for gate in self.verdict.gates]
        return Listing([*told, *([self.elsewhere] if self.elsewhere else [])], SEMICOLON)

    @property
    def says(self) -> Words:
        """The verdict with what an open question needs, or the reasons why there is none."""
        found = self.verdict
        if found.verdict == Verdict.GREY:
            return say_later("None: %(gates)s", gates=self.gates)
        told = say_later(VERDICTS[found.verdict])
        if not found.still_needed:
            return told
        text = gettext_noop("%(verdict)s; about %(needed)s more judgements needed")
        return say_later(text, verdict=told, needed=f"{found.still_needed:,}")


@dataclass(frozen=True, slots=True)
class Scores:
    """All AI agents in the order of the leaderboard, and the human ceiling that they all stand beside."""

    ceiling: Interval
    agents: tuple[ScoredAgent, ...]
    baselines: frozenset[str]
    margin: float


def score_rows(rows: pd.DataFrame, *, baselines: frozenset[str], margin: float = MARGIN) -> Scores:
    """Score, judge and rank every AI agent in these rows, with Holm's correction over all of them.

    Two weak baselines, as two studies may name, are none: no verdict is given.
    """
    machines = rows[rows["origin"].ne(Origin.HUMAN)].drop_duplicates("agent").sort_values("agent")
    slugs = machines["agent"].tolist()
    group = number_groups(rows, slugs)
    y = rows["y"].to_numpy()
    counted = count_clusters(y, group=group, groups=len(slugs) + 1, **clusters(rows))
    baseline = slugs.index(min(baselines)) + 1 if len(baselines) == 1 and baselines <= set(slugs) else None
    verdicts = judge_agents(counted, ceiling=CEILING, baseline=baseline, margin=margin)
    scores = score_agents(
        y, agent=np.maximum(group - 1, 0), human=group == CEILING, agents=len(slugs), **clusters(rows)
    )
    lacking = find_lacking(rows)
    agents = [
        ScoredAgent(slug, title, score, close_gate(verdict, lacking.get(slug)), lacking.get(slug), slug in baselines)
        for slug, title, score, verdict in zip(slugs, machines["agent_title"], scores, verdicts, strict=True)
    ]
    ranked = place_agents(agents, draw_rank_ends(rows, agents))
    return Scores(find_interval(counted, CEILING), tuple(ranked), baselines, margin)


def number_groups(rows: pd.DataFrame, slugs: Sequence[str]) -> Ints:
    """The group of each row: 0 for all humans, then the AI agents in this order."""
    places = pd.Index(slugs).get_indexer(pd.Index(rows["agent"]))
    return np.where(rows["origin"].eq(Origin.HUMAN), CEILING, places + CEILING + 1)


def say_gate(gate: Gate) -> Words:
    """A reason why there is no verdict."""
    return say_later(LACKS[gate.lack], count=gate.number, needed=LEAST_CLUSTERS)


def find_lacking(rows: pd.DataFrame) -> dict[str, Words]:
    """For AI agents that some of the studies here did not show: why the humans of all are no ceiling of theirs."""
    studies = rows["study"].nunique()
    shown = rows[rows["origin"].ne(Origin.HUMAN)].groupby("agent")["study"].nunique()
    return {
        str(agent): say_later(ELSEWHERE, shown=int(n), studies=studies) for agent, n in shown.items() if n < studies
    }


def close_gate(verdict: AgentVerdict, reason: Words | None) -> AgentVerdict:
    """The verdict, or none for this reason."""
    if reason is None:
        return verdict
    return replace(verdict, verdict=Verdict.GREY, still_needed=None)


def place_agents(agents: Sequence[ScoredAgent], ends: dict[str, tuple[int, int]]) -> list[ScoredAgent]:
    """The agents by the lower bound of their gap, with rank and its interval; those without a bound last."""
    order = [agents[number] for number in rank_agents([agent.score.gap for agent in agents])]
    return [
        replace(agent, rank=None if agent.score.gap.low is None else rank, rank_ends=ends.get(agent.slug))
        for rank, agent in enumerate(order, 1)
    ]


def draw_rank_ends(rows: pd.DataFrame, agents: Sequence[ScoredAgent]) -> dict[str, tuple[int, int]]:
    """The 95% interval of each agent's rank by a Poisson bootstrap over judges; none where judges are too few."""
    bounded = [agent.slug for agent in agents if agent.score.gap.low is not None]
    if not bounded:
        return {}
    chosen = rows[rows["origin"].eq(Origin.HUMAN) | rows["agent"].isin(bounded)]
    rates = bootstrap_rates(
        chosen["y"].to_numpy(),
        group=number_groups(chosen, bounded),
        judge=chosen["judge"].to_numpy(),
        rng=np.random.default_rng(SEED),
        groups=len(bounded) + 1,
        repeats=REPEATS,
    )
    gaps = rates[:, CEILING + 1 :] - rates[:, [CEILING]]
    if (~np.isnan(gaps).any(axis=1)).mean() < LEAST_WHOLE:
        return {}
    lows, highs = find_rank_ends(gaps)
    return dict(zip(bounded, zip(lows.tolist(), highs.tolist(), strict=True), strict=True))
