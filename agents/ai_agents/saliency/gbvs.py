"""Graph-based visual saliency (Harel, Koch and Perona 2006).

A walker goes from cell to cell of a feature map, the rather the more the two differ and the nearer they are; the share
of time that it spends in a cell is the cell's activation. A second walker, drawn to active cells, gathers activation in
few places. Both chains are reversible, so that the shares are had without walking: the first one's weights w(i, j) are
symmetric, and its shares are in proportion to the sum of w(i, .). The second goes from i to j by A(j) F(i, j); then
A(i) A(j) F(i, j) flows either way, and its shares are in proportion to A(i) (F A)(i).
"""

from functools import lru_cache

import numpy as np

from agents.ai_agents.base import Pixels
from agents.ai_agents.saliency.channels import Pyramid, add_up, find_channels
from agents.ai_agents.saliency.maps import Map, resize, scale_to_one

SIDE = 32  # cells of a map; the authors' own size
LEVELS = (0, 1, 2)  # levels 2, 3 and 4
NEAR_ACTIVATION, NEAR_NORMALIZATION = 0.15, 0.06  # spreads of nearness in map widths, as in the authors' program


@lru_cache(maxsize=64)
def weigh_nearness(size: int, spread: float) -> Map:
    """exp(-distance² / 2 spread²) of each cell to each other one along a side; F of the paper is a product of two."""
    cells = np.arange(size)
    nearness: Map = np.exp(-((cells[:, None] - cells) ** 2) / (2 * spread**2))
    return nearness


def activate(feature: Map) -> Map:
    """The first walker's share of time in each cell, where unlikeness is |M(i) - M(j)|; in a flat map, all alike."""
    spread = NEAR_ACTIVATION * max(feature.shape)
    down, across = (weigh_nearness(size, spread) for size in feature.shape)
    weights = np.empty_like(feature)
    for row, values in enumerate(feature):
        unlike = values[:, None, None] - feature
        np.abs(unlike, out=unlike)
        weights[row] = np.einsum("ijk,ik->ij", unlike, across) @ down[row]
    return share_out(weights)


def gather(activation: Map) -> Map:
    """The second walker's share of time in each cell."""
    spread = NEAR_NORMALIZATION * max(activation.shape)
    down, across = (weigh_nearness(size, spread) for size in activation.shape)
    return share_out(activation * (down @ activation @ across))


def share_out(weights: Map) -> Map:
    """Weights as shares of 1."""
    total = weights.sum()
    return weights / total if total > 0 else np.full_like(weights, 1 / weights.size)


def combine(levels: Pyramid, shape: tuple[int, int]) -> Map:
    """The gathered activation of one feature over its levels."""
    return add_up([gather(activate(scale_to_one(resize(levels[level], shape)))) for level in LEVELS])


def map_gbvs(pixels: Pixels) -> Map:
    """The mean of the channels of intensity, color and orientation."""
    channels = find_channels(pixels)
    height, width = channels.intensity[0].shape
    shape = (max(1, round(SIDE * height / max(height, width))), max(1, round(SIDE * width / max(height, width))))
    intensity = combine(channels.intensity, shape)
    color = add_up([combine(levels, shape) for levels in channels.colors]) / len(channels.colors)
    orientation = add_up([combine(levels, shape) for levels in channels.orientations]) / len(channels.orientations)
    return add_up([intensity, color, orientation]) / 3
