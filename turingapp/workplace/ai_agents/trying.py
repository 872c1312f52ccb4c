"""A try: an AI agent is asked about one made-up stimulus, and nothing is stored."""

import json
import random
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.utils.translation import gettext

from agents.ai_agents.answers import NoAnswer
from agents.ai_agents.base import AIAgent
from agents.asking import ask
from agents.models import Stimulus
from agents.tasks import TASKS
from agents.views import draw_sample
from turingapp.errors import InvalidPayload

TURNS = 2
MOST_SHOWN = 4_000


@dataclass(frozen=True, slots=True)
class Tried:
    """What was asked and what came of it."""

    asked: str
    said: str
    problem: str
    raw: str
    tokens: int


def choose_task(system: AIAgent) -> str:
    """A task without a picture where there is one, since not every model sees."""
    return min(system.list_tasks(), key=lambda task: (TASKS[task].needs_picture, len(TASKS[task].roles)))


def try_system(system: AIAgent, rng: random.Random) -> Tried:
    """Ask about one made-up stimulus of a task; raises InvalidPayload where something is lacking."""
    lacks = system.find_lacks()
    if lacks:
        return Tried("", "", " ".join(lacks), "", 0)
    task = choose_task(system)
    with TemporaryDirectory() as folder:
        payload = place_picture(TASKS[task].sample(rng).stimulus, Path(folder))
        stimulus = Stimulus(task=task, pool="try", key="try", payload=payload)
        asked = f"{gettext(TASKS[task].title)}: {describe(payload)}"
        try:
            answer = ask([system], stimulus, rng, turns=TURNS, pace=lambda: None)
        except NoAnswer as failure:
            sentence = f"{gettext(failure.kind.label).capitalize()}: {failure}"
            return Tried(asked, "", sentence, shorten(failure.raw), failure.usage.tokens)
        except InvalidPayload as error:
            return Tried(asked, "", f"{error}.", "", 0)
    return Tried(asked, describe(answer.payload), "", shorten(answer.raw), answer.usage.tokens)


def place_picture(payload: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The stimulus with the sample's picture as a file; the media store takes an absolute path for one elsewhere."""
    if not payload.get("image"):
        return payload
    path = folder / "sample.jpg"
    path.write_bytes(draw_sample())
    return {**payload, "image": {**payload["image"], "media": str(path.with_suffix(""))}}


def describe(payload: dict[str, Any]) -> str:
    """A payload in a line, its picture as "a made-up picture"."""
    shown = {
        name: gettext("a made-up picture") if name == "image" else value for name, value in payload.items() if value
    }
    texts = {name: value if isinstance(value, str) else json.dumps(value) for name, value in shown.items()}
    return "; ".join(f"{name} {text}" for name, text in texts.items())


def shorten(raw: Any) -> str:
    """The raw reply as text, its beginning where it is long."""
    return "" if raw is None else json.dumps(raw, indent=2, ensure_ascii=False)[:MOST_SHOWN]
