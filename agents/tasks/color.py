"""Color estimation: one of eleven color names for an image."""

import random
from typing import ClassVar, Literal, get_args

from agents.tasks.base import SAMPLE_IMAGE, ControlQuestion, Data, Sample, Task, ask_presence, show_image
from agents.tasks.evidence import Example, Image, Text
from agents.tasks.payloads import Payload, Picture, Things

# The eleven basic color terms of English (Berlin and Kay 1969), as in the original study.
Color = Literal["red", "pink", "orange", "yellow", "purple", "green", "blue", "brown", "gray", "black", "white"]
COLORS: tuple[str, ...] = get_args(Color)


class ColorEstimation(Task):
    """What is the dominant color of this image?"""

    slug, title = "color", "Color estimation"
    instruction = "What is the dominant color of this image?"
    question = "Was this color named by a human or by a machine?"
    guidance: ClassVar[tuple[str, ...]] = (
        "You see an image and the color that somebody named as its dominant one.",
        "Look at the image, then say whether a human or a machine named the color.",
    )
    trials = 25
    needs_picture = True

    class Stimulus(Payload):
        """A picture, things that are in it, and things that are not."""

        image: Picture = None
        present: Things = ()
        absent: Things = ()

    class Response(Payload):
        """One color name."""

        color: Color

    def check_response(self, payload: Data) -> Data:  # type: ignore[override]
        """As for every task; the name's case and spaces do not matter."""
        color = payload.get("color")
        return super().check_response({**payload, "color": color.strip().lower() if isinstance(color, str) else color})

    def control(self, stimulus: Data, rng: random.Random) -> ControlQuestion | None:
        """Is there a … in the image?"""
        return ask_presence(stimulus, rng)

    def show(self, stimulus: Data, response: Data, view: int) -> Data:
        """The image and the color's name."""
        return {"image": show_image(stimulus["image"]), "color": response["color"]}

    def examples(self, stimulus: Data, response: Data) -> list[Example]:
        """The word, and the image where there is one."""
        image = stimulus["image"]
        return [Example("agent", (*([Image(image["media"])] if image else []), Text(response["color"])))]

    def sample(self, rng: random.Random) -> Sample:
        """A picture of the sample with any color."""
        stimulus = self.check_stimulus({"image": SAMPLE_IMAGE.model_dump(), "present": "cup", "absent": "dog"})
        return Sample(stimulus, self.check_response({"color": rng.choice(COLORS)}))
