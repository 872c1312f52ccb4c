"""The contract of a task: everything in which two tasks differ."""

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from django.utils.translation import gettext as _

from agents.tasks.evidence import Example
from agents.tasks.payloads import ImageRef, Payload, check_payload

Data = dict[str, Any]
WHOLE = 0  # the view that shows all of a response


@dataclass(frozen=True, slots=True)
class ControlQuestion:
    """A question with a known answer: its options and the one that is right."""

    question: str
    options: tuple[str, ...]
    truth: str


@dataclass(frozen=True, slots=True)
class Sample:
    """A made-up stimulus and a response to it, both normalized; for contract tests and dry runs, never for data."""

    stimulus: Data
    response: Data


class BrokenRule(NamedTuple):
    """A rule of writing that a person's answer breaks: the field of the form, and a sentence said to the person."""

    field: str
    sentence: str


class Task(ABC):
    """One of the kinds of thing that agents are asked to do; without state."""

    slug: ClassVar[str]
    title: ClassVar[str]
    instruction: ClassVar[str]  # what agents are asked
    question: ClassVar[str]  # what judges are asked
    guidance: ClassVar[tuple[str, ...]]  # what a judge is told before the first trial
    roles: ClassVar[tuple[str, ...]] = ("agent",)
    trials: ClassVar[int]  # per judge, as in the original study
    min_seconds: ClassVar[float] = 3.0  # the original study's shortest time
    needs_picture: ClassVar[bool] = False
    compared_as: ClassVar[str] = ""  # how answers are scored beside people's: labels, sentences, scanpaths; or not
    near_copies_share_fold: ClassVar[bool] = False  # True where long texts recur almost word for word across stimuli
    asks_control: ClassVar[bool] = True  # False where no stimulus of the task ever has a control question
    takes_answers: ClassVar[bool] = False  # True where a person can answer alone: there is a partial for it
    writing_rules: ClassVar[tuple[str, ...]] = ()  # what people who answer are told to keep
    answer_languages: ClassVar[tuple[str, ...]] = ()  # that the rules for what people write are made for; () for any
    answer_seconds: ClassVar[float] = 0.0  # how long a stimulus is looked at before an answer to it counts
    Stimulus: ClassVar[type[Payload]]
    Response: ClassVar[type[Payload]]

    def check_stimulus(self, payload: Mapping[str, Any]) -> Data:
        """The normalized stimulus payload; raises InvalidPayload."""
        return check_payload(self.Stimulus, payload).model_dump(mode="json")

    def check_response(self, payload: Mapping[str, Any]) -> Data:
        """The normalized response payload; raises InvalidPayload. One check for files, AI agents, API and people."""
        return check_payload(self.Response, payload).model_dump(mode="json")

    def remarks(self, response: Data) -> tuple[str, ...]:
        """Rules of the original study that this answer bends without being unusable, as sentences."""
        return ()

    def has_picture(self, stimulus: Data) -> bool:
        """Whether the stimulus has the picture that its trials show; true for tasks without pictures."""
        return not self.needs_picture or bool(stimulus.get("image"))

    def has_control(self, stimulus: Data) -> bool:
        """Whether the stimulus has the truth that its control question needs; true for tasks that ask none."""
        return not self.asks_control or self.control(stimulus, random.Random(0)) is not None

    @abstractmethod
    def control(self, stimulus: Data, rng: random.Random) -> ControlQuestion | None:
        """A control question drawn for one trial, or None where the stimulus lacks the truth for one."""

    def views(self, response: Data) -> tuple[int, ...]:
        """The views in which this response can be shown; WHOLE, or the numbers of turns."""
        return (WHOLE,)

    @property
    def is_shown_whole(self) -> bool:
        """Whether every response has that one view, so that none need be read to know its views."""
        return type(self).views is Task.views

    @abstractmethod
    def show(self, stimulus: Data, response: Data, view: int) -> Data:
        """What the judge's partial draws; nothing of the control's truth and nothing of the authors."""

    @abstractmethod
    def examples(self, stimulus: Data, response: Data) -> Sequence[Example]:
        """The evidence that an AI judge may see, one example per role and part that is judged alone."""

    def ask(self, stimulus: Data) -> Data:
        """What the partial draws for a person who answers; nothing of the control's truth."""
        return {"image": show_image(stimulus["image"])} if self.needs_picture else {}

    def read_answer(self, fields: Mapping[str, str]) -> Data:
        """The payload in the fields of a person's form, as it was given."""
        return {name: fields.get(name, "") for name in self.Response.model_fields}

    def fill_form(self, answer: Data) -> dict[str, str]:
        """The fields of a person's form that give this payload, as a robot fills them in."""
        return {name: str(value) for name, value in answer.items()}

    def list_broken_rules(self, stimulus: Data, answer: Data, earlier: Sequence[Data]) -> Sequence[BrokenRule]:
        """The rules that only people are held to, where `answer`, as it was given, breaks them.

        `earlier` are the payloads that the same person gave before.
        """
        return ()

    def list_typed(self, answer: Data) -> tuple[str, ...]:
        """What of an answer was typed; what was chosen or pointed at is not."""
        return ()

    @abstractmethod
    def sample(self, rng: random.Random) -> Sample:
        """A made-up stimulus and response."""


def show_image(image: Mapping[str, Any]) -> Data:
    """What a partial needs to draw a stored picture: its address path and size in pixels."""
    return {"media": image["media"], "width": image["width"], "height": image["height"]}


def ask_presence(stimulus: Data, rng: random.Random) -> ControlQuestion | None:
    """Ask whether something is in the image, true half of the time; None without a present and an absent thing."""
    if not stimulus["present"] or not stimulus["absent"]:
        return None
    truth = rng.choice(("yes", "no"))
    thing = rng.choice(stimulus["present"] if truth == "yes" else stimulus["absent"])
    asked = (
        _("Is there an %(thing)s in the image?") if thing[:1] in "aeiou" else _("Is there a %(thing)s in the image?")
    )
    return ControlQuestion(asked % {"thing": thing}, ("yes", "no"), truth)


SAMPLE_IMAGE = ImageRef(media="sample", width=640, height=480)
