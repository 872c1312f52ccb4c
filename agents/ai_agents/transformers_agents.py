"""What systems have in common that run a model of the transformers library on this machine."""

from typing import Annotated, ClassVar

from django.utils.translation import gettext_noop
from pydantic import Field

from agents.ai_agents.agent_settings import AgentSettings
from agents.ai_agents.answers import Data
from agents.ai_agents.base import AIAgent
from agents.services.transformers_local import find_revision, lack_model

ModelName = Annotated[str, Field(max_length=1_000, description=gettext_noop("a hub's name or a folder"))]


class ModelSettings(AgentSettings):
    """Which model; whoever extends this says which by default."""

    model: ModelName = ""


class TransformersAgent(AIAgent):
    """Stands before another base, if any: the model is among what may be lacking, and its version among the details."""

    Settings: ClassVar[type[AgentSettings]] = ModelSettings
    settings: ModelSettings

    def find_lacks(self) -> tuple[str, ...]:
        """The libraries or the model, and what the other base needs."""
        return (*lack_model(self.settings.model), *super().find_lacks())

    @property
    def details(self) -> Data:
        """With the version of the model."""
        return {**super().details, "revision": find_revision(self.settings.model)}
