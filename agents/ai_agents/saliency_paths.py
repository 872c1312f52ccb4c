"""AI agents that walk over saliency maps which are computed here, without weights."""

from django.utils.translation import gettext_noop

from agents.ai_agents.base import Pixels
from agents.ai_agents.saliency import channels, spectral
from agents.ai_agents.saliency.gbvs import map_gbvs
from agents.ai_agents.saliency.itti_koch import map_itti_koch
from agents.ai_agents.saliency.maps import Map
from agents.ai_agents.saliency_agent import SaliencyAgent


class SpectralSaliency(SaliencyAgent):
    """The spectral residual (Hou and Zhang 2007) and color contrast."""

    slug, title, version = "saliency-path", gettext_noop("Saliency scanpath"), "2"
    rule = gettext_noop(
        "Adds the spectral residual of the gray picture to its color contrast, "
        "looks at the highest place, inhibits it and goes on to the next."
    )
    side = spectral.SIDE

    def find_map(self, pixels: Pixels) -> Map:
        """The spectral residual and the contrast of colors."""
        return spectral.map_by_spectrum(pixels)


class IttiKoch(SaliencyAgent):
    """The model of Itti, Koch and Niebur (1998)."""

    slug, title, version = "itti-koch", gettext_noop("Itti-Koch saliency"), "1"
    rule = gettext_noop(
        "Compares centers with surrounds in intensity, opponent colors and orientations over six pairs of scales, "
        "promotes maps with few peaks, and walks over their sum."
    )
    side = channels.SIDE

    def find_map(self, pixels: Pixels) -> Map:
        """Over scales, with peaks promoted."""
        return map_itti_koch(pixels)


class Gbvs(SaliencyAgent):
    """Graph-based visual saliency (Harel, Koch and Perona 2006)."""

    slug, title, version = "gbvs", gettext_noop("Graph-based visual saliency"), "1"
    rule = gettext_noop(
        "Lets walkers go between unlike and near places of maps of intensity, color and orientation, "
        "and walks over where they are most."
    )
    side = channels.SIDE

    def find_map(self, pixels: Pixels) -> Map:
        """Where the walkers are."""
        return map_gbvs(pixels)
