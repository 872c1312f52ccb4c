"""DeepGaze III as an AI agent: each next fixation is drawn from what it expects of people."""

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np
from django.utils.translation import gettext, gettext_noop
from pydantic import Field

from agents.ai_agents.answers import Answer, Data
from agents.ai_agents.base import AIAgent, read_pixels
from agents.ai_agents.saliency.walks import draw_place, point_within
from agents.ai_agents.scanpaths import ScanpathSettings, answer_with
from agents.services.deepgaze import lack_deepgaze, load_bias, predict_next
from agents.services.weights import digest_weights, find_weights

FILE = "deepgaze3.pth"


class DeepGaze(AIAgent):
    """The published model, which knows the picture and the last four fixations."""

    slug, title, version = "deepgaze-3", gettext_noop("DeepGaze III"), "1"
    rule = gettext_noop(
        "Draws each next fixation from what DeepGaze III expects after the last four; "
        "it looks freely, whatever is searched for."
    )
    needs = gettext_noop(
        "The package deepgaze_pytorch with what it needs itself, and its weights in VAR_DIR/models/deepgaze3.pth or "
        "the file that `weights` names."
    )
    tasks: ClassVar[tuple[str, ...]] = ("attention",)

    class Settings(ScanpathSettings):
        """By chance, as the model means it, or the likeliest place each time."""

        walk: Literal["maxima", "chance"] = Field(
            "chance", description=gettext_noop("drawn from the density, or its maximum each time")
        )
        weights: str = Field(
            "", max_length=1_000, description=gettext_noop("a file; empty: VAR_DIR/models/deepgaze3.pth")
        )
        center_bias: str = Field(
            "", max_length=1_000, description=gettext_noop("the authors' centerbias_mit1003.npy; empty: none")
        )
        side: int = Field(1024, ge=128, le=1280, description=gettext_noop("pixels of the picture's longer side"))

    settings: Settings

    def find_lacks(self) -> tuple[str, ...]:
        """The package, the weights, or the center bias where one is named."""
        named = self.settings.center_bias
        bias = (
            (gettext("There is no center bias at %(path)s.") % {"path": repr(named)},)
            if named and not Path(named).is_file()
            else ()
        )
        return (*lack_deepgaze(find_weights(self.settings.weights, FILE)), *bias)

    @property
    def details(self) -> Data:
        """With what tells the weights from others."""
        return {**super().details, "revision": digest_weights(find_weights(self.settings.weights, FILE))}

    def respond(self, task: str, stimulus: Mapping[str, Any], rng: random.Random) -> Answer:
        """A scanpath that sets out from the center, which is not part of it."""
        if task not in self.tasks:
            raise self.refuse_task(task)
        pixels = read_pixels(stimulus, longest_side=self.settings.side)
        height, width = pixels.shape[:2]
        bias = load_bias(Path(self.settings.center_bias) if self.settings.center_bias else None, (height, width))
        weights = find_weights(self.settings.weights, FILE)
        seen = [(width / 2, height / 2)]
        points = []
        for _ in range(rng.randint(self.settings.fewest, self.settings.most)):
            density = np.exp(predict_next(weights, pixels, bias, seen))
            place = draw_place(density, rng) if self.settings.walk == "chance" else int(density.argmax())
            x, y = point_within(place, (height, width), rng)
            points.append((x, y))
            seen.append((x * width, y * height))
        return answer_with(stimulus, points)
