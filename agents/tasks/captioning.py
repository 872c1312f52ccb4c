"""Image captioning: one sentence for an image."""

import random
import re
from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from pydantic import AfterValidator, Field

from agents.normalizing import normalize_text
from agents.tasks.base import SAMPLE_IMAGE, BrokenRule, ControlQuestion, Data, Sample, Task, ask_presence, show_image
from agents.tasks.evidence import Example, Image, Text
from agents.tasks.payloads import Payload, PictureWithThings
from turingapp.words import say_later

FEWEST_WORDS = 6  # what the original study asks of people
BARRED_STARTS = ("there is", "there are", "an image of")

SPECIAL = re.compile(r"[^\w\s.,'-]|_")
NAME = re.compile(r"(?!I\b)[^\W\d_]*[A-Z]")  # a capital letter within the sentence


def normalize_caption(text: str) -> str:
    """One line in lower case without a final full stop, so that neither gives an origin away."""
    return normalize_text(text).lower().rstrip(" .")


def list_faults(text: str) -> Iterator[str]:
    """The rules of writing that a caption as it was written breaks, each with what would be right."""
    words = text.split()
    if len(words) < FEWEST_WORDS:
        told = ngettext(
            "Your sentence has %(number)d word; please write at least %(least)d.",
            "Your sentence has %(number)d words; please write at least %(least)d.",
            len(words),
        )
        yield told % {"number": len(words), "least": FEWEST_WORDS}
    start = next((start for start in BARRED_STARTS if text.lower().startswith(start)), "")
    if start:
        yield _("It begins with “%(start)s”; please say directly what is there.") % {"start": start}
    if '"' in text:
        yield _("It has quotation marks; please do not write what somebody might say.")
    signs = sorted(set(SPECIAL.findall(text)) - {'"'})
    if signs:
        told = _("It has special characters (%(signs)s); please use letters, digits, commas and full stops.")
        yield told % {"signs": " ".join(signs)}
    if len(words) > 1 and text.isupper():
        yield _("It is in capital letters; please write in small ones.")
    else:
        names = [word.strip(".,;:!?") for word in words[1:] if NAME.match(word)]
        if names:
            yield _("“%(name)s” looks like a name; please use none, and small letters.") % {"name": names[0]}


class ImageCaptioning(Task):
    """Describe this image in one sentence."""

    slug, title = "captioning", gettext_noop("Image captioning")
    instruction = gettext_noop("Describe the image in one sentence of at least six words.")
    question = gettext_noop("Was this caption written by a human or by a machine?")
    guidance: ClassVar[tuple[str, ...]] = (
        gettext_noop("You see an image and a caption that somebody wrote for it."),
        gettext_noop("Look and read, then say whether a human or a machine wrote the caption."),
    )
    trials = 28
    compared_as = "sentences"
    needs_picture = True
    near_copies_share_fold = True
    answer_seconds = 4.0
    takes_answers = True
    answer_languages = ("en",)
    writing_rules: ClassVar[tuple[str, ...]] = (
        gettext_noop("Write one English sentence of at least six words."),
        gettext_noop("Do not begin with \u201cThere is\u201d, \u201cThere are\u201d or \u201cAn image of\u201d."),
        gettext_noop("Use no special characters, and do not write what somebody might say."),
        gettext_noop("Do not use names of people, places or brands."),
    )

    Stimulus = PictureWithThings

    class Response(Payload):
        """One caption."""

        caption: Annotated[str, AfterValidator(normalize_caption), Field(min_length=1, max_length=1000)]

    def remarks(self, response: Data) -> tuple[str, ...]:
        """Fewer than six words, and the barred beginnings."""
        caption = response["caption"]
        found = []
        if len(caption.split()) < FEWEST_WORDS:
            found.append(say_later("fewer than six words"))
        if caption.startswith(BARRED_STARTS):
            found.append(say_later('begins with "there is", "there are" or "an image of"'))
        return tuple(found)

    def control(self, stimulus: Data, rng: random.Random) -> ControlQuestion | None:
        """Ask what is in the image (the original study asked nothing; a study may)."""
        return ask_presence(stimulus, rng)

    def show(self, stimulus: Data, response: Data, view: int) -> Data:
        """The image and the caption."""
        return {"image": show_image(stimulus["image"]), "caption": response["caption"]}

    def list_broken_rules(self, stimulus: Data, answer: Data, earlier: Sequence[Data]) -> Sequence[BrokenRule]:
        """Each rule of writing that the caption breaks, in a sentence."""
        return [BrokenRule("caption", sentence) for sentence in list_faults(normalize_text(answer["caption"]))]

    def list_typed(self, answer: Data) -> tuple[str, ...]:
        """The sentence."""
        return (answer["caption"],)

    def examples(self, stimulus: Data, response: Data) -> list[Example]:
        """The caption, and the image for judges that look."""
        image = stimulus["image"]
        return [Example("agent", (Text(response["caption"]), *([Image(image["media"])] if image else [])))]

    def sample(self, rng: random.Random) -> Sample:
        """A picture with a sentence."""
        stimulus = self.check_stimulus({"image": SAMPLE_IMAGE.model_dump(), "present": "cup", "absent": "dog"})
        thing = rng.choice(("a cup of coffee", "a white cup", "a spoon beside a cup"))
        return Sample(stimulus, self.check_response({"caption": f"{thing} on a brown wooden table"}))
