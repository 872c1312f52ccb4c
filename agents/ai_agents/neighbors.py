"""The word whose vector lies nearest to a cue's, whatever the vectors come from."""

import random
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, ClassVar

import numpy as np
from django.utils.translation import gettext, gettext_noop
from numpy.typing import NDArray
from pydantic import Field

from agents.ai_agents.agent_settings import AgentSettings
from agents.ai_agents.answers import Answer, Failure, NoAnswer, Usage
from agents.ai_agents.base import AIAgent

Floats = NDArray[np.float32]
FORMS_SHARE = 3  # letters
ENDINGS = frozenset(
    ("", *["s", "es", "ies", "y", "e", "d", "ed", "ied", "r", "er", "ers", "ier", "st", "est", "ing", "ly"])
)


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Words that may be given, with their directions: rows of length 1."""

    words: tuple[str, ...]
    places: Mapping[str, int]
    directions: Floats


def list_candidates(words: Sequence[str], rows: Floats) -> Candidates:
    """Words with their vectors, those of zeros left out."""
    lengths = np.linalg.norm(rows, axis=1)
    kept = np.flatnonzero(lengths > 0)
    directions = np.ascontiguousarray(rows[kept] / lengths[kept, None], dtype=np.float32)
    named = tuple(words[int(place)] for place in kept)
    return Candidates(named, {word: place for place, word in enumerate(named)}, directions)


def find_nearest(candidates: Candidates, vector: Floats, cue: str, *, count: int) -> list[str]:
    """The `count` nearest words by the cosine; the cue's own words and other forms of them are passed over."""
    closeness = candidates.directions @ vector
    own = cue.split()
    for word in own:
        if word in candidates.places:
            closeness[candidates.places[word]] = -np.inf
    found: list[str] = []
    while len(found) < count and closeness[place := int(closeness.argmax())] > -np.inf:
        closeness[place] = -np.inf
        word = candidates.words[place]
        if not any(is_form(word, one) for one in own):
            found.append(word)
    return found


def is_form(word: str, cue: str) -> bool:
    """Whether both are the same word in two forms: "runs" and "running", "city" and "cities"."""
    if word[:FORMS_SHARE] != cue[:FORMS_SHARE]:
        return False
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(word, cue, strict=False)))
    doubled = word[shared - 1]
    rests = [rest[1:] if rest[:1] == doubled else rest for rest in (word[shared:], cue[shared:])]
    return all(rest in ENDINGS for rest in rests)


class NearestSettings(AgentSettings):
    """What can be set of each of them."""

    nearest: int = Field(1, ge=1, le=50, description=gettext_noop("it draws one of so many; 1: always the nearest"))


class NeighborAgent(AIAgent):
    """The base of systems that give a cue's neighbor."""

    tasks: ClassVar[tuple[str, ...]] = ("association",)
    Settings: ClassVar[type[AgentSettings]] = NearestSettings
    settings: NearestSettings
    usage: ClassVar[Usage] = Usage()  # of a service, for each cue

    def expect_usage(self, task: str) -> Usage:
        """The same for every cue."""
        return self.usage

    @abstractmethod
    def look_up(self, cue: str) -> tuple[Candidates, Floats]:
        """What may be given, and the cue's vector: zeros where it has none. Raises ServiceError or ModelNotHere."""

    def respond(self, task: str, stimulus: Mapping[str, Any], rng: random.Random) -> Answer:
        """One of the nearest words; raises NoAnswer where the cue has no vector or no neighbor."""
        if task not in self.tasks:
            raise self.refuse_task(task)
        cue = stimulus["cue"]
        candidates, vector = self.look_up(cue)
        words = find_nearest(candidates, vector, cue, count=self.settings.nearest) if vector.any() else []
        if not words:
            sentence = gettext("cue is %(cue)s: there is no vector for it, or no other word near") % {"cue": repr(cue)}
            raise NoAnswer(Failure.CANNOT_TAKE, sentence, usage=self.usage)
        return Answer({"word": rng.choice(words)}, usage=self.usage)
