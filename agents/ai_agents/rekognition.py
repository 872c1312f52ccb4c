"""An AI agent that asks Amazon Rekognition."""

from typing import Any, ClassVar, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import Field

from agents.ai_agents.agent_settings import AgentSettings, KeyName, Url, find_key
from agents.ai_agents.answers import Data
from agents.ai_agents.labels import choose_words
from agents.ai_agents.vision_agents import VisionAgent, VisionSettings
from agents.services import rekognition
from agents.services.addresses import lack_host
from agents.services.rekognition import Label


class RekognitionSettings(VisionSettings):
    """The region's own address where `url` is empty; both parts of the key are in one variable."""

    url: Url | Literal[""] = ""
    key_env: KeyName = "REKOGNITION_API_KEY"
    region: str = Field(
        "us-east-1", pattern=r"^[a-z]{2}(-[a-z]+)+-\d$", description=gettext_noop("one of AWS's regions")
    )


class Rekognition(VisionAgent):
    """Rekognition's labels."""

    slug, title, version = "rekognition", gettext_noop("Amazon Rekognition labels"), "1"
    rule = gettext_noop("Asks Amazon Rekognition for labels and takes the first three distinct words of them.")
    needs = gettext_noop(
        "An AWS key that may call rekognition:DetectLabels, as ID:SECRET in the variable that `key_env` names "
        "(REKOGNITION_API_KEY); the keys that pay people are never used."
    )
    tasks: ClassVar[tuple[str, ...]] = ("objects",)
    Settings: ClassVar[type[AgentSettings]] = RekognitionSettings
    settings: RekognitionSettings

    def find_lacks(self) -> tuple[str, ...]:
        """The key, or its second part, and leave to ask a host that is not the region's own."""
        where = lack_host(self.settings.url) if self.settings.url else ()
        if ":" in find_key(self.settings.key_env):
            return where
        key = _("The key %(name)s is not set as ID:SECRET; put it into the environment or into .env.") % {
            "name": self.settings.key_env
        }
        return (*where, key)

    def look(self, picture: bytes) -> tuple[Any, Any]:
        """Up to 20 labels."""
        return rekognition.detect_labels(self.service, picture, region=self.settings.region)

    def answer(self, found: list[Label]) -> Data:
        """Three words, the surest first."""
        return {"words": choose_words(label.Name for label in sorted(found, key=lambda one: -one.Confidence))}
