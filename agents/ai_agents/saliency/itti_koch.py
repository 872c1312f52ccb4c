"""The saliency map of Itti, Koch and Niebur (1998), "A model of saliency-based visual attention"."""

import numpy as np
from scipy.ndimage import maximum_filter

from agents.ai_agents.base import Pixels
from agents.ai_agents.saliency.channels import Pyramid, add_up, find_channels
from agents.ai_agents.saliency.maps import Map, resize, scale_to_one

CENTERS = (0, 1, 2)  # levels 2, 3 and 4
DELTAS = (3, 4)  # how many levels coarser the surround is
MAP_LEVEL = 2  # level 4
LOW = 0.1  # local maxima below this are no peaks


def subtract_surround(levels: Pyramid) -> list[Map]:
    """|center - surround| for the six pairs of levels, each at the map's size."""
    contrasts = []
    for center in CENTERS:
        for delta in DELTAS:
            surround = resize(levels[center + delta], levels[center].shape)
            contrasts.append(resize(np.abs(levels[center] - surround), levels[MAP_LEVEL].shape))
    return contrasts


def promote_peaks(values: Map) -> Map:
    """Their operator N: a map with one high peak stays, one with many alike is damped by (1 - mean of the others)²."""
    scaled = scale_to_one(values)
    peaks = scaled[(scaled == maximum_filter(scaled, size=3)) & (scaled > LOW)]
    others = np.sort(peaks)[:-1]
    return scaled * (1 - (others.mean() if others.size else 0.0)) ** 2


def combine(levels: Pyramid) -> Map:
    """The conspicuity of one feature: its contrasts, peaks promoted, added up."""
    return add_up([promote_peaks(one) for one in subtract_surround(levels)])


def map_itti_koch(pixels: Pixels) -> Map:
    """The mean of the three conspicuity maps, peaks promoted once more."""
    channels = find_channels(pixels)
    intensity = combine(channels.intensity)
    color = add_up([combine(levels) for levels in channels.colors])
    orientation = add_up([promote_peaks(combine(levels)) for levels in channels.orientations])
    return add_up([promote_peaks(one) for one in (intensity, color, orientation)]) / 3
