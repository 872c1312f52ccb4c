"""The threshold set anew on a few answers known to be human: what a judge is worth where its scale has moved."""

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.ai_judges.base import CannotJudge
from analysis.ai_judges.calibrating import reset_threshold, shift
from analysis.evaluations.scores import (
    CALLED_AI,
    Predictions,
    bootstrap_accuracy,
    draw_weights,
    find_balanced_accuracy,
    find_interval,
)
from analysis.features.items import Item
from turingapp.words import say_later

FEWEST = 5  # stimuli: a quarter of fewer answers is one answer
MOST_NAMED = 5  # unknown stimuli, in a message


def find_labeled(items: Sequence[Item], stimuli: Collection[str]) -> frozenset[str]:
    """The stimuli that are named, each by its full name or its key alone; none where these items have none of them.

    Raises CannotJudge where some of them have no human answer here, and where they are too few.
    """
    answered = {item.group for item in items if item.is_human}
    names = {**{group.rpartition("/")[2]: group for group in sorted(answered)}, **{group: group for group in answered}}
    known = frozenset(names[one] for one in stimuli if one in names)
    unknown = sorted(set(stimuli) - set(names))
    if known and unknown:
        some = ", ".join(map(repr, unknown[:MOST_NAMED]))
        raise CannotJudge(
            say_later("No human answer to %(some)s is among these; name stimuli that have one, one a line.", some=some)
        )
    if known and len(known) < FEWEST:
        raise CannotJudge(
            say_later(
                "A threshold needs the human answers to at least %(fewest)s stimuli; %(known)s are named.",
                fewest=FEWEST,
                known=len(known),
            )
        )
    return known


def move_threshold(found: Predictions, labeled: NDArray[np.bool_]) -> Predictions:
    """The predictions that are not `labeled`, moved round by round: a quarter of the labeled would lie below .5."""
    p = found.p.copy()
    for one in np.unique(found.round):
        known = found.p[labeled & (found.round == one)]
        known = known[~np.isnan(known)]
        if len(known):
            threshold = reset_threshold(known, share_called_ai=CALLED_AI)
            rows = found.round == one
            p[rows] = shift(p[rows], threshold=threshold)
    return Predictions(p, found.y, found.agent, found.group, found.round).take(~labeled)


def describe_threshold(found: Predictions, labeled: NDArray[np.bool_], *, rng: np.random.Generator) -> dict[str, Any]:
    """Balanced accuracy of the rest before and after, the latter with its interval over stimuli."""
    moved = move_threshold(found, labeled)
    low, high = find_interval(bootstrap_accuracy(moved, weights=draw_weights(moved.group, rng=rng)))
    return {
        "before": find_balanced_accuracy(found.take(~labeled)),
        "after": find_balanced_accuracy(moved),
        "low": low,
        "high": high,
    }
