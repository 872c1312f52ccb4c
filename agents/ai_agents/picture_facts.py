"""Plain facts of a picture that agents make words of: its colors by region, its light, its texture, its lines."""

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter, sobel

from agents.ai_agents.base import Pixels
from agents.ai_agents.color_names import name_colors

Map = NDArray[np.float64]
Names = NDArray[np.str_]

FILLS = 0.1  # share of a region from which on a color counts


@dataclass(frozen=True, slots=True)
class Region:
    """One part of a picture."""

    color: str  # its most frequent name
    colors: tuple[str, ...]  # the names that fill at least a tenth of it, most frequent first
    brightness: float  # mean luma, 0 to 1
    texture: float  # mean slope of the luma: 0 is smooth


@dataclass(frozen=True, slots=True)
class PictureFacts:
    """What was measured on a picture."""

    whole: Region
    top: Region
    middle: Region
    bottom: Region
    center: Region
    border: Region
    contrast: float  # standard deviation of the luma
    uprightness: float  # share of all slopes that belongs to upright lines
    evenness: float  # 1 where every part has as much texture as every other

    @property
    def is_gray(self) -> bool:
        """Whether the picture has no other colors than black, gray and white."""
        return set(self.whole.colors) <= {"black", "gray", "white"}


def describe_region(names: Names, luma: Map, slopes: Map) -> Region:
    """The facts of one part of a picture."""
    counts = Counter(names.ravel().tolist()).most_common()
    colors = tuple(name for name, count in counts if count >= FILLS * names.size)
    return Region(counts[0][0], colors, float(luma.mean()), float(slopes.mean()))


def measure_evenness(slopes: Map) -> float:
    """How alike sixteen parts of a picture are in texture: the smallest mean slope over the largest."""
    parts = [part.mean() for row in np.array_split(slopes, 4) for part in np.array_split(row, 4, axis=1)]
    return float(min(parts) / max(max(parts), 1e-6))


def measure_picture(pixels: Pixels) -> PictureFacts:
    """All facts of one picture."""
    names, luma = name_colors(pixels), pixels.mean(axis=2)
    smooth = gaussian_filter(luma, 0.7)
    across, down = np.abs(sobel(smooth, axis=1)), np.abs(sobel(smooth, axis=0))
    slopes = np.hypot(across, down)
    height, width = luma.shape
    third, left, upper = height // 3, width // 4, height // 4
    inside = np.zeros(luma.shape, dtype=bool)
    inside[upper : height - upper, left : width - left] = True
    rows = (slice(0, third), slice(third, height - third), slice(height - third, height))
    parts = (slice(None), *rows, inside, ~inside)
    whole, top, middle, bottom, center, border = (
        describe_region(names[part], luma[part], slopes[part]) for part in parts
    )
    return PictureFacts(
        whole=whole,
        top=top,
        middle=middle,
        bottom=bottom,
        center=center,
        border=border,
        contrast=float(smooth.std()),
        uprightness=float(across.sum() / max((across + down).sum(), 1e-6)),
        evenness=measure_evenness(slopes),
    )
