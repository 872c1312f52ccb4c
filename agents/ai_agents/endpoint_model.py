"""Any model behind an endpoint that speaks the OpenAI wire format, for all six tasks."""

import random
from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import Field

from agents.ai_agents.agent_settings import KeyName, Url, find_key, lack_endpoint
from agents.ai_agents.prompted.prompted_agent import PromptedAgent, PromptedSettings
from agents.ai_agents.prompted.writing import Messages
from agents.services.addresses import allow
from agents.services.openai_compatible import Completion, Endpoint, chat, complete
from agents.services.transport import LONGEST_SECONDS, SECONDS
from agents.tasks import TASKS
from turingapp.errors import InvalidPayload, Problem


class EndpointModel(PromptedAgent):
    """Today's models, and those that a program on this machine serves."""

    slug, title, version = "endpoint", gettext_noop("Model behind an endpoint"), "1"
    rule = gettext_noop(
        "Asks a language model behind an endpoint by a prompt for each task, and reads its reply by a rule of the task."
    )
    needs = gettext_noop(
        "An address that ends in /v1 (setting url), a model's name (model), where the service wants a key the name of "
        "the environment variable that holds it (key_env), and for pictures a model that sees (vision)."
    )
    tasks: ClassVar[tuple[str, ...]] = TASKS.slugs
    tried_in_page = True

    class Settings(PromptedSettings):
        """Where it is and how it is asked."""

        url: Url = Field("http://127.0.0.1:8080/v1", description=gettext_noop("its address, up to /v1"))
        model: str = Field("", max_length=200, description=gettext_noop("the model's name there"))
        key_env: KeyName = ""
        vision: bool = Field(False, description=gettext_noop("whether it takes pictures"))
        style: Literal["chat", "completion"] = Field(
            "chat",
            description=gettext_noop("completion for base models: association and conversation as texts to go on with"),
        )
        length_field: Literal["max_tokens", "max_completion_tokens"] = Field(
            "max_tokens",
            description=gettext_noop("how it calls the longest reply; newer models of OpenAI: max_completion_tokens"),
        )
        sends_seed: bool = Field(
            False, description=gettext_noop("whether a seed goes along, so that a reply can be had again")
        )
        seconds: float = Field(
            SECONDS, gt=0, le=LONGEST_SECONDS, description=gettext_noop("how long is waited for a reply")
        )

    settings: Settings

    @property
    def names(self) -> tuple[str, ...]:
        """The model's name too."""
        return (*super().names, self.settings.model)

    def list_tasks(self) -> tuple[str, ...]:
        """Those with pictures only where it sees."""
        return tuple(task for task in self.tasks if self.settings.vision or not TASKS[task].needs_picture)

    def find_lacks(self) -> tuple[str, ...]:
        """The model's name, leave to ask its host, and the key."""
        lacks = lack_endpoint(self.settings.url, self.settings.model, self.settings.key_env)
        return (*lacks, *super().find_lacks())

    def completes(self, task: str) -> bool:
        """As it is set, where there is nothing to see."""
        return self.settings.style == "completion" and not TASKS[task].needs_picture

    def find_pictures(self, task: str, stimulus: Any) -> Any:
        """Only where the model sees."""
        if TASKS[task].needs_picture and not self.settings.vision:
            rule = _("it has a picture and this model is not set to see; set vision to true where it can")
            raise InvalidPayload([Problem("task", repr(task), rule)])
        return super().find_pictures(task, stimulus)

    def speak(self, messages: Messages, rng: random.Random) -> Completion:
        """One request."""
        return chat(self.find_endpoint(), messages, parameters=self.list_parameters(rng))

    def go_on(self, text: str, rng: random.Random, *, stops: Sequence[str], most: int) -> Completion:
        """One request."""
        parameters = {**self.list_parameters(rng), self.settings.length_field: most, "stop": list(stops)}
        return complete(self.find_endpoint(), text, parameters=parameters)

    def find_endpoint(self) -> Endpoint:
        """Asked once: whether to ask again is for the run to say."""
        chosen = self.settings
        return Endpoint(allow(chosen.url), chosen.model, find_key(chosen.key_env), seconds=chosen.seconds, tries=1)

    def list_parameters(self, rng: random.Random) -> dict[str, Any]:
        """What goes along with a request; what is not set is left to the model."""
        chosen = self.settings
        asked: dict[str, Any] = {chosen.length_field: chosen.most_tokens}
        if chosen.temperature is not None:
            asked["temperature"] = chosen.temperature
        if chosen.sends_seed:
            asked["seed"] = rng.getrandbits(31)
        return asked
