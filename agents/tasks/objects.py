"""Object detection: up to three words for what is in an image."""

import random
from typing import Annotated, ClassVar

from pydantic import AfterValidator, BeforeValidator, Field

from agents.tasks.base import SAMPLE_IMAGE, ControlQuestion, Data, Sample, Task, ask_presence, show_image
from agents.tasks.evidence import Example, Text
from agents.tasks.payloads import Payload, PictureWithThings, Words, split_list


def refuse_repeats(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words, each named once."""
    if len(set(words)) != len(words):
        raise ValueError("each thing should be named once")
    if any(not word for word in words):
        raise ValueError("a word should have at least one letter")
    return words


Labels = Annotated[
    tuple[Annotated[Words, Field(max_length=60)], ...],
    BeforeValidator(split_list),
    Field(min_length=1, max_length=3),
    AfterValidator(refuse_repeats),
]


class ObjectDetection(Task):
    """What do you see in this image?"""

    slug, title = "objects", "Object detection"
    instruction = "What do you see in this image? Name three things, one word each."
    question = "Were these things named by a human or by a machine?"
    guidance: ClassVar[tuple[str, ...]] = (
        "You see an image and the things that somebody named in it.",
        "Look at the image, then say whether a human or a machine named them.",
    )
    trials = 25
    needs_picture = True

    Stimulus = PictureWithThings

    class Response(Payload):
        """One to three labels (the original study asks people for three single English words)."""

        words: Labels

    def remarks(self, response: Data) -> tuple[str, ...]:
        """Fewer than three labels, labels of several words, and labels of one letter."""
        words = response["words"]
        found = []
        if len(words) < 3:
            found.append("fewer than three words")
        if any(" " in word for word in words):
            found.append("a label of several words")
        if any(len(word) == 1 for word in words):
            found.append("a label of one letter")
        return tuple(found)

    def control(self, stimulus: Data, rng: random.Random) -> ControlQuestion | None:
        """Is there a … in the image?"""
        return ask_presence(stimulus, rng)

    def show(self, stimulus: Data, response: Data, view: int) -> Data:
        """The image and the words."""
        return {"image": show_image(stimulus["image"]), "words": response["words"]}

    def examples(self, stimulus: Data, response: Data) -> list[Example]:
        """The words as one text."""
        return [Example("agent", (Text(" ".join(response["words"])),))]

    def sample(self, rng: random.Random) -> Sample:
        """A picture with three things of a short list."""
        stimulus = self.check_stimulus({"image": SAMPLE_IMAGE.model_dump(), "present": "cup", "absent": "dog"})
        words = rng.sample(("cup", "table", "spoon", "coffee", "wood", "saucer"), 3)
        return Sample(stimulus, self.check_response({"words": words}))
