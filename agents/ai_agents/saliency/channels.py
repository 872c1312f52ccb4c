"""Early features of vision as Itti, Koch and Niebur (1998) have them: intensity, opponent colors, orientations.

Their pyramid halves the picture again and again. Its levels 0 and 1 serve only to make the others, so a picture comes
here at level 2, made small while it was read: 128 pixels a side stand for a picture of 512.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import correlate1d

from agents.ai_agents.base import Pixels
from agents.ai_agents.saliency.maps import Map

SIDE = 128  # pixels at level 2
LEVELS = 7  # levels 2 to 8
ANGLES = (0.0, 45.0, 90.0, 135.0)
DARKEST = 0.1  # share of the highest intensity below which hue is not seen

BINOMIAL = np.array((1, 4, 6, 4, 1)) / 16
# The Gabor filter of Walther and Koch (2006): period 7, spread of a third of it, 9 x 9 cells.
PERIOD, SPREAD = 7.0, 7.0 / 3
CELLS = np.arange(-4, 5)

Pyramid = list[Map]


@dataclass(frozen=True, slots=True)
class Channels:
    """The features of one picture, each at every level."""

    intensity: Pyramid
    colors: tuple[Pyramid, Pyramid]  # red minus green, blue minus yellow
    orientations: tuple[Pyramid, ...]  # the strength of lines at each of ANGLES


def halve(values: Map) -> Map:
    """The next level: smoothed, every second cell."""
    return pass_twice(values, BINOMIAL, BINOMIAL)[::2, ::2]


def build_pyramid(values: Map) -> Pyramid:
    """The levels from 2 on, each half as wide and high as the one before."""
    levels = [values]
    while len(levels) < LEVELS:
        levels.append(halve(levels[-1]))
    return levels


def oppose_colors(pixels: Pixels, intensity: Map) -> tuple[Map, Map]:
    """Red minus green and blue minus yellow, each color broadly tuned and never below 0; 0 where it is too dark."""
    seen = intensity > DARKEST * intensity.max()
    hue = np.where(seen[..., None], pixels / np.maximum(intensity, 1e-6)[..., None], 0.0)
    r, g, b = hue[..., 0], hue[..., 1], hue[..., 2]
    red, green, blue = (np.maximum(0.0, one) for one in (r - (g + b) / 2, g - (r + b) / 2, b - (r + g) / 2))
    yellow = np.maximum(0.0, (r + g) / 2 - np.abs(r - g) / 2 - b)
    return red - green, blue - yellow


def filter_orientation(values: Map, angle: float) -> Map:
    """How strong lines at an angle are: the size of a complex Gabor filter's answer, without its answer to flat gray.

    A round Gabor filter is one complex wave along each axis, so two passes do for the whole of it.
    """
    window = np.exp(-(CELLS**2) / (2 * SPREAD**2))
    turn = 2 * np.pi / PERIOD
    # The wave runs across the lines.
    down, across = turn * np.cos(np.radians(angle)), turn * np.sin(np.radians(angle))
    waves = window * np.exp(1j * down * CELLS), window * np.exp(1j * across * CELLS)
    flat = waves[0].sum() * waves[1].sum() / window.sum() ** 2
    answer = pass_twice(values.astype(complex), *waves) - flat * pass_twice(values, window, window)
    strength: Map = np.abs(answer) / window.sum() ** 2
    return strength


def pass_twice(values: NDArray[Any], down: NDArray[Any], across: NDArray[Any]) -> NDArray[Any]:
    """A filter that is one along each axis."""
    passed: NDArray[Any] = correlate1d(
        correlate1d(values, down, axis=0, mode="nearest"), across, axis=1, mode="nearest"
    )
    return passed


def find_channels(pixels: Pixels) -> Channels:
    """The features of a picture of SIDE pixels."""
    intensity = pixels.mean(axis=2)
    first, second = oppose_colors(pixels, intensity)
    levels = build_pyramid(intensity)
    orientations = tuple([filter_orientation(level, angle) for level in levels] for angle in ANGLES)
    return Channels(levels, (build_pyramid(first), build_pyramid(second)), orientations)


def add_up(maps: Sequence[Map]) -> Map:
    """The sum of maps of one size."""
    total: Map = np.sum(maps, axis=0)
    return total
