"""Word association: one word for a cue word."""

import random
from collections.abc import Sequence
from typing import Annotated, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import BeforeValidator, Field

from agents.normalizing import normalize_words
from agents.tasks.base import BrokenRule, ControlQuestion, Data, Sample, Task
from agents.tasks.evidence import Distance, Example, Text
from agents.tasks.payloads import Line, Payload, Words, drop_empty
from turingapp.words import say_later

Word = Annotated[Words, Field(min_length=1, max_length=60)]


class WordAssociation(Task):
    """The first word that comes to mind."""

    slug, title = "association", gettext_noop("Word association")
    instruction = gettext_noop("What is the first word that comes to your mind when you read this word?")
    question = gettext_noop("Was this word given by a human or by a machine?")
    guidance: ClassVar[tuple[str, ...]] = (
        gettext_noop("You see a word, and the word that somebody gave as the first one that came to mind."),
        gettext_noop("Say whether a human or a machine gave it."),
    )
    trials = 60
    compared_as = "labels"
    asks_control = False
    takes_answers = True
    answer_languages = ("en",)
    writing_rules: ClassVar[tuple[str, ...]] = (
        gettext_noop("Give the first word that comes to your mind, as soon as it comes."),
        gettext_noop("Give one single English word, another than the word you read."),
    )

    class Stimulus(Payload):
        """A cue word, and the prompt it was put in where there was one."""

        cue: Word
        prompt: Annotated[Line | None, BeforeValidator(drop_empty)] = None

    class Response(Payload):
        """One word."""

        word: Word

    def remarks(self, response: Data) -> tuple[str, ...]:
        """More than one word."""
        return (say_later("more than one word"),) if " " in response["word"] else ()

    def control(self, stimulus: Data, rng: random.Random) -> ControlQuestion | None:
        """None: the original study asked none."""
        return None

    def show(self, stimulus: Data, response: Data, view: int) -> Data:
        """The cue and the word."""
        return {"cue": stimulus["cue"], "prompt": stimulus["prompt"] or "", "word": response["word"]}

    def ask(self, stimulus: Data) -> Data:
        """The cue, and the prompt to complete where the models got one."""
        return {"cue": stimulus["cue"], "prompt": stimulus["prompt"] or ""}

    def list_broken_rules(self, stimulus: Data, answer: Data, earlier: Sequence[Data]) -> Sequence[BrokenRule]:
        """One word, and not the cue itself."""
        word = normalize_words(answer["word"])
        if not word:
            return (BrokenRule("word", _("Please give a word.")),)
        if " " in word:
            return (
                BrokenRule("word", _("“%(word)s” is more than one word; please give a single one.") % {"word": word}),
            )
        if word == stimulus["cue"]:
            return (BrokenRule("word", _("That is the word you read; please give another that comes to mind.")),)
        return ()

    def list_typed(self, answer: Data) -> tuple[str, ...]:
        """The word."""
        return (answer["word"],)

    def examples(self, stimulus: Data, response: Data) -> list[Example]:
        """The distance between the cue and the word."""
        return [Example("agent", (Distance(Text(stimulus["cue"]), Text(response["word"])),))]

    def sample(self, rng: random.Random) -> Sample:
        """A cue of a short list and a word for it."""
        cue, words = rng.choice((("sea", ("ship", "blue", "wave")), ("bread", ("butter", "flour", "crust"))))
        return Sample(self.check_stimulus({"cue": cue}), self.check_response({"word": rng.choice(words)}))
