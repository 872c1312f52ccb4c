"""What all saliency maps share: scaling, resizing, and the pull to the center."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Map = NDArray[np.float64]  # height x width

PRESENCE = 1e-9
PULL = 0.35  # spread of the pull to the center, in picture sides


def scale_to_one(values: Map) -> Map:
    """Values from 0 to 1; a flat map becomes 0."""
    spread = values.max() - values.min()
    return (values - values.min()) / spread if spread > PRESENCE else np.zeros_like(values)


def resize(values: Map, shape: tuple[int, int]) -> Map:
    """The map at another size, linearly between the middles of its cells."""
    resized: Map = _spread_cells(values.shape[0], shape[0]) @ values @ _spread_cells(values.shape[1], shape[1]).T
    return resized


@lru_cache(maxsize=256)
def _spread_cells(given: int, wanted: int) -> Map:
    """What each wanted cell takes of each given one, along one side."""
    middles = np.clip((np.arange(wanted) + 0.5) * given / wanted - 0.5, 0, given - 1)
    shares: Map = np.maximum(0.0, 1 - np.abs(middles[:, None] - np.arange(given)))
    return shares


@lru_cache(maxsize=64)
def pull_to_center(shape: tuple[int, int]) -> Map:
    """1 in the middle and less towards the edges, where people look less (Tatler 2007)."""
    height, width = shape
    y, x = np.mgrid[0:height, 0:width]
    offset = ((x + 0.5) / width - 0.5) ** 2 + ((y + 0.5) / height - 0.5) ** 2
    pull: Map = np.exp(-offset / (2 * PULL**2))
    return pull
