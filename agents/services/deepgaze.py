"""DeepGaze III (Kümmerer, Bethge and Wallis 2022), from its authors' package: where an eye goes next."""

from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from django.utils.translation import gettext
from numpy.typing import NDArray
from scipy.ndimage import zoom
from scipy.special import logsumexp

from agents.services.weights import fill, lack_weights
from turingapp.errors import ModelNotHere

PACKAGE = "deepgaze_pytorch"
HISTORY = 4  # how many fixations before the next one it knows

Floats = NDArray[np.float64]


@lru_cache(maxsize=1)
def load_model(weights: Path) -> Any:
    """The model with the weights of a file; raises ModelNotHere."""
    lacks = lack_deepgaze(weights)
    if lacks:
        raise ModelNotHere(" ".join(lacks))
    from deepgaze_pytorch import DeepGazeIII

    return fill(DeepGazeIII(pretrained=False), weights, "DeepGaze III")


def predict_next(weights: Path, pixels: Floats, bias: Floats, seen: Sequence[tuple[float, float]]) -> Floats:
    """The log density of the next fixation over a picture (0 to 1), after those `seen` in pixels, x and y.

    `bias` is the log density of where people look whatever there is, at the picture's size. Raises ModelNotHere.
    """
    model = load_model(weights)
    import torch

    before = [(float("nan"), float("nan"))] * max(0, HISTORY - len(seen)) + list(seen)[-HISTORY:]
    latest_first = before[::-1]
    with torch.inference_mode():
        density = model(
            torch.tensor((pixels * 255).transpose(2, 0, 1)[None], dtype=torch.float32),
            torch.tensor(bias[None], dtype=torch.float32),
            torch.tensor([[x for x, _ in latest_first]], dtype=torch.float32),
            torch.tensor([[y for _, y in latest_first]], dtype=torch.float32),
        )
    found: Floats = density.reshape(pixels.shape[:2]).numpy().astype(np.float64)
    return found


def load_bias(path: Path | None, shape: tuple[int, int]) -> Floats:
    """A bias to the center from a file of the authors, brought to a picture's size; none is alike everywhere."""
    given = np.load(path) if path else np.zeros(shape)
    bias = zoom(given, (shape[0] / given.shape[0], shape[1] / given.shape[1]), order=0, mode="nearest")
    normalized: Floats = bias - logsumexp(bias)
    return normalized


def lack_deepgaze(weights: Path) -> tuple[str, ...]:
    """What is lacking, as sentences; imports no torch."""
    told = gettext(
        "The package %(package)s is not installed; its authors have it at github.com/matthias-k/DeepGaze."
    ) % {"package": PACKAGE}
    package = () if find_spec(PACKAGE) else (told,)
    return (*package, *lack_weights(weights, "DeepGaze III"))
