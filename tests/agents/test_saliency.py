"""Saliency maps and the walks over them, against their papers' formulas and people's own scanpaths."""

import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from agents.ai_agents.saliency import itti_koch, walks
from agents.ai_agents.saliency.channels import ANGLES, filter_orientation
from agents.ai_agents.saliency.gbvs import activate, gather, map_gbvs
from agents.ai_agents.saliency.itti_koch import map_itti_koch, promote_peaks
from agents.ai_agents.saliency.maps import Map, resize, scale_to_one
from agents.ai_agents.saliency.search import map_likeness
from agents.ai_agents.saliency.spectral import map_by_spectrum
from agents.formats.osie import HEIGHT, WIDTH
from agents.formats.tables import TableRow, read_table

MAPS = [map_by_spectrum, map_itti_koch, map_gbvs]


def draw_bars(angle: float, size: int = 64) -> Map:
    """Lines at an angle, 7 cells apart."""
    y, x = np.mgrid[0:size, 0:size]
    turn = np.radians(angle)
    lines: Map = 0.5 + 0.5 * np.cos(2 * np.pi / 7 * (x * np.sin(turn) + y * np.cos(turn)))
    return lines


@pytest.mark.parametrize("find_map", MAPS)
@pytest.mark.parametrize("shape", [(1, 1), (1, 128), (96, 128), (128, 3)])
def test_a_flat_picture_of_any_shape_has_a_map_of_numbers(
    find_map: Callable[[Map], Map], shape: tuple[int, int]
) -> None:
    saliency = find_map(np.full((*shape, 3), 0.4))
    assert np.isfinite(saliency).all()
    assert walks.walk_by_chance(saliency, count=3, rng=random.Random(0))


@pytest.mark.parametrize("find_map", MAPS)
def test_what_differs_from_everything_about_it_stands_out(find_map: Callable[[Map], Map]) -> None:
    pixels = np.full((96, 128, 3), (0.3, 0.5, 0.3))
    pixels[20:28, 90:98] = (0.9, 0.1, 0.1)
    saliency = find_map(pixels)
    row, column = divmod(int(saliency.argmax()), saliency.shape[1])
    assert (column + 0.5) / saliency.shape[1] == pytest.approx(94 / 128, abs=0.06)
    assert (row + 0.5) / saliency.shape[0] == pytest.approx(24 / 96, abs=0.08)


def test_the_odd_one_out_by_orientation_stands_out() -> None:
    # The classical display (Itti, Koch and Niebur 1998, figure 4): one bar among bars of another orientation.
    pixels = np.full((128, 128, 3), 0.5)
    for top in range(8, 120, 24):
        for left in range(8, 120, 24):
            if (top, left) == (32, 80):
                pixels[top + 6 : top + 9, left : left + 14] = 0.9
            else:
                pixels[top : top + 14, left + 6 : left + 9] = 0.9
    saliency = map_itti_koch(pixels)
    row, column = divmod(int(saliency.argmax()), saliency.shape[1])
    assert ((column + 0.5) * 4, (row + 0.5) * 4) == pytest.approx((87, 39), abs=10)


@pytest.mark.parametrize("angle", ANGLES)
def test_an_orientation_filter_answers_most_to_its_own_angle_and_not_to_flat_gray(angle: float) -> None:
    answers = {other: filter_orientation(draw_bars(other), angle)[20:44, 20:44].mean() for other in ANGLES}
    assert max(answers, key=lambda other: answers[other]) == angle
    assert filter_orientation(np.full((32, 32), 0.7), angle).max() == pytest.approx(0, abs=1e-9)


def test_one_peak_is_promoted_and_many_alike_are_damped() -> None:
    # N of the paper: one peak of height 1 and no other keeps (1 - 0)²; with others of mean .9 it keeps (1 - .9)².
    one = np.zeros((9, 9))
    one[4, 4] = 2.0
    many = np.zeros((9, 9))
    many[1::3, 1::3] = 1.8
    many[4, 4] = 2.0
    assert promote_peaks(one).max() == pytest.approx(1)
    assert promote_peaks(many).max() == pytest.approx(0.01)


def walk_long(transitions: Map, steps: int = 2000) -> Map:
    """Where a walker is after many steps, by the transition matrix itself."""
    chances = np.full(len(transitions), 1 / len(transitions))
    for _ in range(steps):
        chances = chances @ transitions
    return chances


def weigh_pairs(shape: tuple[int, int], spread: float) -> Map:
    """F of the paper: exp(-distance² / 2 spread²) of each two cells, the spread in sides of the map."""
    y, x = (axis.ravel() for axis in np.mgrid[0 : shape[0], 0 : shape[1]])
    near: Map = np.exp(-((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2) / (2 * (spread * max(shape)) ** 2))
    return near


def test_the_shares_of_the_graphs_walkers_are_those_that_walking_gives() -> None:
    feature = np.random.default_rng(3).random((5, 7))
    values = feature.ravel()
    weights = np.abs(values[:, None] - values) * weigh_pairs(feature.shape, 0.15)
    walked = walk_long(weights / weights.sum(axis=1, keepdims=True))
    assert activate(feature).ravel() == pytest.approx(walked, rel=1e-6)
    drawn = activate(feature).ravel() * weigh_pairs(feature.shape, 0.06)
    walked = walk_long(drawn / drawn.sum(axis=1, keepdims=True))
    assert gather(activate(feature)).ravel() == pytest.approx(walked, rel=1e-6)


def test_resizing_keeps_a_slope_and_a_flat_map() -> None:
    slope = np.tile(np.arange(8.0), (6, 1))
    assert resize(slope, (6, 16))[0, 1:-1] == pytest.approx(np.arange(0.25, 7, 0.5))
    assert resize(np.full((3, 5), 2.0), (9, 4)) == pytest.approx(np.full((9, 4), 2.0))


def test_a_searched_color_draws_more_than_another_that_stands_out_as_much() -> None:
    scene = np.full((96, 128, 3), 0.5)
    scene[20:32, 20:32] = (0.8, 0.2, 0.2)
    scene[60:72, 90:102] = (0.2, 0.2, 0.8)
    for color, middle in (((0.9, 0.1, 0.1), (26, 26)), ((0.1, 0.1, 0.9), (96, 66))):
        likeness = map_likeness(scene, np.full((40, 40, 3), color), (24, 32))
        row, column = divmod(int(likeness.argmax()), 32)
        assert ((column + 0.5) * 4, (row + 0.5) * 4) == pytest.approx(middle, abs=8)


@pytest.mark.parametrize("walk", [walks.walk_maxima, walks.walk_by_chance])
def test_a_walk_stays_in_the_picture_and_off_its_grid(walk: Callable[..., list[walks.Point]]) -> None:
    saliency = np.random.default_rng(1).random((24, 32))
    points = walk(saliency, count=200, rng=random.Random(4))
    assert len(points) == 200
    assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in points)
    within = [x * 32 % 1 for x, _ in points]
    assert np.histogram(within, bins=5, range=(0, 1))[0].min() > 20


def test_what_is_never_forgotten_is_not_looked_at_twice() -> None:
    saliency = np.zeros((24, 32))
    saliency[4, 4], saliency[18, 28] = 1.0, 0.9
    points = walks.walk_maxima(saliency, count=6, rng=random.Random(0), fading=1.0)
    assert points[0] == pytest.approx((4.5 / 32, 4.5 / 24), abs=0.03)
    assert points[1] == pytest.approx((28.5 / 32, 18.5 / 24), abs=0.03)
    assert all(np.hypot(x - points[0][0], y - points[0][1]) > 0.1 for x, y in points[2:])


def measure_saccades(points: list[walks.Point], shape: float) -> list[float]:
    """Lengths in picture widths; `shape` is height over width."""
    return [float(np.hypot(b[0] - a[0], (b[1] - a[1]) * shape)) for a, b in pairwise(points)]


@pytest.mark.long
def test_the_lengths_of_drawn_saccades_are_those_of_people(shared_data: Path) -> None:
    folder = shared_data / "data/attention/osie"
    people: list[float] = []
    for row in read_table(folder / "scanpaths.csv", required=("x", "y")):
        assert isinstance(row, TableRow)
        x, y = ([float(part) for part in row.cells[axis].split()] for axis in "xy")
        people += measure_saccades([(a / WIDTH, b / HEIGHT) for a, b in zip(x, y, strict=True)], HEIGHT / WIDTH)
    drawn: list[float] = []
    for path in sorted((folder / "stimuli").glob("*.jpg")):
        with Image.open(path) as picture:
            picture.thumbnail((128, 128))
            saliency = scale_to_one(itti_koch.map_itti_koch(np.asarray(picture.convert("RGB"), dtype=float) / 255))
        for seed in range(8):
            points = walks.walk_by_chance(saliency, count=10, rng=random.Random(f"{path.name}/{seed}"))
            drawn += measure_saccades(points, HEIGHT / WIDTH)
    assert len(people) == 87_821
    # Quartiles within a map's cell (1/32) of people's, where walking the maxima is off by .1 to .25.
    assert np.quantile(drawn, (0.25, 0.5, 0.75)) == pytest.approx(np.quantile(people, (0.25, 0.5, 0.75)), abs=1 / 32)
