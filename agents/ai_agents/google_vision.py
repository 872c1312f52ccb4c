"""AI agents that ask Google Cloud Vision: dominant colors, labels."""

from typing import Any, ClassVar, Literal

import numpy as np
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import Field

from agents.ai_agents.agent_settings import AgentSettings, KeyName, Url
from agents.ai_agents.answers import Data, Failure, NoAnswer
from agents.ai_agents.color_names import name_colors
from agents.ai_agents.labels import choose_words
from agents.ai_agents.vision_agents import VisionAgent, VisionSettings
from agents.services import google_vision
from agents.services.google_vision import Annotation

NEEDS = gettext_noop("A key of Google Cloud Vision in the variable that `key_env` names (GOOGLE_VISION_API_KEY).")


class GoogleSettings(VisionSettings):
    """Google's own address; the model is its stable one, or empty for whichever it takes."""

    url: Url = "https://vision.googleapis.com"
    key_env: KeyName = "GOOGLE_VISION_API_KEY"
    model: Literal["builtin/stable", "builtin/latest", ""] = Field(
        "builtin/stable", description=gettext_noop("which of its models")
    )


class GoogleAgent(VisionAgent):
    """Asks for one feature."""

    needs = NEEDS
    Settings: ClassVar[type[AgentSettings]] = GoogleSettings
    settings: GoogleSettings
    feature: ClassVar[str]

    def look(self, picture: bytes) -> tuple[Any, Any]:
        """Up to 20 findings."""
        return google_vision.annotate(self.service, picture, self.feature, model=self.settings.model)


class GoogleColors(GoogleAgent):
    """The dominant color of Google's image properties."""

    slug, title, version = "google-colors", gettext_noop("Google Vision colors"), "1"
    rule = gettext_noop(
        "Asks Google Cloud Vision for the picture's properties and names the color with the highest score."
    )
    tasks: ClassVar[tuple[str, ...]] = ("color",)
    feature = google_vision.COLORS

    def answer(self, found: Annotation) -> Data:
        """The name of the color that the service weighs most; never of one that is not there."""
        colors = found.properties.dominant.colors
        if not colors:
            raise NoAnswer(Failure.EMPTY, _("no color was found in the picture"))
        first = max(colors, key=lambda one: one.score).color
        return {"color": str(name_colors(np.array((first.red, first.green, first.blue)) / 255))}


class GoogleLabels(GoogleAgent):
    """Google's labels."""

    slug, title, version = "google-labels", gettext_noop("Google Vision labels"), "1"
    rule = gettext_noop("Asks Google Cloud Vision for labels and takes the first three distinct words of them.")
    tasks: ClassVar[tuple[str, ...]] = ("objects",)
    feature = google_vision.LABELS

    def answer(self, found: Annotation) -> Data:
        """Three words, the surest first."""
        labels = sorted(found.labels, key=lambda one: -one.score)
        return {"words": choose_words(label.description for label in labels)}
