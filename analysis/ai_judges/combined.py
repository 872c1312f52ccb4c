"""The default judge: words, letters, sentence vectors and measures, learned from jointly and each alone.

A cue that all agents of a training set share, such as blanks before signs, leaves the joint fit little to learn from
anything else, and an agent without it then escapes. What is learned from each kind of feature alone is not starved by
the others (Sutton, Sindelar and McCallum 2006, Reducing weight undertraining in structured discriminative learning).
"""

from typing import ClassVar

import numpy as np
from django.utils.translation import gettext_noop

from analysis.ai_judges.blocks import Block, Matrix, Shaped, Standardized, TfIdf
from analysis.ai_judges.familiarity import measure_familiarity
from analysis.ai_judges.folding import RidgeJudge
from analysis.features.material import Material


class Combined(RidgeJudge):
    """All that is known of an item, each kind of feature weighing alike."""

    slug, title = "combined", gettext_noop("Words, letters, meaning and measures")
    also_apart: ClassVar[bool] = True
    claim: ClassVar[str] = gettext_noop(
        "Shows that these agents can be told from these people by some features of what they gave; "
        "an agent it has not learned from may well escape it."
    )

    def make_blocks(self, material: Material, masks: Matrix) -> list[Block]:
        """Those that the items have."""
        blocks: list[Block] = []
        blocks.extend(TfIdf(counts, masks) for counts in (material.words, material.letters) if counts.shape[1])
        if material.embedding.shape[1]:
            blocks.append(Standardized(material.embedding, masks))
        if material.measures.shape[1]:
            blocks.append(Shaped(material.measures.astype(np.float32), masks))
        if material.vocabulary.shape[1]:
            blocks.append(Shaped(measure_familiarity(material.vocabulary, material.groups, masks), masks))
        return blocks
