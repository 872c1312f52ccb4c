"""The AI agents of the attention task that need no weights."""

import random
from itertools import pairwise

import numpy as np
import pytest
from PIL import Image

from agents.ai_agents.answers import Failure, NoAnswer
from agents.ai_agents.base import AIAgent
from agents.ai_agents.center_walk import CenterWalk
from agents.ai_agents.saliency_paths import Gbvs, IttiKoch, SpectralSaliency
from tests.agents.pictures import store
from turingapp.errors import InvalidPayload


def test_the_first_fixation_goes_to_the_one_thing_that_stands_out() -> None:
    image = Image.new("RGB", (320, 240), (120, 120, 120))
    image.paste((250, 30, 30), (230, 60, 250, 80))
    for seed in range(5):
        x, y = SpectralSaliency().respond("attention", store(image), random.Random(seed)).payload["fixations"][0]
        assert (x, y) == pytest.approx((0.75, 0.29), abs=0.06)


def test_fixations_stay_inside_do_not_return_at_once_and_lie_on_no_grid() -> None:
    noise = np.random.default_rng(5).integers(0, 256, (240, 320, 3), dtype=np.uint8)
    fixations = (
        SpectralSaliency().respond("attention", store(Image.fromarray(noise)), random.Random(2)).payload["fixations"]
    )
    assert 8 <= len(fixations) <= 15
    assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in fixations)
    steps = [np.hypot(a[0] - b[0], a[1] - b[1]) for a, b in pairwise(fixations)]
    assert min(steps) > 0.03
    # The map has 64 columns; points on it would be multiples of 1/64 apart.
    offsets = {round(x * 64 % 1, 1) for x, _ in fixations}
    assert len(offsets) > 3


def test_a_search_needs_a_picture_of_its_target_unless_the_target_has_no_share() -> None:
    scene = Image.new("RGB", (320, 240), (128, 128, 128))
    scene.paste((60, 60, 220), (230, 160, 260, 190))
    scene.paste((220, 60, 60), (60, 60, 90, 90))
    stimulus = {**store(scene), "mode": "search", "target": "red box", "target_image": None}
    with pytest.raises(NoAnswer, match="target_image is missing: a search for 'red box'") as caught:
        IttiKoch().respond("attention", stimulus, random.Random(0))
    assert caught.value.kind == Failure.CANNOT_TAKE
    assert IttiKoch().with_settings({"target_share": 0}).respond("attention", stimulus, random.Random(0)).payload
    target = store(Image.new("RGB", (40, 40), (230, 40, 40)), "target")["image"]
    agent = IttiKoch().with_settings({"target_share": 0.8})
    answer = agent.respond("attention", {**stimulus, "target_image": target}, random.Random(0))
    assert answer.payload["fixations"][0] == pytest.approx((75 / 320, 75 / 240), abs=0.08)


def test_the_settings_of_a_walk_are_kept_and_checked() -> None:
    agent = Gbvs().with_settings({"walk": "chance", "fewest": 3, "most": 3})
    noise = np.random.default_rng(5).integers(0, 256, (90, 120, 3), dtype=np.uint8)
    stimulus = store(Image.fromarray(noise))
    assert len(agent.respond("attention", stimulus, random.Random(2)).payload["fixations"]) == 3
    with pytest.raises(InvalidPayload, match="most is 3: it should be at least fewest, which is 9"):
        agent.with_settings({"fewest": 9})
    with pytest.raises(InvalidPayload, match="walk is 'backwards'"):
        agent.with_settings({"walk": "backwards"})


@pytest.mark.parametrize("agent", [SpectralSaliency(), IttiKoch(), CenterWalk()])
def test_fixations_have_the_precision_of_an_eye_tracker_over_the_picture(agent: AIAgent) -> None:
    # People's scanpaths of published files are whole pixels of the picture; another precision would tell who looked.
    noise = np.random.default_rng(5).integers(0, 256, (600, 800, 3), dtype=np.uint8)
    fixations = agent.respond("attention", store(Image.fromarray(noise)), random.Random(1)).payload["fixations"]
    pixels = [value * size for point in fixations for value, size in zip(point, (800, 600), strict=True)]
    assert pixels == pytest.approx([round(value) for value in pixels], abs=1e-6)
    assert len({round(value) % 25 for value in pixels}) > 8  # and on no coarser grid
