"""The baselines that stand beside every judge: the commoner origin, length, letters, and a look-up of whole answers."""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import numpy as np
from django.utils.translation import gettext_noop

from analysis.ai_judges.base import AiJudge, Floats, Fold, weigh
from analysis.ai_judges.blocks import Block, Matrix, TfIdf
from analysis.ai_judges.folding import FittedJudge, RidgeJudge
from analysis.features.items import find_points, find_text
from analysis.features.material import Material

DOUBT = 1.0  # weight of "as likely as not" beside the answers counted


class Majority(AiJudge):
    """Says of every item what is true of most."""

    slug, title = "majority", gettext_noop("The commoner origin")
    claim: ClassVar[str] = gettext_noop("Looks at nothing: what any judge must beat.")
    is_baseline: ClassVar[bool] = True

    def judge(self, material: Material, folds: Sequence[Fold]) -> Iterator[tuple[Fold, Floats]]:
        """The share of humans among the training rows."""
        for fold in folds:
            yield fold, np.full(len(fold.test), material.y[fold.train].mean())


class Length(FittedJudge):
    """Looks only at how much there is."""

    slug, title = "length", gettext_noop("Length alone")
    claim: ClassVar[str] = gettext_noop("Looks only at how long an answer is; what it finds is form, not meaning.")
    is_baseline: ClassVar[bool] = True

    def encode(self, material: Material) -> Floats:
        """Signs and words, or fixations, and their squares."""
        sizes = [
            (np.log1p(len(text := find_text(item))), np.log1p(len(text.split())), len(find_points(item) or ()))
            for item in material.items
        ]
        values = np.array(sizes, dtype=float).reshape(-1, 3)
        return np.hstack([values, values**2])

    def build(self, seed: int) -> Any:
        """A logistic regression."""
        from sklearn.linear_model import LogisticRegression
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler

        return make_pipeline(StandardScaler(), LogisticRegression(class_weight="balanced", max_iter=1000))


class CharacterNgrams(RidgeJudge):
    """Looks at groups of letters."""

    slug, title = "character-ngrams", gettext_noop("Groups of letters")
    claim: ClassVar[str] = gettext_noop(
        "Finds habits of spelling, signs and words; a change of form alone can undo it."
    )
    is_baseline: ClassVar[bool] = True

    def make_blocks(self, material: Material, masks: Matrix) -> list[Block]:
        """Letters alone."""
        return [TfIdf(material.letters, masks)] if material.letters.shape[1] else []


class ClosedVocabulary(AiJudge):
    """Looks an answer up among those of the training rows, as a whole."""

    slug, title = "closed-vocabulary", gettext_noop("Look-up of whole answers")
    claim: ClassVar[str] = gettext_noop(
        "Knows only which answers each origin gave before; nothing of answers that are new."
    )
    is_baseline: ClassVar[bool] = True

    def judge(self, material: Material, folds: Sequence[Fold]) -> Iterator[tuple[Fold, Floats]]:
        """The weighted share of humans among equal answers, with some doubt; one half where there was none."""
        _, codes = np.unique(np.array(material.texts, dtype=object), return_inverse=True)
        for fold in folds:
            weights, size = weigh(material, fold.train), codes.max(initial=0) + 1
            seen = np.bincount(codes[fold.train], weights=weights, minlength=size)
            human = np.bincount(codes[fold.train], weights=weights * material.y[fold.train], minlength=size)
            yield fold, ((human + DOUBT / 2) / (seen + DOUBT))[codes[fold.test]]
