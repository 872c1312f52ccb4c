"""The contract of an AI agent: a system that answers tasks by itself; and the pictures that it may look at."""

import random
from abc import ABC
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
from django.utils.translation import gettext as _
from numpy.typing import NDArray
from PIL import Image

from agents.ai_agents.agent_settings import AgentSettings, read_settings
from agents.ai_agents.answers import Answer, Data, Failure, NoAnswer, Reply, Usage
from agents.media import BROKEN
from agents.media_store import fetch_media
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later

Pixels = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Utterance:
    """One turn of a conversation so far."""

    speaker: str
    text: str


class AIAgent(ABC):
    """A system at one version, with its settings and no other state.

    It overrides `respond`, or `reply` where it converses; where it gives no answer it raises NoAnswer, or lets the
    ServiceError of its client pass. A system that needs torch, a model or a library imports it inside its methods.
    """

    slug: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[str]
    rule: ClassVar[str]  # one or two sentences: what it does with a stimulus
    needs: ClassVar[str] = ""  # for the documents: key, model, file or package in sentences; empty: nothing
    tasks: ClassVar[tuple[str, ...]]
    tried_in_page: ClassVar[bool] = False  # whether a page may ask it for a try: it loads no model and answers soon
    Settings: ClassVar[type[AgentSettings]] = AgentSettings
    settings: AgentSettings

    def __init__(self, settings: AgentSettings | None = None) -> None:
        self.settings = settings or self.Settings()

    def with_settings(self, given: Mapping[str, Any]) -> Self:
        """The same system with other settings; raises InvalidPayload."""
        return type(self)(read_settings(self.Settings, {**self.settings.model_dump(), **given}))

    @property
    def details(self) -> Data:
        """What is stored with its answers: its name, its version, its rule, and its settings where it has any."""
        named = {"name": self.title, "version": self.version, "rule": self.rule}
        chosen = self.settings.model_dump(mode="json")
        return {**named, "settings": chosen} if chosen else named

    def list_tasks(self) -> tuple[str, ...]:
        """Those of its tasks that it does with these settings."""
        return self.tasks

    def find_lacks(self) -> tuple[str, ...]:
        """What it needs and does not find on this machine, each a sentence that says where to put it; empty: ready."""
        return ()

    def expect_usage(self, task: str) -> Usage:
        """What one call is expected to use, before anything is known; for the estimate of what a run costs."""
        return Usage()

    def respond(self, task: str, stimulus: Mapping[str, Any], rng: random.Random) -> Answer:
        """Its answer to a stimulus, with a response payload of `task`; raises NoAnswer or ServiceError."""
        raise self.refuse_task(task)

    def reply(self, history: Sequence[Utterance], rng: random.Random, *, topic: str = "") -> Reply:
        """Its next turn in a conversation; `history` is empty where it has the first word. Raises as `respond`."""
        raise self.refuse_task("conversation")

    def refuse_task(self, task: str) -> InvalidPayload:
        """The error for a task that this agent does not do."""
        rule = say_later("%(system)s does %(tasks)s", system=say_later(self.title), tasks=", ".join(self.list_tasks()))
        return InvalidPayload([Problem("task", repr(task), rule)])


def find_picture(stimulus: Mapping[str, Any]) -> Path:
    """A file with the stimulus's picture; raises NoAnswer where there is none, or ServiceError."""
    image = stimulus.get("image")
    if not image:
        raise NoAnswer(Failure.CANNOT_TAKE, _("image is missing: the agent looks at a picture, and there is none"))
    try:
        return fetch_media(image["media"])
    except FileNotFoundError as error:
        raise refuse_picture(Path(f"{image['media']}.jpg"), error) from None


def refuse_picture(path: Path, error: Exception) -> NoAnswer:
    """The error for a picture that is stored and cannot be read."""
    return NoAnswer(
        Failure.CANNOT_TAKE,
        _("image is %(file)s: it cannot be read (%(fault)s)") % {"file": repr(path.name), "fault": error},
    )


def read_jpeg(stimulus: Mapping[str, Any]) -> bytes:
    """The stimulus's picture as it is stored: a JPEG without metadata; raises NoAnswer."""
    path = find_picture(stimulus)
    try:
        return path.read_bytes()
    except OSError as error:
        raise refuse_picture(path, error) from None


def read_picture(stimulus: Mapping[str, Any], *, longest_side: int) -> Image.Image:
    """The stimulus's picture in RGB, made small; raises NoAnswer where it is missing or broken."""
    path = find_picture(stimulus)
    try:
        with Image.open(path) as opened:
            # JPEG can be decoded at half, a quarter or an eighth of its size, which is much faster.
            opened.draft("RGB", (2 * longest_side, 2 * longest_side))
            picture = opened.convert("RGB")
    except (*BROKEN, Image.DecompressionBombError) as error:
        raise refuse_picture(path, error) from None
    picture.thumbnail((longest_side, longest_side))
    return picture


def read_pixels(stimulus: Mapping[str, Any], *, longest_side: int) -> Pixels:
    """The stimulus's picture as an array of height x width x RGB, from 0 to 1."""
    return np.asarray(read_picture(stimulus, longest_side=longest_side), dtype=np.float64) / 255.0
