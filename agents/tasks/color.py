"""Color estimation: one of eleven color names for an image."""

import random
from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal, get_args

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import BeforeValidator

from agents.normalizing import normalize_words
from agents.tasks.base import SAMPLE_IMAGE, BrokenRule, ControlQuestion, Data, Sample, Task, ask_presence, show_image
from agents.tasks.evidence import Example, Image, Text
from agents.tasks.payloads import Payload, PictureWithThings

# The eleven basic color terms of English (Berlin and Kay 1969), as in the original study.
Color = Literal["red", "pink", "orange", "yellow", "purple", "green", "blue", "brown", "gray", "black", "white"]
COLORS: tuple[str, ...] = get_args(Color)
# Pages show them in the language of their study.
NAMES = (
    gettext_noop("red"),
    gettext_noop("pink"),
    gettext_noop("orange"),
    gettext_noop("yellow"),
    gettext_noop("purple"),
    gettext_noop("green"),
    gettext_noop("blue"),
    gettext_noop("brown"),
    gettext_noop("gray"),
    gettext_noop("black"),
    gettext_noop("white"),
)


def normalize_color(value: Any) -> Any:
    """The name whatever its case and the spaces around it."""
    return normalize_words(value) if isinstance(value, str) else value


class ColorEstimation(Task):
    """What is the dominant color of this image?"""

    slug, title = "color", gettext_noop("Color estimation")
    instruction = gettext_noop("What is the dominant color of this image?")
    question = gettext_noop("Was this color named by a human or by a machine?")
    guidance: ClassVar[tuple[str, ...]] = (
        gettext_noop("You see an image and the color that somebody named as its dominant one."),
        gettext_noop("Look at the image, then say whether a human or a machine named the color."),
    )
    trials = 25
    compared_as = "labels"
    needs_picture = True
    takes_answers = True
    writing_rules: ClassVar[tuple[str, ...]] = (gettext_noop("Choose the color that covers most of the image."),)

    Stimulus = PictureWithThings

    class Response(Payload):
        """One color name."""

        color: Annotated[Color, BeforeValidator(normalize_color)]

    def control(self, stimulus: Data, rng: random.Random) -> ControlQuestion | None:
        """Is there a … in the image?"""
        return ask_presence(stimulus, rng)

    def show(self, stimulus: Data, response: Data, view: int) -> Data:
        """The image and the color's name."""
        return {"image": show_image(stimulus["image"]), "color": response["color"]}

    def ask(self, stimulus: Data) -> Data:
        """The image and the colors to choose from."""
        return {**super().ask(stimulus), "colors": COLORS}

    def list_broken_rules(self, stimulus: Data, answer: Data, earlier: Sequence[Data]) -> Sequence[BrokenRule]:
        """One of the colors is chosen."""
        return () if answer["color"] in COLORS else (BrokenRule("color", _("Please choose one of the colors.")),)

    def examples(self, stimulus: Data, response: Data) -> list[Example]:
        """The word, and the image where there is one."""
        image = stimulus["image"]
        return [Example("agent", (*([Image(image["media"])] if image else []), Text(response["color"])))]

    def sample(self, rng: random.Random) -> Sample:
        """A picture of the sample with any color."""
        stimulus = self.check_stimulus({"image": SAMPLE_IMAGE.model_dump(), "present": "cup", "absent": "dog"})
        return Sample(stimulus, self.check_response({"color": rng.choice(COLORS)}))
