"""An AI judge: it looks at capital letters alone."""

from typing import Any, ClassVar

import numpy as np

from analysis.ai_judges.base import Floats
from analysis.ai_judges.folding import FittedJudge
from analysis.features.items import find_text
from analysis.features.material import Material


class Capitals(FittedJudge):
    """Learns how many capitals people write."""

    slug, title = "capitals", "Capitals alone"
    claim: ClassVar[str] = "Looks only at capital letters; what it finds is form, not meaning."
    is_baseline: ClassVar[bool] = True

    def encode(self, material: Material) -> Floats:
        """One row for each item: how many capitals, and their share of all letters."""
        texts = [find_text(item) for item in material.items]
        counts = [sum(letter.isupper() for letter in text) for text in texts]
        return np.array([(count, count / max(len(text), 1)) for count, text in zip(counts, texts, strict=True)])

    def build(self, seed: int) -> Any:
        """What learns from these numbers, in each fold anew."""
        from sklearn.linear_model import LogisticRegression

        return LogisticRegression(class_weight="balanced", random_state=seed)
