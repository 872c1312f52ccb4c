"""The AI agents that look at pictures: color names, words."""

import random

import numpy as np
import pytest
from PIL import Image

from agents.ai_agents.answers import Failure, NoAnswer
from agents.ai_agents.color_names import NAMED_COLORS, convert_to_lab, name_colors
from agents.ai_agents.layout_words import LayoutWords
from agents.ai_agents.median_cut import MeanColor, MedianCut
from agents.ai_agents.picture_facts import measure_picture
from agents.ai_agents.pixel_words import PixelWords
from agents.media import find_media_path
from agents.tasks.color import COLORS
from tests.agents.pictures import store


# The primaries of sRGB in CIELAB under D65, as B. Lindbloom's color calculator gives them.
@pytest.mark.parametrize(
    ("rgb", "lab"),
    [
        ((255, 0, 0), (53.24, 80.09, 67.20)),
        ((0, 255, 0), (87.73, -86.18, 83.18)),
        ((0, 0, 255), (32.30, 79.19, -107.86)),
        ((255, 255, 255), (100.0, 0.0, 0.0)),
    ],
)
def test_cielab_of_the_primaries(rgb: tuple[int, int, int], lab: tuple[float, float, float]) -> None:
    assert convert_to_lab(np.array(rgb) / 255) == pytest.approx(np.array(lab), abs=0.02)


def test_the_names_are_the_tasks_eleven_and_each_point_has_its_own_name() -> None:
    assert {name for name, _ in NAMED_COLORS} == set(COLORS)
    points = np.array([rgb for _, rgb in NAMED_COLORS]) / 255
    assert name_colors(points).tolist() == [name for name, _ in NAMED_COLORS]


@pytest.mark.parametrize(
    ("rgb", "name"),
    [
        # The CSS colors of these names (W3C CSS Color 4), each of which is a shade of the basic one.
        ((178, 34, 34), "red"),  # firebrick
        ((255, 105, 180), "pink"),  # hotpink
        ((255, 165, 0), "orange"),
        ((255, 215, 0), "yellow"),  # gold
        ((128, 0, 128), "purple"),
        ((34, 139, 34), "green"),  # forestgreen
        ((70, 130, 180), "blue"),  # steelblue
        ((139, 69, 19), "brown"),  # saddlebrown
        ((105, 105, 105), "gray"),  # dimgray
        ((245, 245, 245), "white"),  # whitesmoke
    ],
)
def test_shades_get_their_basic_name(rgb: tuple[int, int, int], name: str) -> None:
    assert str(name_colors(np.array(rgb) / 255)) == name


def test_median_cut_names_the_color_of_most_pixels_and_the_mean_lies_between() -> None:
    image = Image.new("RGB", (100, 100), (20, 80, 200))
    image.paste((255, 255, 255), (0, 0, 100, 40))
    stimulus = store(image)
    assert MedianCut().respond("color", stimulus, random.Random(0)).payload == {"color": "blue"}
    # .6 x (20, 80, 200) + .4 x white = (114, 150, 222)
    assert MeanColor().respond("color", stimulus, random.Random(0)).payload == {"color": "blue"}


def test_words_come_from_what_is_measured() -> None:
    image = Image.new("RGB", (120, 120), (240, 240, 245))
    image.paste((40, 120, 40), (0, 80, 120, 120))
    image.paste((240, 140, 60), (45, 45, 75, 75))
    stimulus = store(image)
    facts = measure_picture(np.asarray(image, dtype=float) / 255)
    assert (facts.top.color, facts.bottom.color) == ("white", "green")
    assert LayoutWords().respond("objects", stimulus, random.Random(0)).payload == {"words": ["flower", "sky", "grass"]}
    assert PixelWords().respond("objects", stimulus, random.Random(0)).payload["words"][0] == "sky"


def test_a_broken_picture_is_no_answer() -> None:
    stimulus = store(Image.new("RGB", (50, 50)))
    path = find_media_path("made")
    path.write_bytes(path.read_bytes()[:300])
    with pytest.raises(NoAnswer, match="cannot be read") as caught:
        MedianCut().respond("color", stimulus, random.Random(0))
    assert caught.value.kind == Failure.CANNOT_TAKE
