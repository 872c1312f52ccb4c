"""Plain judges, each a well-known recipe: TF-IDF with a linear SVM, a linear SVM, a forest, boosting.

scikit-learn takes a second to import and web processes list these judges, so it is imported where it is used.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from django.utils.translation import gettext_noop

from analysis.ai_judges.base import CannotJudge, Floats
from analysis.ai_judges.blocks import Block, Matrix, Standardized
from analysis.ai_judges.folding import FittedJudge, RidgeJudge
from analysis.features.items import Item, find_text
from analysis.features.material import Material
from analysis.features.ngrams import WORD_PATTERN
from turingapp.words import say_later

TREES = 200


class TfIdfSvm(FittedJudge):
    """The yardstick: TF-IDF of words and LinearSVC as scikit-learn has them."""

    slug, title = "tfidf-svm", gettext_noop("TF-IDF and a linear SVM")
    claim: ClassVar[str] = gettext_noop(
        "Finds words that one origin prefers; the yardstick that other judges are compared with."
    )

    def check(self, items: Sequence[Item]) -> None:
        """Needs texts."""
        if not any(find_text(item) for item in items):
            raise CannotJudge(
                say_later("TF-IDF needs texts, and these items have none; judge them by combined or scanpath.")
            )

    def encode(self, material: Material) -> tuple[str, ...]:
        """The texts."""
        return material.texts

    def build(self, seed: int) -> Any:
        """Words, pairs of words and signs; all else as scikit-learn has it, but for the weights of classes."""
        from sklearn.feature_extraction.text import TfidfVectorizer
        from sklearn.pipeline import make_pipeline
        from sklearn.svm import LinearSVC

        return make_pipeline(
            TfidfVectorizer(token_pattern=WORD_PATTERN, ngram_range=(1, 2)),
            LinearSVC(class_weight="balanced", random_state=seed),
        )


def join_dense(material: Material) -> Floats:
    """Measures, raw coordinates and sentence vectors side by side."""
    coordinates = np.nan_to_num(material.coordinates, nan=-1.0)
    return np.hstack([material.measures, coordinates, material.embedding.astype(float)])


class Linear(RidgeJudge):
    """A straight line through sentence vectors, measures and raw numbers."""

    slug, title = "linear", gettext_noop("Linear, on vectors and measures")
    claim: ClassVar[str] = gettext_noop("Shows what a straight line through meaning and measures can tell.")

    def make_blocks(self, material: Material, masks: Matrix) -> list[Block]:
        """One block of everything dense."""
        return [Standardized(join_dense(material).astype(np.float32), masks)]


class Forest(FittedJudge):
    """A random forest on the same."""

    slug, title = "forest", gettext_noop("Random forest, on vectors and measures")
    claim: ClassVar[str] = gettext_noop(
        "As the linear judge, but a feature may count in the middle or together with another."
    )

    def encode(self, material: Material) -> Floats:
        """Everything dense."""
        return join_dense(material)

    def build(self, seed: int) -> Any:
        """Trees on balanced draws."""
        from sklearn.ensemble import RandomForestClassifier

        return RandomForestClassifier(TREES, class_weight="balanced_subsample", min_samples_leaf=2, random_state=seed)


class Boosting(FittedJudge):
    """Gradient boosting on the same."""

    slug, title = "boosting", gettext_noop("Gradient boosting, on vectors and measures")
    claim: ClassVar[str] = gettext_noop("As the forest; trees that correct each other, good with few strong measures.")

    def encode(self, material: Material) -> Floats:
        """Everything dense."""
        return join_dense(material)

    def build(self, seed: int) -> Any:
        """Shallow trees, balanced classes."""
        from sklearn.ensemble import HistGradientBoostingClassifier

        return HistGradientBoostingClassifier(
            max_iter=100, max_leaf_nodes=15, class_weight="balanced", early_stopping=False, random_state=seed
        )


class RawScanpath(FittedJudge):
    """A linear SVM on raw coordinates: what scanpath features are compared with."""

    slug, title = "raw-scanpath", gettext_noop("Raw fixations and a linear SVM")
    claim: ClassVar[str] = gettext_noop("Looks at where each fixation lies and not at how they follow each other.")

    def check(self, items: Sequence[Item]) -> None:
        """Needs numbers."""
        if not any(len(getattr(one, "values", ())) for item in items for one in item.evidence):
            raise CannotJudge(say_later("Raw fixations are needed, and these items have none."))

    def encode(self, material: Material) -> Floats:
        """Coordinates, the middle where there are fewer fixations."""
        return np.nan_to_num(material.coordinates, nan=0.5)

    def build(self, seed: int) -> Any:
        """Scaled inside the fold."""
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler
        from sklearn.svm import LinearSVC

        return make_pipeline(StandardScaler(), LinearSVC(class_weight="balanced", random_state=seed))
