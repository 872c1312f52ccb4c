"""Captions by ClipCap: CLIP looks, a small network translates, and GPT-2 writes."""

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from django.utils.translation import gettext_noop
from pydantic import Field

from agents.ai_agents.answers import Answer, Data, Usage
from agents.ai_agents.base import read_picture
from agents.ai_agents.prompted.reading import find_text
from agents.ai_agents.transformers_agents import ModelName, ModelSettings, TransformersAgent
from agents.media import LONGEST_SIDE
from agents.services import clipcap
from agents.services.generating import choose
from agents.services.transformers_local import find_revision, lack_model
from agents.services.weights import digest_weights, find_weights, lack_weights

FILE = "clipcap.pt"


class ClipCap(TransformersAgent):
    """ClipCap's role in the original study, with the weights that its authors publish."""

    slug, title, version = "clipcap", gettext_noop("ClipCap"), "1"
    rule = gettext_noop("GPT-2 says what CLIP sees in the picture, the likeliest words first, up to a full stop.")
    needs: ClassVar[str] = gettext_noop(
        "torch and transformers (the extra [models]), the CLIP and the GPT-2 that it was trained with (settings model "
        "and language_model), and the authors' weights in VAR_DIR/models/clipcap.pt or the file that `weights` names."
    )
    tasks: ClassVar[tuple[str, ...]] = ("captioning",)

    class Settings(ModelSettings):
        """Which models, and how it searches for words."""

        model: ModelName = Field(
            "openai/clip-vit-base-patch32", description=gettext_noop("CLIP: a hub's name or a folder")
        )
        language_model: ModelName = Field(
            "openai-community/gpt2", min_length=1, description=gettext_noop("GPT-2, likewise")
        )
        weights: str = Field("", max_length=1_000, description=gettext_noop("a file; empty: VAR_DIR/models/clipcap.pt"))
        prefix: int = Field(
            10, ge=1, le=100, description=gettext_noop("tokens that stand for the picture, as it was trained")
        )
        most_tokens: int = Field(67, ge=4, le=500, description=gettext_noop("the longest caption"))
        beams: int = Field(
            5, ge=1, le=20, description=gettext_noop("how many beginnings are followed at once; 1: the likeliest")
        )

    settings: Settings

    @property
    def weights(self) -> Path:
        """The file with the weights of GPT-2 and of the network before it."""
        return find_weights(self.settings.weights, FILE)

    def find_lacks(self) -> tuple[str, ...]:
        """The libraries, either model, or the weights."""
        lacks = (
            *super().find_lacks(),
            *lack_model(self.settings.language_model),
            *lack_weights(self.weights, "ClipCap"),
        )
        return tuple(dict.fromkeys(lacks))  # without the libraries, both models say so

    @property
    def details(self) -> Data:
        """With the versions of CLIP, GPT-2 and the weights, as one."""
        models = (find_revision(name) for name in (self.settings.model, self.settings.language_model))
        return {**super().details, "revision": " ".join((*models, digest_weights(self.weights)))}

    def respond(self, task: str, stimulus: Mapping[str, Any], rng: random.Random) -> Answer:
        """The caption; raises NoAnswer where it is empty, never ends or has signs that are not for people."""
        if task not in self.tasks:
            raise self.refuse_task(task)
        chosen = self.settings
        picture = read_picture(stimulus, longest_side=LONGEST_SIDE)
        parts = clipcap.ClipCap(chosen.model, chosen.language_model, self.weights, chosen.prefix)
        choices = choose(most_tokens=chosen.most_tokens, temperature=0, beams=chosen.beams)
        said = clipcap.caption(parts, picture, choices=choices)
        return Answer({"caption": find_text(said, names=(self.title,), usage=Usage())}, said.raw)
