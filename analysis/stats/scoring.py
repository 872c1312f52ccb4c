"""What a task says of each AI agent: imitation, the human ceiling, their gap, detectability, d' and c."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.stats.clusters import Codes, check_rows, compact, count_clusters, sum_counts
from analysis.stats.detection import average_tables
from analysis.stats.intervals import Interval
from analysis.stats.two_way import find_difference, find_interval

CEILING = 0  # the group of all human responses; AI agent a is group a + 1


@dataclass(frozen=True, slots=True)
class AgentScore:
    """One AI agent beside the humans of the same task: G = I(a) - I(H), D = 1/2 - G/2."""

    imitation: Interval
    ceiling: Interval
    gap: Interval
    detectability: Interval
    d_prime: Interval
    criterion: Interval


def score_agents(
    y: NDArray[Any],
    *,
    agent: Codes,
    human: NDArray[Any],
    judge: Codes,
    stimulus: Codes,
    agents: int | None = None,
    level: float = 0.95,
) -> list[AgentScore]:
    """Score AI agents 0, 1, ..., `agents` - 1 from judgements of one task; `agent` is not read where `human` is true.

    The ceiling is P(judged human | human) over all rows given, so give the rows of the same judges and stimuli.
    """
    rows, (codes, judges) = check_rows(y, (agent, judge), names="agents, judges")
    group = np.where(np.asarray(human, dtype=bool), CEILING, codes.astype(np.int32) + 1)
    groups = int(group.max(initial=CEILING)) + 1 if agents is None else agents + 1
    counted = count_clusters(y, group=group, judge=judge, stimulus=stimulus, groups=groups)
    by_judge = sum_counts(compact(judges), group=group, y=rows, groups=groups)
    ceiling = find_interval(counted, CEILING, level=level)
    scores = []
    for place in range(1, groups):
        gap = find_difference(counted, place, CEILING, level=level)
        d_prime, criterion = average_tables(by_judge[:, [place, CEILING]], level=level)
        imitation = find_interval(counted, place, level=level)
        detectability = gap.rescaled(factor=-0.5, offset=0.5)
        scores.append(AgentScore(imitation, ceiling, gap, detectability, d_prime, criterion))
    return scores
