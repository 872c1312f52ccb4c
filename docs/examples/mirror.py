"""An AI agent: it says the cue backwards, which any judge should detect."""

import random
from collections.abc import Mapping
from typing import Any, ClassVar

from pydantic import Field

from agents.ai_agents.agent_settings import AgentSettings
from agents.ai_agents.answers import Answer, Failure, NoAnswer
from agents.ai_agents.base import AIAgent


class MirrorSettings(AgentSettings):
    """How many letters it says at most."""

    most_letters: int = Field(default=12, ge=1, le=60)


class Mirror(AIAgent):
    """Reads the cue from its end."""

    slug, title, version = "mirror", "Mirror", "1"
    rule = "Says the cue backwards."
    tasks: ClassVar[tuple[str, ...]] = ("association",)
    Settings = MirrorSettings
    settings: MirrorSettings

    def respond(self, task: str, stimulus: Mapping[str, Any], rng: random.Random) -> Answer:
        """The cue backwards; no answer where that is the cue again."""
        word = stimulus["cue"][::-1][: self.settings.most_letters]
        if word == stimulus["cue"]:
            raise NoAnswer(Failure.CANNOT_TAKE, f"cue is {word!r}: it reads the same from both ends")
        return Answer({"word": word})
