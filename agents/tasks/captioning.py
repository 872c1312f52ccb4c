"""Image captioning: one sentence for an image."""

import random
from typing import Annotated, ClassVar

from pydantic import AfterValidator, Field

from agents.normalizing import normalize_text
from agents.tasks.base import SAMPLE_IMAGE, ControlQuestion, Data, Sample, Task, ask_presence, show_image
from agents.tasks.evidence import Example, Image, Text
from agents.tasks.payloads import Payload, PictureWithThings

FEWEST_WORDS = 6  # what the original study asks of people
BARRED_STARTS = ("there is", "there are", "an image of")


def normalize_caption(text: str) -> str:
    """One line in lower case without a final full stop, so that neither gives an origin away."""
    return normalize_text(text).lower().rstrip(" .")


class ImageCaptioning(Task):
    """Describe this image in one sentence."""

    slug, title = "captioning", "Image captioning"
    instruction = "Describe the image in one sentence of at least six words."
    question = "Was this caption written by a human or by a machine?"
    guidance: ClassVar[tuple[str, ...]] = (
        "You see an image and a caption that somebody wrote for it.",
        "Look and read, then say whether a human or a machine wrote the caption.",
    )
    trials = 28
    needs_picture = True
    near_copies_share_fold = True

    Stimulus = PictureWithThings

    class Response(Payload):
        """One caption."""

        caption: Annotated[str, AfterValidator(normalize_caption), Field(min_length=1, max_length=1000)]

    def remarks(self, response: Data) -> tuple[str, ...]:
        """Fewer than six words, and the barred beginnings."""
        caption = response["caption"]
        found = []
        if len(caption.split()) < FEWEST_WORDS:
            found.append("fewer than six words")
        if caption.startswith(BARRED_STARTS):
            found.append('begins with "there is", "there are" or "an image of"')
        return tuple(found)

    def control(self, stimulus: Data, rng: random.Random) -> ControlQuestion | None:
        """Ask what is in the image (the original study asked nothing; a study may)."""
        return ask_presence(stimulus, rng)

    def show(self, stimulus: Data, response: Data, view: int) -> Data:
        """The image and the caption."""
        return {"image": show_image(stimulus["image"]), "caption": response["caption"]}

    def examples(self, stimulus: Data, response: Data) -> list[Example]:
        """The caption, and the image for judges that look."""
        image = stimulus["image"]
        return [Example("agent", (Text(response["caption"]), *([Image(image["media"])] if image else [])))]

    def sample(self, rng: random.Random) -> Sample:
        """A picture with a sentence."""
        stimulus = self.check_stimulus({"image": SAMPLE_IMAGE.model_dump(), "present": "cup", "absent": "dog"})
        thing = rng.choice(("a cup of coffee", "a white cup", "a spoon beside a cup"))
        return Sample(stimulus, self.check_response({"caption": f"{thing} on a brown wooden table"}))
