"""Captions by any model of transformers that says what is in a picture: GIT, BLIP, and encoders with a decoder."""

import random
from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext_noop
from pydantic import Field

from agents.ai_agents.answers import Answer, Usage
from agents.ai_agents.base import read_picture
from agents.ai_agents.prompted.reading import find_text
from agents.ai_agents.transformers_agents import ModelName, ModelSettings, TransformersAgent
from agents.services import generating

LONGEST_SIDE = 768  # pixels; the models make pictures smaller still


class LocalCaptions(TransformersAgent):
    """GIT's and BLIP's role in the original study."""

    slug, title, version = "image-to-text", gettext_noop("Image-to-text model of transformers"), "1"
    rule = gettext_noop("A captioning model on this machine says what is in the picture, the likeliest words first.")
    needs: ClassVar[str] = gettext_noop(
        "torch and transformers (the extra [models]), and a captioning model such as microsoft/git-base-coco or "
        "Salesforce/blip-image-captioning-base (setting model)."
    )
    tasks: ClassVar[tuple[str, ...]] = ("captioning",)

    class Settings(ModelSettings):
        """Which model, and how it searches for words."""

        model: ModelName = "microsoft/git-base-coco"
        beginning: str = Field("", max_length=200, description=gettext_noop("words that each caption begins with"))
        most_tokens: int = Field(40, ge=4, le=1_000, description=gettext_noop("the longest caption"))
        beams: int = Field(
            4, ge=1, le=20, description=gettext_noop("how many beginnings are followed at once; 1: the likeliest")
        )

    settings: Settings

    def respond(self, task: str, stimulus: Mapping[str, Any], rng: random.Random) -> Answer:
        """The caption; raises NoAnswer where it is empty or has signs that are not for people."""
        if task not in self.tasks:
            raise self.refuse_task(task)
        chosen = self.settings
        choices = {**generating.choose(most_tokens=chosen.most_tokens, temperature=0), "num_beams": chosen.beams}
        picture = read_picture(stimulus, longest_side=LONGEST_SIDE)
        said = generating.caption(chosen.model, picture, beginning=chosen.beginning, choices=choices)
        return Answer({"caption": find_text(said, names=(self.title,), usage=Usage())}, said.raw)
