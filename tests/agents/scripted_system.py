"""A system that does what its cue says: for tests of runs, in which each way to give no answer occurs."""

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

from agents.ai_agents.agent_settings import AgentSettings
from agents.ai_agents.answers import Answer, Failure, NoAnswer, Usage
from agents.ai_agents.base import AIAgent
from turingapp.errors import PermanentServiceError, TemporaryServiceError

PATH = "tests.agents.scripted_system.Scripted"
ASKED: Counter[str] = Counter()
SAYS = {
    "refuse": "I'm sorry, but I can't help with that",
    "names itself": "as an AI, snow",
    "silence": "  ",
    "breaks": "two words",
}


class Scripted(AIAgent):
    """Answers "snow", or fails as its cue wants; a cue that ends in "once" fails at the first time only."""

    slug, title, version, rule, tasks = "scripted", "Scripted 9X", "1", "Does what its cue says.", ("association",)
    needs = "Nothing but a test."

    class Settings(AgentSettings):
        """One of no meaning, and one that is lacking."""

        model: str = "m"
        is_here: bool = True

    settings: Settings

    calls: ClassVar[Usage] = Usage(1, 1000, 100)

    def find_lacks(self) -> tuple[str, ...]:
        return () if self.settings.is_here else ("The key SCRIPTED_API_KEY is not set; put it into .env.",)

    def expect_usage(self, task: str) -> Usage:
        return self.calls

    def respond(self, task: str, stimulus: Mapping[str, Any], rng: random.Random) -> Answer:
        cue = stimulus["cue"]
        ASKED[cue] += 1
        wanted = cue if ASKED[cue] == 1 or not cue.endswith("once") else "fine"
        wanted = wanted.removesuffix(" once").rstrip("0123456789 ")
        if wanted == "busy":
            raise TemporaryServiceError("The service failed with status 429.", raw="slow down", wait_seconds=90)
        if wanted == "gone":
            raise PermanentServiceError("The service refused with status 401; check the key.", raw="no")
        if wanted == "cannot take":
            raise NoAnswer(Failure.CANNOT_TAKE, "It cannot take this.")
        if wanted == "odd":
            raise PermanentServiceError(f"The service said \x00\ud800{'x' * 100_000}.", raw={"score": float("nan")})
        if wanted == "uncounted":
            return Answer({"word": "snow"}, {"score": float("inf")}, Usage(1))
        if wanted == "dies":
            raise KeyboardInterrupt
        word = SAYS.get(wanted, "snow")
        return Answer({"word": word}, {"said": word}, self.calls)
