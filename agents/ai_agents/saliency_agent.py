"""What AI agents that walk over a saliency map have in common."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext_noop
from pydantic import Field

from agents.ai_agents.agent_settings import AgentSettings
from agents.ai_agents.base import Pixels, read_pixels
from agents.ai_agents.saliency import channels
from agents.ai_agents.saliency.maps import Map, pull_to_center, scale_to_one
from agents.ai_agents.saliency.search import map_likeness
from agents.ai_agents.scanpaths import ScanpathAgent, ScanpathSettings, Share, need_target


class SaliencySettings(ScanpathSettings):
    """As any walk, with the share that likeness to the target has in the map where the stimulus asks for a search."""

    target_share: Share = Field(
        0.5, description=gettext_noop("in a search, the share of likeness to the target; 0: not looked for")
    )


class SaliencyAgent(ScanpathAgent):
    """A saliency map with a mild pull to the center; in a search, places like the target stand out too."""

    Settings: ClassVar[type[AgentSettings]] = SaliencySettings
    settings: SaliencySettings
    side: ClassVar[int]  # of the picture that it maps, in pixels

    def map_picture(self, stimulus: Mapping[str, Any]) -> Map:
        """The map, from 0 to 1."""
        saliency = scale_to_one(self.find_map(read_pixels(stimulus, longest_side=self.side)))
        saliency = saliency * pull_to_center(saliency.shape)
        share = self.settings.target_share
        if stimulus["mode"] != "search" or not share:
            return saliency
        target_image = need_target(stimulus)
        scene = read_pixels(stimulus, longest_side=channels.SIDE)
        target = read_pixels({"image": target_image}, longest_side=channels.SIDE)
        return (1 - share) * saliency + share * map_likeness(scene, target, saliency.shape)

    @abstractmethod
    def find_map(self, pixels: Pixels) -> Map:
        """How much each place of a picture of `side` pixels stands out."""
