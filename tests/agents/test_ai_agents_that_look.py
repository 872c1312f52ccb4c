"""The AI agents that look at pictures: color names, words."""

import random

import numpy as np
import pytest
from PIL import Image, ImageColor

from agents.ai_agents.answers import Failure, NoAnswer
from agents.ai_agents.color_names import NAMED_COLORS, convert_to_lab, name_colors
from agents.ai_agents.layout_words import LayoutWords
from agents.ai_agents.median_cut import MeanColor, MedianCut
from agents.ai_agents.picture_facts import measure_picture
from agents.ai_agents.pixel_words import PixelWords
from agents.tasks.color import COLORS
from tests.agents.pictures import find_media_path, store


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


# Colors of CSS (W3C CSS Color 4) whose name ends in a basic one that people would hardly give: near-whites, mixtures.
ODD_IN_CSS = {"aliceblue", "brown", "cadetblue", "greenyellow", "lightyellow", "navajowhite", "sandybrown", "rosybrown"}
ODD_IN_CSS |= {"lightgoldenrodyellow", "mediumvioletred", "palevioletred", "orangered", "slateblue", "mediumslateblue"}


def test_the_colors_of_css_get_the_basic_name_that_is_in_theirs() -> None:
    wrong = {}
    for name in ImageColor.colormap.keys() - ODD_IN_CSS:
        basic = [color for color in COLORS if name.replace("grey", "gray").endswith(color)]
        found = str(name_colors(np.array(ImageColor.getrgb(name)) / 255))
        if basic and found != basic[0]:
            wrong[name] = found
    assert wrong == {}


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
