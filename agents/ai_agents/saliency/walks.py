"""How an eye goes over a saliency map: the highest place wins, or chance draws with saccades as long as people's.

Both end off the map's grid: a point lies anywhere in its cell, so that no grid gives away who looked.
"""

import random

import numpy as np

from agents.ai_agents.saliency.maps import PRESENCE, Map, pull_to_center, scale_to_one

INHIBITED = 0.09  # radius of the inhibition of return, in picture widths
FADING = 0.9  # what is left of an inhibition one fixation later
NOISE = 0.02  # of the highest place; which of two near equals wins is chance

# Saccades of 15 people over 700 pictures (OSIE; Xu et al. 2014), 87,821 of them: the gamma distribution that fits their
# lengths in picture widths (floc=0, maximum likelihood), and the mean cosine of twice their angle, twice.
LENGTH_SHAPE, LENGTH_SCALE = 1.067, 0.1673
SIDEWAYS = 0.373
RING = 0.015  # how exactly a length is kept, in picture widths
REFINEMENT = 2.0  # the power of the map: a place twice as salient is four times as likely
LEAST_WORTH = 1e-3

Point = tuple[float, float]  # in shares of the width and height, from the upper left corner


def walk_maxima(saliency: Map, *, count: int, rng: random.Random, fading: float = FADING) -> list[Point]:
    """The winner takes all, is inhibited, and the next one wins; inhibition wears off (Koch and Ullman 1985)."""
    noise = np.random.default_rng(rng.getrandbits(64))
    x, y = find_middles(saliency.shape)
    inhibition = np.zeros_like(saliency)
    fixations = []
    for _ in range(count):
        place = int((saliency * (1 - inhibition) + noise.normal(0, NOISE, saliency.shape)).argmax())
        fixations.append(point_within(place, saliency.shape, rng))
        inhibition = np.maximum(fading * inhibition, spread_about(place, x, y))
    return fixations


def walk_by_chance(saliency: Map, *, count: int, rng: random.Random, fading: float = FADING) -> list[Point]:
    """The length of each saccade is drawn from people's, then its end from the places about that far away.

    There, salient places, places not inhibited and places to the side are likelier. The first place is drawn near the
    center. After the idea of Boccignone and Ferraro (2004), with lengths as measured.
    """
    x, y = find_middles(saliency.shape)
    worth = scale_to_one(saliency) ** REFINEMENT + LEAST_WORTH
    inhibition = np.zeros_like(saliency)
    weights = worth * pull_to_center(saliency.shape) ** 2
    fixations = []
    for _ in range(count):
        place = draw_place(weights, rng)
        fixations.append(point_within(place, saliency.shape, rng))
        inhibition = np.maximum(fading * inhibition, spread_about(place, x, y))
        length = rng.gammavariate(LENGTH_SHAPE, LENGTH_SCALE)
        weights = worth * (1 - inhibition) * weigh_ends(place, length, x, y)
    return fixations


def find_middles(shape: tuple[int, int]) -> tuple[Map, Map]:
    """Where the cells' middles lie, across and down, both in picture widths."""
    height, width = shape
    y, x = np.mgrid[0:height, 0:width]
    return (x + 0.5) / width, (y + 0.5) / width


def spread_about(place: int, x: Map, y: Map) -> Map:
    """The inhibition that a fixation of a cell leaves: 1 there and less about it."""
    squared = (x - x.flat[place]) ** 2 + (y - y.flat[place]) ** 2
    inhibition: Map = np.exp(-squared / (2 * INHIBITED**2))
    return inhibition


def weigh_ends(place: int, length: float, x: Map, y: Map) -> Map:
    """How likely a saccade of a length from a cell ends in each cell, were the picture blank.

    Where the picture ends before, the farthest places are the likeliest.
    """
    across, down = x - x.flat[place], y - y.flat[place]
    squared = across**2 + down**2
    miss = (np.sqrt(squared) - length) ** 2
    sideways = 1 + SIDEWAYS * (across**2 - down**2) / np.maximum(squared, PRESENCE)  # cos 2a = cos² a - sin² a
    weights: Map = sideways * np.exp((miss.min() - miss) / (2 * RING**2))
    return weights


def draw_place(weights: Map, rng: random.Random) -> int:
    """A cell, by its weight."""
    sums = np.cumsum(weights)
    return int(min(np.searchsorted(sums, rng.random() * sums[-1], side="right"), weights.size - 1))


def point_within(place: int, shape: tuple[int, int], rng: random.Random) -> Point:
    """A point anywhere in a cell."""
    row, column = divmod(place, shape[1])
    return (column + rng.random()) / shape[1], (row + rng.random()) / shape[0]


def snap_to_pixels(points: list[Point], size: tuple[int, int]) -> list[Point]:
    """Points on whole pixels of a picture of this width and height, which is the form that eye trackers' files have."""
    width, height = size
    return [(round(x * width) / width, round(y * height) / height) for x, y in points]
