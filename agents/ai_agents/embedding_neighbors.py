"""Nearest neighbors by embeddings: of a language model on this machine, and of an endpoint."""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar, Literal

import numpy as np
from django.conf import settings as site
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import Field

from agents.ai_agents.agent_settings import KeyName, Url, find_key, lack_endpoint
from agents.ai_agents.answers import Usage
from agents.ai_agents.common_words import rank_words
from agents.ai_agents.neighbors import Candidates, Floats, NearestSettings, NeighborAgent, list_candidates
from agents.ai_agents.transformers_agents import ModelName, ModelSettings, TransformersAgent
from agents.services.addresses import allow
from agents.services.keeping import keep_array
from agents.services.openai_compatible import Endpoint, embed
from agents.services.token_vectors import Layer, embed_words
from turingapp.errors import PermanentServiceError

BATCH = 128


class VocabularySettings(NearestSettings):
    """Which words may be given."""

    most_words: int = Field(
        8_000, ge=2, le=40_000, description=gettext_noop("so many of the most frequent words may be given")
    )


class EmbeddingNeighbor(TransformersAgent, NeighborAgent):
    """The GPT-2 neighbor of the original study, or any other model's."""

    slug, title, version = "embedding-neighbor", gettext_noop("Language model embedding neighbor"), "1"
    rule = gettext_noop(
        "Gives the common English word whose tokens a language model places nearest to the cue's, no form of it."
    )
    needs: ClassVar[str] = gettext_noop(
        "torch and transformers (the extra [models]), and a text model such as openai-community/gpt2 (setting model)."
    )

    class Settings(ModelSettings, VocabularySettings):
        """Which model, and where in it."""

        model: ModelName = "openai-community/gpt2"
        layer: Literal["input", "last"] = Field(
            "input", description=gettext_noop("its token embeddings, or its last hidden states")
        )

    settings: Settings

    def look_up(self, cue: str) -> tuple[Candidates, Floats]:
        """The vocabulary and the cue, as the model has them."""
        chosen = self.settings
        candidates = list_embedded(chosen.model, chosen.layer, chosen.most_words)
        return candidates, embed_words(chosen.model, [cue], layer=chosen.layer)[0]


@lru_cache(maxsize=2)
def list_embedded(model: str, layer: Layer, most: int) -> Candidates:
    """The most frequent English words as a model has them."""
    words = list(rank_words())[:most]
    return list_candidates(words, embed_words(model, words, layer=layer))


class EndpointNeighbor(NeighborAgent):
    """The GPT-3 neighbor of the original study, or today's embeddings."""

    slug, title, version = "endpoint-neighbor", gettext_noop("Endpoint embedding neighbor"), "1"
    rule = gettext_noop(
        "Gives the common English word whose embedding by an endpoint is nearest to the cue's, no form of the cue."
    )
    needs: ClassVar[str] = gettext_noop(
        "An address that ends in /v1 (setting url), an embedding model's name (model), and where the service wants a "
        "key the name of the environment variable that holds it (key_env)."
    )

    class Settings(VocabularySettings):
        """Where it is."""

        url: Url = Field("http://127.0.0.1:8080/v1", description=gettext_noop("its address, up to /v1"))
        model: str = Field("", max_length=200, description=gettext_noop("the embedding model's name there"))
        key_env: KeyName = ""

    settings: Settings
    usage = Usage(calls=1, tokens_in=2)

    def find_lacks(self) -> tuple[str, ...]:
        """The model's name, leave to ask its host, and the key."""
        return lack_endpoint(self.settings.url, self.settings.model, self.settings.key_env)

    def look_up(self, cue: str) -> tuple[Candidates, Floats]:
        """The vocabulary, asked for once, and the cue."""
        chosen = self.settings
        endpoint = Endpoint(allow(chosen.url), chosen.model, find_key(chosen.key_env))
        candidates, vector = list_asked(endpoint, chosen.most_words), np.array(embed(endpoint, [cue])[0], np.float32)
        usual = candidates.directions.shape[1]
        if len(vector) != usual:
            raise PermanentServiceError(
                _(
                    "%(model)s gave %(number)s numbers for the cue and %(others)s for other words: "
                    "another model bears this name now; delete VAR_DIR/vectors and begin anew."
                )
                % {"model": endpoint, "number": len(vector), "others": usual}
            )
        return candidates, vector


@lru_cache(maxsize=2)
def list_asked(endpoint: Endpoint, most: int) -> Candidates:
    """The most frequent English words as an endpoint has them; kept in VAR_DIR/vectors, so they are paid for once."""
    words = list(rank_words())[:most]
    rows = [ask_or_read(endpoint, words[start : start + BATCH]) for start in range(0, len(words), BATCH)]
    return list_candidates(words, np.concatenate(rows))


def ask_or_read(endpoint: Endpoint, words: Sequence[str]) -> Floats:
    """The vectors of some words, from their file where they were asked for before."""
    digest = hashlib.sha256("\0".join((endpoint.url, endpoint.model, *words)).encode()).hexdigest()
    path = site.VAR_DIR / "vectors" / f"{digest[:32]}.npy"
    if not path.is_file():
        keep_array(path, np.array(embed(endpoint, words), dtype=np.float32))
    rows: Floats = np.load(path)
    return rows
