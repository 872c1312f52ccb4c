"""Where a picture is like the target of a search: features that the target has more of than the picture count more."""

import numpy as np

from agents.ai_agents.base import Pixels
from agents.ai_agents.saliency.channels import ANGLES, filter_orientation, halve, oppose_colors
from agents.ai_agents.saliency.maps import Map, resize, scale_to_one

LEAST = 1e-2  # so that what a picture lacks altogether has no weight without bound
COARSER = 2  # levels between the features' size and the map's


def map_likeness(scene: Pixels, target: Pixels, shape: tuple[int, int]) -> Map:
    """How much each place has the target's features, from 0 to 1.

    The best gain of a feature is what the target has of it over what its surroundings have, divided by the mean of
    these ratios (Navalpakkam and Itti 2007); here the surroundings are the whole picture, and each feature is counted
    in units of its mean there.
    """
    found = find_features(scene)
    typical = found.mean(axis=(1, 2)) + LEAST
    ratios = find_features(target).mean(axis=(1, 2)) / typical
    gains = ratios / ratios.mean()
    likeness: Map = np.tensordot(gains / typical, found, axes=1)
    for _ in range(COARSER):
        likeness = halve(likeness)
    return scale_to_one(resize(likeness, shape))


def find_features(pixels: Pixels) -> Map:
    """Ten features, none below 0, stacked: red, green, blue, yellow, bright, dark, and lines at four angles."""
    intensity = pixels.mean(axis=2)
    opponents = oppose_colors(pixels, intensity)
    colors = [np.maximum(0.0, sign * one) for one in opponents for sign in (1, -1)]
    lines = [filter_orientation(intensity, angle) for angle in ANGLES]
    return np.stack([*colors, intensity, 1 - intensity, *lines])
