"""Embeddings of any endpoint that speaks the OpenAI wire format."""

from collections.abc import Sequence

import numpy as np
from django.conf import settings

from agents.services.openai_compatible import Endpoint, embed
from analysis.embedders.base import Embedder, Vectors
from turingapp.errors import ModelNotHere

BATCH = 128


class OpenAiCompatible(Embedder):
    """Asks the endpoint that MODEL_URL names, with the key in MODEL_KEY."""

    slug, title, takes_name = "openai", "An endpoint's /v1/embeddings", True

    @property
    def is_at_hand(self) -> bool:
        """Whether an endpoint is set."""
        return bool(settings.MODEL_URL)

    @property
    def revision(self) -> str:
        """The endpoint: another may serve another model by the same name."""
        return str(settings.MODEL_URL)

    def embed(self, inputs: Sequence[str]) -> Vectors:
        """A request for each 128 texts."""
        endpoint = find_endpoint(self.name)
        rows: list[list[float]] = []
        for start in range(0, len(inputs), BATCH):
            rows.extend(embed(endpoint, [text or " " for text in inputs[start : start + BATCH]]))
        return np.array(rows, dtype=np.float32)


def find_endpoint(model: str) -> Endpoint:
    """The endpoint of the settings for a model; raises ModelNotHere."""
    if not settings.MODEL_URL:
        raise ModelNotHere(f"The model {model} needs an endpoint; set MODEL_URL to its address, which ends in /v1.")
    return Endpoint(settings.MODEL_URL, model, settings.MODEL_KEY)
