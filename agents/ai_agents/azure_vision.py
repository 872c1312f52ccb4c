"""AI agents that ask Azure AI Vision: dominant colors, tags, captions."""

from typing import Any, ClassVar, Literal

import numpy as np
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import Field

from agents.ai_agents.agent_settings import AgentSettings, KeyName, Url
from agents.ai_agents.answers import Data, Failure, NoAnswer
from agents.ai_agents.color_names import NAMES, name_colors
from agents.ai_agents.labels import choose_words
from agents.ai_agents.vision_agents import VisionAgent, VisionSettings
from agents.services import azure_vision
from agents.services.azure_vision import Caption, Color, Named

NEEDS = gettext_noop(
    "The address of a resource of Azure AI Vision as `url` (https://NAME.cognitiveservices.azure.com) and its key in "
    "the variable that `key_env` names (AZURE_VISION_API_KEY)."
)
# Azure's twelve names are the task's eleven and teal, which CSS and Azure have at these values.
TEAL = (0, 128, 128)


class AzureSettings(VisionSettings):
    """Each customer has an address of their own."""

    url: Url | Literal[""] = ""
    key_env: KeyName = "AZURE_VISION_API_KEY"


class AzureTagSettings(AzureSettings):
    """Version 3.2 is what the original study had, 4.0 is today's."""

    api: Literal["3.2", "4.0"] = Field("4.0", description=gettext_noop("which version of the service"))


class AzureColors(VisionAgent):
    """The first of Azure's dominant colors, which version 3.2 alone has."""

    slug, title, version = "azure-colors", gettext_noop("Azure Vision colors"), "1"
    rule = gettext_noop(
        "Asks Azure Vision 3.2 for the dominant colors and gives the first; teal is named as any color is."
    )
    needs = NEEDS
    tasks: ClassVar[tuple[str, ...]] = ("color",)
    Settings: ClassVar[type[AgentSettings]] = AzureSettings

    def look(self, picture: bytes) -> tuple[Any, Any]:
        """The colors by name."""
        return azure_vision.find_colors(self.service, picture)

    def answer(self, found: Color) -> Data:
        """The first dominant color; never one that was not said."""
        if not found.dominant:
            raise NoAnswer(Failure.EMPTY, _("no color was found in the picture"))
        name = found.dominant[0].lower()
        name = {"teal": str(name_colors(np.array(TEAL) / 255)), "grey": "gray"}.get(name, name)
        if name not in NAMES:
            raise NoAnswer(Failure.RULE_BROKEN, _("%(color)s is none of the eleven colors") % {"color": repr(name)})
        return {"color": name}


class AzureTags(VisionAgent):
    """Azure's tags."""

    slug, title, version = "azure-tags", gettext_noop("Azure Vision tags"), "1"
    rule = gettext_noop("Asks Azure Vision for tags and takes the first three distinct words of them.")
    needs = NEEDS
    tasks: ClassVar[tuple[str, ...]] = ("objects",)
    Settings: ClassVar[type[AgentSettings]] = AzureTagSettings
    settings: AzureTagSettings

    def look(self, picture: bytes) -> tuple[Any, Any]:
        """Tags with their confidence."""
        return azure_vision.list_tags(self.service, picture, version=self.settings.api)

    def answer(self, found: list[Named]) -> Data:
        """Three words, the surest first."""
        return {"words": choose_words(tag.name for tag in sorted(found, key=lambda one: -one.confidence))}


class AzureCaptions(VisionAgent):
    """Azure's captions: of the original study's version 3.2, or today's."""

    slug, title, version = "azure-captions", gettext_noop("Azure Vision captions"), "1"
    rule = gettext_noop("Asks Azure Vision for a caption and gives the surest one.")
    needs = NEEDS
    tasks: ClassVar[tuple[str, ...]] = ("captioning",)
    Settings: ClassVar[type[AgentSettings]] = AzureTagSettings
    settings: AzureTagSettings

    def look(self, picture: bytes) -> tuple[Any, Any]:
        """Captions with their confidence."""
        return azure_vision.list_captions(self.service, picture, version=self.settings.api)

    def answer(self, found: list[Caption]) -> Data:
        """The surest."""
        if not found:
            raise NoAnswer(Failure.EMPTY, _("no caption was found for the picture"))
        return {"caption": max(found, key=lambda one: one.confidence).text}
