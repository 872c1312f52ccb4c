"""The contract of an AI agent: a system that answers tasks by itself; and the pictures that it may look at."""

import random
from abc import ABC
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from agents.media import find_media_path
from turingapp.errors import InvalidPayload, Problem

Data = dict[str, Any]
Pixels = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Utterance:
    """One turn of a conversation so far."""

    speaker: str
    text: str


class AIAgent(ABC):
    """A system at one version; without state. It overrides `respond`, or `reply` where it converses."""

    slug: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[str]
    rule: ClassVar[str]  # one or two sentences: what it does with a stimulus
    tasks: ClassVar[tuple[str, ...]]

    @property
    def details(self) -> Data:
        """What is stored with its answers: its name, its version and its rule."""
        return {"name": self.title, "version": self.version, "rule": self.rule}

    def respond(self, task: str, stimulus: Mapping[str, Any], rng: random.Random) -> Data:
        """Its answer to a stimulus, as a response payload of `task`."""
        raise self.refuse_task(task)

    def reply(self, history: Sequence[Utterance], rng: random.Random, *, topic: str = "") -> str:
        """Its next turn in a conversation; `history` is empty where it has the first word."""
        raise self.refuse_task("conversation")

    def refuse_task(self, task: str) -> InvalidPayload:
        """The error for a task that this agent does not do."""
        can_do = ", ".join(self.tasks)
        return InvalidPayload([Problem("task", repr(task), f"{self.title} does {can_do}")])


def read_picture(stimulus: Mapping[str, Any], *, longest_side: int) -> Image.Image:
    """The stimulus's picture in RGB, made small; raises InvalidPayload where it is missing."""
    image = stimulus.get("image")
    if not image:
        raise InvalidPayload([Problem("image", "missing", "the agent looks at a picture, and this stimulus has none")])
    path = find_media_path(image["media"])
    try:
        with Image.open(path) as opened:
            # JPEG can be decoded at half, a quarter or an eighth of its size, which is much faster.
            opened.draft("RGB", (2 * longest_side, 2 * longest_side))
            picture = opened.convert("RGB")
    except OSError as error:
        raise InvalidPayload([Problem("image", repr(path.name), f"it cannot be read ({error})")]) from None
    picture.thumbnail((longest_side, longest_side))
    return picture


def read_pixels(stimulus: Mapping[str, Any], *, longest_side: int) -> Pixels:
    """The stimulus's picture as an array of height x width x RGB, from 0 to 1."""
    return np.asarray(read_picture(stimulus, longest_side=longest_side), dtype=np.float64) / 255.0
