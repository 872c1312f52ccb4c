"""ELIZA as an agent: the weak baseline of conversation, with a script in the form of 1966."""

import random
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import Field

from agents.ai_agents.agent_settings import AgentSettings
from agents.ai_agents.answers import Data, Reply
from agents.ai_agents.base import AIAgent, Utterance
from agents.ai_agents.eliza.machine import Machine
from agents.ai_agents.eliza.rules import Script
from agents.ai_agents.eliza.script import read_script
from turingapp.errors import InvalidPayload, Problem

OWN_SCRIPT = Path(__file__).parent / "scripts" / "eliza.txt"


@lru_cache(maxsize=4)
def load_script(path: Path, changed_ns: int) -> Script:
    """The script of a file as it is now; raises InvalidPayload."""
    try:
        return read_script(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise InvalidPayload([Problem("script", repr(str(path)), str(error))]) from None


class Eliza(AIAgent):
    """Listens for keywords and turns what it heard around; understands nothing, and knows no topic."""

    slug, title, version = "eliza", gettext_noop("ELIZA"), "1"
    rule = gettext_noop(
        "Follows a script of 1966's kind: the keyword of highest rank, its rules in turn, and a memory for later."
    )
    tasks: ClassVar[tuple[str, ...]] = ("conversation",)

    class Settings(AgentSettings):
        """What it goes by."""

        script: str = Field(
            "", max_length=1_000, description=gettext_noop("a script's file; empty: the one that comes along")
        )

    settings: Settings

    @property
    def path(self) -> Path:
        """The file of its script."""
        return Path(self.settings.script) if self.settings.script else OWN_SCRIPT

    @property
    def details(self) -> Data:
        """With the script as it is now, where it is not our own."""
        own = not self.settings.script or not self.path.is_file()
        return super().details if own else {**super().details, "script": self.path.read_text(encoding="utf-8")}

    def find_lacks(self) -> tuple[str, ...]:
        """Its file."""
        if self.path.is_file():
            return ()
        return (
            _("There is no script at %(path)s; give the path of one, such as a changed copy of %(own)s.")
            % {"path": self.path, "own": OWN_SCRIPT.name},
        )

    def reply(self, history: Sequence[Utterance], rng: random.Random, *, topic: str = "") -> Reply:
        """What it says to the last turn; all of the other's turns are heard anew, since an agent keeps nothing."""
        if lacks := self.find_lacks():
            raise InvalidPayload([Problem("script", repr(str(self.path)), lacks[0])])
        machine = Machine(load_script(self.path, self.path.stat().st_mtime_ns), topic=topic)
        if not history:
            return Reply(machine.greet())
        heard = [turn.text for turn in history if turn.speaker == history[-1].speaker]
        return Reply([machine.answer(text) for text in heard][-1])
