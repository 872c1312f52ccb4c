"""Two agents for the attention task: a saliency map walked by winner-take-all, and a walk about the center."""

import random
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter, uniform_filter

from agents.ai_agents.answers import Answer
from agents.ai_agents.base import AIAgent, read_pixels

Map = NDArray[np.float64]

FEWEST_FIXATIONS, MOST_FIXATIONS = 8, 15
MAP_SIDE = 64  # the spectral residual wants a small picture: what stands out is seen at arm's length
INHIBITED = 0.09  # radius of the inhibition of return, in picture widths
PRESENCE = 1e-9


def find_spectral_residual(gray: Map) -> Map:
    """The saliency map of Hou and Zhang (2007): what the log spectrum of a picture has beyond its local average."""
    spectrum = np.fft.fft2(gray)
    log_amplitude = np.log(np.abs(spectrum) + PRESENCE)
    residual = log_amplitude - uniform_filter(log_amplitude, size=3, mode="wrap")
    saliency = np.abs(np.fft.ifft2(np.exp(residual + 1j * np.angle(spectrum)))) ** 2
    smooth: Map = gaussian_filter(saliency, sigma=2.5)
    return smooth


def find_color_contrast(pixels: Map) -> Map:
    """Center minus surround of the two opponent colors (Itti, Koch and Niebur 1998), at one scale."""
    red, green, blue = pixels[..., 0], pixels[..., 1], pixels[..., 2]
    opponents = (red - green, blue - (red + green) / 2)
    contrasts: list[Map] = [np.abs(gaussian_filter(one, 1) - gaussian_filter(one, 8)) for one in opponents]
    return contrasts[0] + contrasts[1]


def scale_to_one(values: Map) -> Map:
    """Values from 0 to 1; a flat map becomes 0."""
    spread = values.max() - values.min()
    return (values - values.min()) / spread if spread > PRESENCE else np.zeros_like(values)


def map_saliency(pixels: Map) -> Map:
    """How much each place of a picture stands out, from 0 to 1, with a mild pull to the center."""
    saliency = scale_to_one(find_spectral_residual(pixels.mean(axis=2))) + scale_to_one(find_color_contrast(pixels))
    height, width = saliency.shape
    y, x = np.mgrid[0:height, 0:width]
    offset = ((x + 0.5) / width - 0.5) ** 2 + ((y + 0.5) / height - 0.5) ** 2
    pull: Map = np.exp(-offset / (2 * 0.35**2))
    return scale_to_one(saliency) * pull


def walk_maxima(saliency: Map, *, count: int, rng: random.Random) -> list[tuple[float, float]]:
    """The winner takes all, is inhibited, and the next one wins; inhibition wears off by and by.

    Each point is moved within its cell at random, so that no grid shows.
    """
    height, width = saliency.shape
    y, x = np.mgrid[0:height, 0:width]
    inhibition = np.zeros_like(saliency)
    fixations = []
    for _ in range(count):
        noise = np.random.default_rng(rng.getrandbits(64)).normal(0, 0.02, saliency.shape)
        row, column = divmod(int((saliency * (1 - inhibition) + noise).argmax()), width)
        fixations.append(((column + rng.random()) / width, (row + rng.random()) / height))
        distance = ((x - column) / width) ** 2 + ((y - row) / width) ** 2
        inhibition = np.maximum(inhibition * 0.9, np.exp(-distance / (2 * INHIBITED**2)))
    return fixations


class SpectralSaliency(AIAgent):
    """Where a saliency map has its maxima, one after another."""

    slug, title, version = "saliency-path", "Saliency scanpath", "1"
    rule = (
        "Adds the spectral residual of the gray picture to its color contrast, "
        "looks at the highest place, inhibits it and goes on to the next."
    )
    tasks: ClassVar[tuple[str, ...]] = ("attention",)

    def respond(self, task: str, stimulus: Mapping[str, Any], rng: random.Random) -> Answer:
        """8 to 15 fixations; a search target is not taken into account."""
        if task not in self.tasks:
            raise self.refuse_task(task)
        saliency = map_saliency(read_pixels(stimulus, longest_side=MAP_SIDE))
        count = rng.randint(FEWEST_FIXATIONS, MOST_FIXATIONS)
        return Answer({"fixations": round_fixations(walk_maxima(saliency, count=count, rng=rng))})


class CenterWalk(AIAgent):
    """A random walk about the middle that never looks at the picture: a plain baseline."""

    slug, title, version = "center-walk", "Center-biased walk", "1"
    rule = "Draws fixations from a normal distribution about the picture's center; it does not look at the picture."
    tasks: ClassVar[tuple[str, ...]] = ("attention",)

    def respond(self, task: str, stimulus: Mapping[str, Any], rng: random.Random) -> Answer:
        """8 to 15 fixations."""
        if task not in self.tasks:
            raise self.refuse_task(task)
        count = rng.randint(FEWEST_FIXATIONS, MOST_FIXATIONS)
        points = [(draw_near_center(rng), draw_near_center(rng)) for _ in range(count)]
        return Answer({"fixations": round_fixations(points)})


def draw_near_center(rng: random.Random) -> float:
    """A coordinate about the middle, inside the picture."""
    return min(max(rng.gauss(0.5, 0.18), 0.01), 0.99)


def round_fixations(fixations: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Fixations in thousandths of the picture, as eye trackers' files have them."""
    return [(round(x, 3), round(y, 3)) for x, y in fixations]
