"""Object detection: up to three words for what is in an image."""

import random
from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import AfterValidator, BeforeValidator, Field

from agents.normalizing import normalize_words
from agents.tasks.base import (
    SAMPLE_IMAGE,
    BrokenRule,
    ControlQuestion,
    Data,
    Sample,
    Task,
    ask_presence,
    show_image,
)
from agents.tasks.english import is_english_word
from agents.tasks.evidence import Example, Text
from agents.tasks.payloads import Payload, PictureWithThings, Words, split_list
from turingapp.words import say_later

SAMPLE_WORDS = ("cup", "table", "spoon", "wood", "saucer", "plate", "wall", "window", "chair", "bread", "lamp")
FIELDS = ("first", "second", "third")  # of the form for people
MISSING = {
    "first": gettext_noop("The first word is missing."),
    "second": gettext_noop("The second word is missing."),
    "third": gettext_noop("The third word is missing."),
}


def refuse_repeats(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words, each named once."""
    if len(set(words)) != len(words):
        raise ValueError(say_later("each thing should be named once"))
    if any(not word for word in words):
        raise ValueError(say_later("a word should have at least one letter"))
    return words


Labels = Annotated[
    tuple[Annotated[Words, Field(max_length=60)], ...],
    BeforeValidator(split_list),
    Field(min_length=1, max_length=3),
    AfterValidator(refuse_repeats),
]


def find_broken_word(name: str, word: str) -> BrokenRule | None:
    """What keeps this from being one English word."""
    if not word:
        return BrokenRule(name, _(MISSING[name]))
    if " " in word:
        return BrokenRule(name, _("“%(word)s” is more than one word; please give a single one.") % {"word": word})
    if not is_english_word(word):
        return BrokenRule(
            name, _("“%(word)s” is no English word we know; please check it or use another.") % {"word": word}
        )
    return None


class ObjectDetection(Task):
    """What do you see in this image?"""

    slug, title = "objects", gettext_noop("Object detection")
    instruction = gettext_noop("What do you see in this image? Name three things, one word each.")
    question = gettext_noop("Were these things named by a human or by a machine?")
    guidance: ClassVar[tuple[str, ...]] = (
        gettext_noop("You see an image and the things that somebody named in it."),
        gettext_noop("Look at the image, then say whether a human or a machine named them."),
    )
    trials = 25
    compared_as = "labels"
    needs_picture = True
    takes_answers = True
    answer_languages = ("en",)
    writing_rules: ClassVar[tuple[str, ...]] = (
        gettext_noop("Name three different things that you see."),
        gettext_noop("Give each in one English word."),
        gettext_noop("Do not give the same three words for two images."),
    )

    Stimulus = PictureWithThings

    class Response(Payload):
        """One to three labels (the original study asks people for three single English words)."""

        words: Labels

    def remarks(self, response: Data) -> tuple[str, ...]:
        """Fewer than three labels, labels of several words, and labels of one letter."""
        words = response["words"]
        found = []
        if len(words) < 3:
            found.append(say_later("fewer than three words"))
        if any(" " in word for word in words):
            found.append(say_later("a label of several words"))
        if any(len(word) == 1 for word in words):
            found.append(say_later("a label of one letter"))
        return tuple(found)

    def control(self, stimulus: Data, rng: random.Random) -> ControlQuestion | None:
        """Is there a … in the image?"""
        return ask_presence(stimulus, rng)

    def show(self, stimulus: Data, response: Data, view: int) -> Data:
        """The image and the words."""
        return {"image": show_image(stimulus["image"]), "words": response["words"]}

    def read_answer(self, fields: Mapping[str, str]) -> Data:
        """The words of the three fields."""
        return {"words": [fields.get(name, "").strip() for name in FIELDS]}

    def fill_form(self, answer: Data) -> dict[str, str]:
        """A word in each field."""
        return dict(zip(FIELDS, answer["words"], strict=True))

    def list_broken_rules(self, stimulus: Data, answer: Data, earlier: Sequence[Data]) -> Sequence[BrokenRule]:
        """Three single English words, each once, and not the three of another image."""
        words = [normalize_words(word) for word in answer["words"]]
        broken = [found for name, word in zip(FIELDS, words, strict=True) if (found := find_broken_word(name, word))]
        repeated = [name for number, name in enumerate(FIELDS) if words[number] and words[number] in words[:number]]
        broken += [BrokenRule(name, _("Each thing should be named once; please name another.")) for name in repeated]
        if not broken and any(set(words) == set(other["words"]) for other in earlier):
            broken.append(BrokenRule(FIELDS[0], _("You gave these three words for another image; please find others.")))
        return broken

    def list_typed(self, answer: Data) -> tuple[str, ...]:
        """The three words."""
        return tuple(answer["words"])

    def examples(self, stimulus: Data, response: Data) -> list[Example]:
        """The words as one text."""
        return [Example("agent", (Text(" ".join(response["words"])),))]

    def sample(self, rng: random.Random) -> Sample:
        """A picture with three things of a list."""
        stimulus = self.check_stimulus({"image": SAMPLE_IMAGE.model_dump(), "present": "cup", "absent": "dog"})
        return Sample(stimulus, self.check_response({"words": rng.sample(SAMPLE_WORDS, 3)}))
