"""The attention agents with weights: VGG16 and DeepGaze III with weights of chance, OpenCV as it is installed."""

import random
import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from PIL import Image

from agents.ai_agents.answers import Failure, NoAnswer
from agents.ai_agents.deepgaze import DeepGaze
from agents.ai_agents.ivsn import Ivsn
from agents.ai_agents.opencv_saliency import OpenCvSaliency
from agents.services import deepgaze
from agents.services.vgg16 import LAST_POOLING, LAST_RELU, build_features, find_features
from tests.agents.pictures import store
from turingapp.errors import ModelNotHere


@pytest.fixture(scope="module")
def vgg16(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of weights as torchvision writes it, with its classifier's names too."""
    torch = pytest.importorskip("torch", reason="needs the extra [models]")
    torch.manual_seed(3)
    weights = {f"features.{name}": value for name, value in build_features().state_dict().items()}
    for name, value in weights.items():  # so that a picture is not drowned in the biases
        torch.nn.init.kaiming_normal_(value) if name.endswith("weight") else torch.nn.init.zeros_(value)
    path = tmp_path_factory.mktemp("vgg16") / "vgg16.pth"
    torch.save({**weights, "classifier.6.bias": torch.zeros(3)}, path)
    return path


def draw_scene() -> Image.Image:
    """Gray noise with a striped patch at the right."""
    rng = np.random.default_rng(1)
    pixels = rng.integers(110, 140, (240, 320, 3)).astype(np.uint8)
    pixels[150:182, 240:272] = draw_stripes()
    return Image.fromarray(pixels)


def draw_stripes() -> np.ndarray:
    stripes = np.zeros((32, 32, 3), dtype=np.uint8)
    stripes[:, ::4, 0] = 255
    stripes[:, 1::4, 0] = 255
    return stripes


def test_the_modules_stand_at_torchvisions_numbers() -> None:
    # The shapes of torchvision's vgg16 state dict: features.0, .14 and .28.
    pytest.importorskip("torch", reason="needs the extra [models]")
    shapes = {name: tuple(value.shape) for name, value in build_features().state_dict().items()}
    assert shapes["0.weight"] == (64, 3, 3, 3)
    assert shapes["14.weight"] == (256, 256, 3, 3)
    assert shapes["28.weight"] == (512, 512, 3, 3)
    assert sum(int(np.prod(shape)) for shape in shapes.values()) == 14_714_688  # as the paper's table has it, in full


@pytest.mark.long
def test_features_have_the_sizes_that_the_search_network_has(vgg16: Path) -> None:
    assert find_features(vgg16, np.full((224, 224, 3), 0.5), depth=LAST_RELU).shape == (512, 14, 14)
    assert find_features(vgg16, np.full((32, 32, 3), 0.5), depth=LAST_POOLING).shape == (512, 1, 1)


@pytest.mark.long
def test_a_search_goes_first_to_what_looks_like_the_target(vgg16: Path) -> None:
    target = store(Image.fromarray(draw_stripes()), "target")["image"]
    stimulus = {**store(draw_scene()), "mode": "search", "target": "stripes", "target_image": target}
    agent = Ivsn().with_settings({"weights": str(vgg16), "side": 320, "fewest": 3, "most": 3})
    assert agent.find_lacks() == ()
    saliency = agent.map_picture(stimulus)
    row, column = divmod(int(saliency.argmax()), saliency.shape[1])
    assert (column + 0.5) / saliency.shape[1] == pytest.approx(256 / 320, abs=0.1)
    assert (row + 0.5) / saliency.shape[0] == pytest.approx(166 / 240, abs=0.12)
    assert len(agent.respond("attention", stimulus, random.Random(0)).payload["fixations"]) == 3
    assert len(agent.details["revision"]) == 16


@pytest.mark.long
def test_free_viewing_needs_no_target_and_a_search_does(vgg16: Path) -> None:
    agent = Ivsn().with_settings({"weights": str(vgg16), "side": 128})
    assert len(agent.respond("attention", store(draw_scene()), random.Random(0)).payload["fixations"]) >= 8
    search = {**store(draw_scene()), "mode": "search", "target": "stripes", "target_image": None}
    with pytest.raises(NoAnswer, match="a search for 'stripes' needs a picture of it") as caught:
        agent.respond("attention", search, random.Random(0))
    assert caught.value.kind == Failure.CANNOT_TAKE


def test_weights_that_are_none_are_refused_by_name(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="needs the extra [models]")
    agent = Ivsn().with_settings({"weights": str(tmp_path / "absent.pth")})
    assert "absent.pth" in agent.find_lacks()[0]
    assert agent.details["revision"] == "missing"
    for content in ({"features.0.weight": torch.zeros(1)}, [1, 2]):
        torch.save(content, tmp_path / "other.pth")
        with pytest.raises(ModelNotHere, match="holds no weights of VGG16"):
            find_features(tmp_path / "other.pth", np.zeros((32, 32, 3)), depth=1)
    (tmp_path / "text.pth").write_text("no weights", encoding="utf-8")
    with pytest.raises(ModelNotHere, match=r"text\.pth holds no weights of VGG16"):
        find_features(tmp_path / "text.pth", np.zeros((32, 32, 3)), depth=1)


@pytest.mark.parametrize("method", ["spectral-residual", "fine-grained"])
def test_opencvs_maps_are_walked_over(method: str) -> None:
    pytest.importorskip("cv2", reason="needs the extra [models]")
    scene = Image.new("RGB", (320, 240), (120, 120, 120))
    scene.paste((250, 240, 30), (230, 60, 250, 80))
    agent = OpenCvSaliency().with_settings({"method": method})
    assert agent.find_lacks() == ()
    first = agent.respond("attention", store(scene), random.Random(1)).payload["fixations"][0]
    assert first == pytest.approx((0.75, 0.29), abs=0.08)


def stand_in_for_deepgaze(asked: list[Any]) -> ModuleType:
    """DeepGaze's package with a model of its form: it expects the next fixation a fifth to the right of the last."""
    import torch

    class DeepGazeIII(torch.nn.Module):
        def __init__(self, pretrained: bool = True) -> None:
            super().__init__()
            assert not pretrained  # which would fetch the weights
            self.spread = torch.nn.Parameter(torch.tensor(4.0))

        def forward(self, image: Any, bias: Any, x_history: Any, y_history: Any) -> Any:
            asked.append((image.shape, x_history[0].tolist(), y_history[0].tolist()))
            height, width = image.shape[2:]
            y, x = torch.meshgrid(torch.arange(height), torch.arange(width), indexing="ij")
            squared = (x - (x_history[0, 0] + width / 5) % width) ** 2 + (y - y_history[0, 0]) ** 2
            return torch.log_softmax((bias[0] - squared / (2 * self.spread**2)).flatten(), 0).reshape(
                1, 1, height, width
            )

    module = ModuleType("deepgaze_pytorch")
    module.__dict__["DeepGazeIII"] = DeepGazeIII
    return module


def test_deepgaze_goes_on_from_the_last_four_fixations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch", reason="needs the extra [models]")
    weights = tmp_path / "deepgaze3.pth"
    agent = DeepGaze().with_settings({"weights": str(weights), "fewest": 6, "most": 6, "side": 128})
    assert "deepgaze_pytorch is not installed" in agent.find_lacks()[0]
    assert str(weights) in agent.find_lacks()[1]
    asked: list[Any] = []
    monkeypatch.setitem(sys.modules, "deepgaze_pytorch", stand_in_for_deepgaze(asked))
    monkeypatch.setattr(deepgaze, "find_spec", lambda name: True)
    torch.save({"spread": torch.tensor(4.0)}, weights)
    answer = agent.respond("attention", store(Image.new("RGB", (320, 240), (90, 90, 90))), random.Random(0))
    points = answer.payload["fixations"]
    assert len(points) == len(asked) == 6
    steps = [(b[0] - a[0]) % 1 for a, b in pairwise(points)]
    assert steps == pytest.approx([0.2] * 5, abs=0.15)
    assert asked[0][0] == (1, 3, 96, 128)
    assert asked[0][1][0] == 64.0  # it sets out from the middle
    assert np.isnan(asked[0][1][1:]).all()  # and has no fixations before
    assert not np.isnan(asked[4][1]).any()
