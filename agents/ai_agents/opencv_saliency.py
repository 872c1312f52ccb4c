"""An AI agent that walks over the saliency maps of OpenCV."""

from typing import ClassVar, Literal

from django.utils.translation import gettext_noop
from pydantic import Field

from agents.ai_agents.base import Pixels
from agents.ai_agents.saliency.maps import Map
from agents.ai_agents.saliency_agent import SaliencyAgent, SaliencySettings
from agents.services.opencv import lack_opencv, map_by_opencv


class OpenCvSaliency(SaliencyAgent):
    """Spectral residual (Hou and Zhang 2007) or fine-grained saliency (Montabone and Soto 2010), as OpenCV has them."""

    slug, title, version = "opencv-saliency", gettext_noop("OpenCV saliency"), "1"
    rule = gettext_noop("Walks over the saliency map that OpenCV computes, by the spectral residual or fine-grained.")
    needs = gettext_noop("The extra [models], which has opencv-contrib-python-headless.")
    side: ClassVar[int] = 320

    class Settings(SaliencySettings):
        """Which of the two."""

        method: Literal["spectral-residual", "fine-grained"] = Field(
            "spectral-residual", description=gettext_noop("which of OpenCV's static saliency maps")
        )

    settings: Settings

    def find_lacks(self) -> tuple[str, ...]:
        """The package."""
        return lack_opencv()

    def find_map(self, pixels: Pixels) -> Map:
        """OpenCV's map."""
        return map_by_opencv(pixels, self.settings.method)
