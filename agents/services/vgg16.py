"""VGG16's convolutions (Simonyan and Zisserman 2015, configuration D): what they answer to a picture.

The modules stand at the numbers that torchvision gives them, so that its file of weights is read as it is, while
torchvision, which would replace the small build of torch, is not needed.
"""

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from django.utils.translation import gettext as _
from numpy.typing import NDArray

from agents.services.transformers_local import EXTRA
from agents.services.weights import fill, lack_weights
from turingapp.errors import ModelNotHere

PLAN = (64, 64, 0, 128, 128, 0, 256, 256, 256, 0, 512, 512, 512, 0, 512, 512, 512, 0)  # widths; 0 is pooling
LAST_RELU, LAST_POOLING = 30, 31  # how many modules lead there
PREFIX = "features."
# Of ImageNet's training pictures, as the weights expect them.
MEAN, SPREAD = np.array((0.485, 0.456, 0.406)), np.array((0.229, 0.224, 0.225))

Features = NDArray[np.float32]  # channels x height x width


def build_features() -> Any:
    """The 31 modules, with weights as chance gives them."""
    from torch import nn

    modules: list[Any] = []
    channels = 3
    for width in PLAN:
        if width:
            modules += [nn.Conv2d(channels, width, kernel_size=3, padding=1), nn.ReLU(inplace=True)]
            channels = width
        else:
            modules.append(nn.MaxPool2d(kernel_size=2, stride=2))
    return nn.Sequential(*modules)


@lru_cache(maxsize=1)
def load_features(path: Path) -> Any:
    """The modules with the weights of a file; raises ModelNotHere."""
    lacks = lack_vgg16(path)
    if lacks:
        raise ModelNotHere(" ".join(lacks))
    return fill(build_features(), path, "VGG16 as torchvision names them", prefix=PREFIX)


def find_features(path: Path, pixels: NDArray[np.float64], *, depth: int) -> Features:
    """What the first `depth` modules answer to pixels from 0 to 1; raises ModelNotHere."""
    modules = load_features(path)[:depth]
    import torch

    scaled = ((pixels - MEAN) / SPREAD).astype(np.float32).transpose(2, 0, 1)
    with torch.inference_mode():
        answer: Features = modules(torch.from_numpy(scaled)[None])[0].numpy()
    return answer


def lack_vgg16(path: Path) -> tuple[str, ...]:
    """What is lacking to run it, as sentences; imports no torch."""
    library = () if find_spec("torch") else (_("torch is not installed; %(how)s.") % {"how": _(EXTRA)},)
    return (*library, *lack_weights(path, "VGG16"))
