"""What out-of-fold predictions are worth: threshold and ranking apart, agent by agent, with intervals over stimuli."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.ai_judges.calibrating import reset_threshold

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]

REPEATS = 1_000
FALSE_ALARMS = (0.01, 0.05)
LABELED, DRAWS, CALLED_AI = 20, 50, 0.25


@dataclass(frozen=True, slots=True, eq=False)
class Predictions:
    """One row a prediction: P(human), the truth, the agent, the stimulus, the round. NaN is "no answer".

    A round is the folds of one seed that learned alike: with agents held out, of one seed and one agent. What is said
    in one round is ranked, and given a threshold, apart from what is said in another.
    """

    p: Floats
    y: Codes
    agent: NDArray[np.object_]
    group: Codes
    round: Codes

    def take(self, chosen: NDArray[np.bool_]) -> "Predictions":
        """Some of the rows."""
        return Predictions(*(getattr(self, name)[chosen] for name in ("p", "y", "agent", "group", "round")))

    def __len__(self) -> int:
        return len(self.p)


def mark_right(found: Predictions) -> Floats:
    """1 where the verdict was right; one half counts as half right, no answer as wrong."""
    called_human = np.where(found.p == 0.5, 0.5, (found.p > 0.5).astype(float))
    right = np.where(found.y == 1, called_human, 1 - called_human)
    return np.where(np.isnan(found.p), 0.0, right)


def find_balanced_accuracy(found: Predictions) -> float | None:
    """Mean of the shares of humans and of machines that were told right; None where one origin is missing."""
    return _mean_of_two(mark_right(found), found.y)


def _mean_of_two(right: Floats, y: Codes) -> float | None:
    parts = [right[y == origin] for origin in (1, 0)]
    return float(np.mean([part.mean() for part in parts])) if all(map(len, parts)) else None


def find_macro_accuracy(found: Predictions) -> float | None:
    """As balanced accuracy, with the AI agents weighing alike whatever they answered."""
    recalls = find_recalls(found)
    machines = [value for agent, value in recalls.items() if agent != "human"]
    return (recalls["human"] + float(np.mean(machines))) / 2 if machines and "human" in recalls else None


def find_recalls(found: Predictions) -> dict[str, float]:
    """Share told right: of all humans, and of each AI agent."""
    right, names = mark_right(found), np.where(found.y == 1, "human", found.agent)
    return {str(name): float(right[names == name].mean()) for name in np.unique(names.astype(str))}


def find_auroc(found: Predictions) -> float | None:
    """P(a human's p > a machine's), ties half; round by round, averaged. No answers are left out of it."""
    values = [_rank(one.p, one.y) for one in list_rounds(found)]
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if known else None


def list_rounds(found: Predictions) -> list[Predictions]:
    """What was answered in each round."""
    return [found.take((found.round == one) & ~np.isnan(found.p)) for one in np.unique(found.round)]


def _rank(p: Floats, y: Codes) -> float | None:
    from scipy.stats import rankdata

    humans, machines = int((y == 1).sum()), int((y == 0).sum())
    if not humans or not machines:
        return None
    ranks = rankdata(p)
    return float((ranks[y == 1].sum() - humans * (humans + 1) / 2) / (humans * machines))


def find_detection(found: Predictions, *, false_alarms: float) -> float | None:
    """Share of machines found where at most `false_alarms` of the humans are called machines; the mean over rounds.

    The threshold is the highest that keeps it; tied scores fall on one side together. None where even calling the
    lowest human scores machines takes too many: then no threshold but "nobody" attains it.
    """
    shares = [_detect(one, false_alarms) for one in list_rounds(found)]
    known = [share for share in shares if share is not None]
    return float(np.mean(known)) if known and len(known) == len(shares) else None


def _detect(found: Predictions, false_alarms: float) -> float | None:
    humans, machines = (np.sort(found.p[found.y == origin]) for origin in (1, 0))
    if not len(humans) or not len(machines):
        return None
    candidates = np.unique(found.p)
    alarms = np.searchsorted(humans, candidates, side="right") / len(humans)
    allowed = candidates[alarms <= false_alarms]
    if not len(allowed):
        return None
    return float(np.searchsorted(machines, allowed[-1], side="right") / len(machines))


def find_reset_accuracy(found: Predictions, *, rng: np.random.Generator) -> float | None:
    """Balanced accuracy once the threshold is set on twenty answers known to be human; the mean of fifty such draws.

    It is put where a quarter of the twenty are called machines; they are not scored themselves. The draws go round by
    round, each round as often as the others.
    """
    rounds = [one for one in list_rounds(found) if one.y.sum() >= 2 * LABELED and not one.y.all()]
    if not rounds:
        return None
    draws = -(-DRAWS // len(rounds))
    return float(np.mean([_reset(one, rng) for one in rounds for _ in range(draws)]))


def _reset(found: Predictions, rng: np.random.Generator) -> float:
    drawn = rng.choice(np.flatnonzero(found.y == 1), LABELED, replace=False)
    threshold = reset_threshold(found.p[drawn], share_called_ai=CALLED_AI)
    called_human = np.delete(found.p >= threshold, drawn)
    y = np.delete(found.y, drawn)
    return float((called_human[y == 1].mean() + (1 - called_human[y == 0].mean())) / 2)


def find_brier(found: Predictions) -> float | None:
    """Mean squared error of P(human), both origins weighing alike."""
    answered = found.take(~np.isnan(found.p))
    parts = [((answered.p - answered.y) ** 2)[answered.y == origin] for origin in (1, 0)]
    return float(np.mean([part.mean() for part in parts])) if all(map(len, parts)) else None


def draw_weights(group: Codes, *, rng: np.random.Generator, repeats: int = REPEATS) -> NDArray[np.float32]:
    """Bootstrap weights of stimuli, a column a stimulus: how often each was drawn."""
    count = int(group.max(initial=-1)) + 1
    return rng.multinomial(count, np.full(count, 1 / count), size=repeats).astype(np.float32)


def bootstrap_accuracy(found: Predictions, *, weights: NDArray[np.float32]) -> Floats:
    """Balanced accuracy of each bootstrap draw of stimuli; NaN where an origin was not drawn."""
    right = mark_right(found)
    count = weights.shape[1]
    recalls = []
    for origin in (1, 0):
        chosen = found.y == origin
        hits = np.bincount(found.group[chosen], weights=right[chosen], minlength=count)
        sizes = np.bincount(found.group[chosen], minlength=count)
        drawn = (weights @ np.column_stack([hits, sizes])).astype(float)
        recalls.append(np.divide(drawn[:, 0], drawn[:, 1], out=np.full(len(drawn), np.nan), where=drawn[:, 1] > 0))
    mean: Floats = (recalls[0] + recalls[1]) / 2
    return mean


def find_interval(values: Floats, *, level: float = 0.95) -> tuple[float, float] | tuple[None, None]:
    """The percentile interval of bootstrapped values."""
    known = values[~np.isnan(values)]
    if len(known) < 2:
        return None, None
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def compare(
    one: Predictions, other: Predictions, *, weights: NDArray[np.float32]
) -> tuple[float, float | None, float | None] | None:
    """Difference of balanced accuracies with its interval, both on the same draws of stimuli."""
    first, second = find_balanced_accuracy(one), find_balanced_accuracy(other)
    if first is None or second is None:
        return None
    low, high = find_interval(bootstrap_accuracy(one, weights=weights) - bootstrap_accuracy(other, weights=weights))
    return first - second, low, high


def summarize(found: Predictions, *, rng: np.random.Generator) -> dict[str, Any]:
    """All figures of one judge in one column of the table."""
    accuracy = find_balanced_accuracy(found)
    low, high = find_interval(bootstrap_accuracy(found, weights=draw_weights(found.group, rng=rng)))
    right = np.isnan(found.p)
    return {
        "n": len(found),
        "balanced_accuracy": accuracy,
        "low": low if accuracy is not None else None,
        "high": high if accuracy is not None else None,
        "macro_accuracy": find_macro_accuracy(found),
        "auroc": find_auroc(found),
        **{f"tpr_at_{share:g}": find_detection(found, false_alarms=share) for share in FALSE_ALARMS},
        "brier": find_brier(found),
        "reset_accuracy": find_reset_accuracy(found, rng=rng),
        "recall": find_recalls(found),
        "confusion": count_confusion(found),
        "no_answer": int(right.sum()),
        "is_degenerate": bool(len(found) and np.unique(found.p[~right]).size <= 1),
    }


def count_confusion(found: Predictions) -> Mapping[str, Mapping[str, float]]:
    """Rows are origins, columns verdicts; one half is shared between both."""
    human = np.where(found.p == 0.5, 0.5, (found.p > 0.5).astype(float))
    answered = ~np.isnan(found.p)
    table = {}
    for name, origin in (("human", 1), ("ai", 0)):
        chosen = (found.y == origin) & answered
        table[name] = {"human": float(human[chosen].sum()), "ai": float((1 - human[chosen]).sum())}
    return table
