"""Two agents for the color task: the biggest box of a median cut, and the average of all pixels."""

import random
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from django.utils.translation import gettext_noop
from PIL import Image

from agents.ai_agents.answers import Answer
from agents.ai_agents.base import AIAgent, read_picture, read_pixels
from agents.ai_agents.color_names import name_colors

BOXES = 8
SIDE = 128  # pixels; colors need no more


class MedianCut(AIAgent):
    """Median-cut color quantization (Heckbert 1982), as Pillow does it."""

    slug, title, version = "median-cut", gettext_noop("Median-cut colors"), "2"
    rule = gettext_noop(
        "Cuts the picture's colors into eight boxes at their medians and names the box that holds most pixels."
    )
    tasks: ClassVar[tuple[str, ...]] = ("color",)

    def respond(self, task: str, stimulus: Mapping[str, Any], rng: random.Random) -> Answer:
        """The name of the most frequent box; the generator is not needed."""
        if task not in self.tasks:
            raise self.refuse_task(task)
        quantized = read_picture(stimulus, longest_side=SIDE).quantize(BOXES, method=Image.Quantize.MEDIANCUT)
        counts = np.bincount(np.asarray(quantized).ravel(), minlength=BOXES)
        palette = np.array(quantized.getpalette(), dtype=np.float64).reshape(-1, 3)
        return Answer({"color": str(name_colors(palette[counts.argmax()] / 255.0))})


class MeanColor(AIAgent):
    """The average color of a picture: a plain baseline."""

    slug, title, version = "mean-color", gettext_noop("Mean color"), "2"
    rule = gettext_noop("Averages all pixels of the picture and names the result.")
    tasks: ClassVar[tuple[str, ...]] = ("color",)

    def respond(self, task: str, stimulus: Mapping[str, Any], rng: random.Random) -> Answer:
        """The name of the mean; the generator is not needed."""
        if task not in self.tasks:
            raise self.refuse_task(task)
        mean = read_pixels(stimulus, longest_side=SIDE).mean(axis=(0, 1))
        return Answer({"color": str(name_colors(mean))})
