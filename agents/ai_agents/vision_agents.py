"""What the AI agents have in common that ask a vision service about a picture, or a detector on this machine."""

import random
from abc import abstractmethod
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import Field

from agents.ai_agents.agent_settings import AgentSettings, KeyName, find_key, lack_key
from agents.ai_agents.answers import Answer, Data, NoAnswer, Usage
from agents.ai_agents.base import AIAgent, read_jpeg
from agents.services.addresses import allow, lack_host
from agents.services.transport import LONGEST_SECONDS
from agents.services.vision import VisionService

Seconds = Annotated[float, Field(gt=0, le=LONGEST_SECONDS)]


class VisionSettings(AgentSettings):
    """Where the service is, the name of the variable that has its key, and how long it may take."""

    url: str = Field("", description=gettext_noop("the address of the service"))
    key_env: KeyName = Field("", description=gettext_noop("the environment variable that has its key"))
    seconds: Seconds = Field(30.0, description=gettext_noop("how long an answer may take"))


class VisionAgent(AIAgent):
    """A service that gets the stored JPEG, which tells nothing of where it came from, and answers in JSON."""

    Settings: ClassVar[type[AgentSettings]] = VisionSettings
    settings: VisionSettings

    @property
    def service(self) -> VisionService:
        """Whom to ask."""
        url = self.settings.url and allow(self.settings.url)
        return VisionService(url, find_key(self.settings.key_env), self.settings.seconds)

    def find_lacks(self) -> tuple[str, ...]:
        """The address and the key, where they are not given, and leave to ask that host."""
        if not self.settings.url:
            return (_("The setting url is empty: give the address of your resource."), *lack_key(self.settings.key_env))
        return (*lack_host(self.settings.url), *lack_key(self.settings.key_env))

    def expect_usage(self, task: str) -> Usage:
        """One call a picture."""
        return Usage(calls=1)

    def respond(self, task: str, stimulus: Mapping[str, Any], rng: random.Random) -> Answer:
        """What the service finds, as an answer to the task; the generator is not needed."""
        if task not in self.tasks:
            raise self.refuse_task(task)
        found, raw = self.look(read_jpeg(stimulus))
        usage = Usage(calls=1)
        try:
            return Answer(self.answer(found), raw, usage)
        except NoAnswer as error:
            raise NoAnswer(error.kind, f"{self.title}: {error}", raw=raw, usage=usage) from None

    @abstractmethod
    def look(self, picture: bytes) -> tuple[Any, Any]:
        """What the service finds, read and as it came; raises ServiceError."""

    @abstractmethod
    def answer(self, found: Any) -> Data:
        """The payload of what was found; raises NoAnswer where it is none."""
