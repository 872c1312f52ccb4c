"""Agents ranked by how human they seem to judges that did not know them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.evaluations.scores import Floats, Predictions, draw_weights, find_auroc, find_interval, mark_right


def rank_agents(found: Predictions, *, rng: np.random.Generator) -> list[dict[str, Any]]:
    """Every agent by how often judges that never saw it called it human, with intervals of rate, gap and rank.

    `found` holds the predictions with each agent held out. Beside an agent stand the humans as the very models that did
    not know it judged them: another model may call fewer or more of them human.
    """
    machines = sorted({str(agent) for agent in found.agent[found.y == 0]})
    weights = draw_weights(found.group, rng=rng)
    beside = {name: take_beside(found, name) for name in machines}
    rates = {name: (rate_human(one, 0, weights), rate_human(one, 1, weights)) for name, one in beside.items()}
    ranks = (-np.column_stack([own[1] for own, _ in rates.values()])).argsort(axis=1).argsort(axis=1) + 1
    rows = [
        describe_rank(name, rates[name], ranks[:, place].astype(float), beside[name])
        for place, name in enumerate(machines)
    ]
    ordered = sorted(rows, key=lambda row: float(row["imitation"]), reverse=True)
    return [{**row, "rank": place} for place, row in enumerate(ordered, 1)]


def take_beside(found: Predictions, agent: str) -> Predictions:
    """An agent's predictions, and those of the humans in the same rounds."""
    own = (found.y == 0) & (found.agent == agent)
    return found.take(own | (found.y == 1) & np.isin(found.round, found.round[own]))


def rate_human(found: Predictions, origin: int, weights: NDArray[np.float32]) -> tuple[float, Floats]:
    """The share of an origin's rows called human, and the same in each draw of stimuli."""
    chosen = found.take(found.y == origin)
    called = mark_right(chosen) if origin else 1 - mark_right(chosen)
    sums, sizes = (np.bincount(chosen.group, part, weights.shape[1]) for part in (called, np.ones(len(chosen))))
    return float(called.mean()), (weights @ sums) / np.maximum(weights @ sizes, 1)


def describe_rank(
    name: str, rates: tuple[tuple[float, Floats], tuple[float, Floats]], ranks: Floats, beside: Predictions
) -> dict[str, Any]:
    """One agent's figures: imitation, the gap to the human ceiling, detectability, AUROC."""
    own, humans = rates
    gap = own[0] - humans[0]
    low, high = find_interval(own[1] - humans[1])
    rank_low, rank_high = find_interval(ranks)
    imitation_low, imitation_high = find_interval(own[1])
    return {
        "agent": name,
        "imitation": own[0],
        "imitation_low": imitation_low,
        "imitation_high": imitation_high,
        "ceiling": humans[0],
        "gap": gap,
        "gap_low": low,
        "gap_high": high,
        "detectability": 0.5 - gap / 2,
        "auroc": find_auroc(beside),
        "rank_low": rank_low,
        "rank_high": rank_high,
        "n": int((beside.y == 0).sum()),
    }
