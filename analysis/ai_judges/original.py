"""The eight AI judges of the original study, by name, with its features and classifiers.

Their own split is the setting `original`. What a judge needs and this machine lacks is said when it is asked to judge.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from django.conf import settings
from django.utils.translation import gettext_noop

from agents.media_store import fetch_media
from analysis.ai_judges.base import CannotJudge, Floats
from analysis.ai_judges.folding import FittedJudge
from analysis.embedders import find_embedder
from analysis.features.items import Item, find_cue, find_image, find_numbers, find_text
from analysis.features.material import Material
from turingapp.words import say_later

BERT, RESNET, GPT2 = "transformer:bert-base-uncased", "vision:microsoft/resnet-18", "transformer:gpt2"
CURIE, DAVINCI = "openai:text-similarity-curie-001", "openai:text-similarity-davinci-001"
WORD2VEC_FILE = "models/word2vec.txt"  # below VAR_DIR


class OriginalJudge(FittedJudge):
    """What they share: a linear SVM unless it says otherwise, and a claim."""

    claim: ClassVar[str] = gettext_noop(
        "As the original study had it; compare its figures in the setting `original` only."
    )

    def build(self, seed: int) -> Any:
        """A linear SVM."""
        from sklearn.svm import LinearSVC

        return LinearSVC(class_weight="balanced", random_state=seed)


class OriginalTexts(OriginalJudge):
    """A linear SVM on vectors of texts."""

    model: ClassVar[str] = BERT

    def check(self, items: Sequence[Item]) -> None:
        """Needs texts."""
        if not any(find_text(item) for item in items):
            raise CannotJudge(say_later("%(judge)s needs texts, and these items have none.", judge=self.title))

    def encode(self, material: Material) -> Floats:
        """Vectors."""
        return material.embed(find_embedder(self.model), material.texts).astype(float)


class OriginalColor(OriginalTexts):
    """ResNet18 of the picture beside BERT of the word, random forest."""

    slug, title = "original-color", gettext_noop("Original: ResNet18 and BERT, forest")

    def check(self, items: Sequence[Item]) -> None:
        """Needs pictures."""
        if not all(find_image(item) for item in items):
            raise CannotJudge(
                say_later("The original color judge looks at pictures, and some of these stimuli have none.")
            )

    def encode(self, material: Material) -> Floats:
        """512 numbers of the picture and 768 of the word."""
        paths = [str(fetch_media(find_image(item) or "")) for item in material.items]
        return np.hstack([material.embed(find_embedder(RESNET), paths), super().encode(material)])

    def build(self, seed: int) -> Any:
        """A random forest."""
        from sklearn.ensemble import RandomForestClassifier

        return RandomForestClassifier(class_weight="balanced", random_state=seed)


class OriginalObjects(OriginalTexts):
    """BERT of the three words joined."""

    slug, title = "original-objects", gettext_noop("Original: BERT of the words, SVM")


class OriginalConversation(OriginalTexts):
    """BERT of single sentences."""

    slug, title = "original-conversation", gettext_noop("Original: BERT of sentences, SVM")


class OriginalCaptioning(OriginalTexts):
    """4,096 numbers of a retired endpoint; today's successor is one setting away."""

    slug, title = "original-captioning", gettext_noop("Original: curie similarity, SVM")
    model: ClassVar[str] = CURIE


class OriginalAttention(OriginalJudge):
    """Ten fixations, flattened."""

    slug, title = "original-attention", gettext_noop("Original: ten fixations, SVM")

    def check(self, items: Sequence[Item]) -> None:
        """Needs fixations."""
        if not any(find_numbers(item) for item in items):
            raise CannotJudge(say_later("The original attention judge needs fixations, and these items have none."))

    def encode(self, material: Material) -> Floats:
        """Coordinates; 0 where there are fewer."""
        return np.nan_to_num(material.coordinates, nan=0.0)


class OriginalAssociation(OriginalJudge):
    """The distance between cue and word in one embedding; not scored on the agent that shares it."""

    model: ClassVar[str]
    shared_with: ClassVar[str]

    def check(self, items: Sequence[Item]) -> None:
        """Needs cues."""
        if not any(find_cue(item) for item in items):
            raise CannotJudge(
                say_later("%(judge)s needs words given for cues, and these items have none.", judge=self.title)
            )

    def skips(self, item: Item) -> bool:
        """The agent that answers by the same embedding."""
        return not item.is_human and item.agent.endswith(self.shared_with)

    def encode(self, material: Material) -> Floats:
        """One number."""
        return material.measure_distance(find_embedder(self.model.format(var=settings.VAR_DIR)))[:, None]


class OriginalWord2Vec(OriginalAssociation):
    """In Word2Vec, from a file."""

    slug, title = "original-association-word2vec", gettext_noop("Original: distance in Word2Vec, SVM")
    model: ClassVar[str] = "word-vectors:{var}/" + WORD2VEC_FILE
    shared_with: ClassVar[str] = "word2vec"


class OriginalGpt2(OriginalAssociation):
    """In GPT-2."""

    slug, title = "original-association-gpt2", gettext_noop("Original: distance in GPT-2, SVM")
    model: ClassVar[str] = GPT2
    shared_with: ClassVar[str] = "gpt2"


class OriginalGpt3(OriginalAssociation):
    """In GPT-3 davinci, at an endpoint."""

    slug, title = "original-association-gpt3", gettext_noop("Original: distance in GPT-3, SVM")
    model: ClassVar[str] = DAVINCI
    shared_with: ClassVar[str] = "gpt3emb"


ORIGINAL_JUDGES = (
    OriginalColor(),
    OriginalObjects(),
    OriginalAttention(),
    OriginalCaptioning(),
    OriginalWord2Vec(),
    OriginalGpt2(),
    OriginalGpt3(),
    OriginalConversation(),
)
