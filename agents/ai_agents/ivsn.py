"""The invariant visual search network (Zhang, Feng, Ma, Lim, Zhao and Kreiman 2018)."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from django.utils.translation import gettext_noop
from pydantic import Field

from agents.ai_agents.answers import Data
from agents.ai_agents.base import read_picture, read_pixels
from agents.ai_agents.saliency.maps import Map, scale_to_one
from agents.ai_agents.scanpaths import ScanpathAgent, ScanpathSettings, need_target
from agents.services.vgg16 import LAST_POOLING, LAST_RELU, find_features, lack_vgg16
from agents.services.weights import digest_weights, find_weights

TARGET_SIDE = 32  # pixels, of which the last pooling leaves one cell
FILE = "vgg16.pth"


class Ivsn(ScanpathAgent):
    """Looks for a target by what VGG16 sees of it."""

    slug, title, version = "ivsn", gettext_noop("Invariant visual search network"), "1"
    rule = gettext_noop(
        "Weighs the last features that VGG16 sees in the picture by what it sees of the target, and walks over their "
        "sum; where nothing is searched for, all features weigh the same."
    )
    needs = gettext_noop(
        "The extra [models], and VGG16's weights on ImageNet as torchvision has them, in VAR_DIR/models/vgg16.pth or "
        "the file that `weights` names."
    )

    class Settings(ScanpathSettings):
        """A search that never goes back, as in the paper."""

        fading: float = Field(
            1.0, ge=0, le=1, description=gettext_noop("share of an inhibition left a fixation later; 1: all")
        )
        weights: str = Field("", max_length=1_000, description=gettext_noop("a file; empty: VAR_DIR/models/vgg16.pth"))
        side: int = Field(
            448, ge=64, le=1280, description=gettext_noop("pixels of the picture's longer side; 16 are one cell")
        )

    settings: Settings

    def find_lacks(self) -> tuple[str, ...]:
        """Torch or the weights."""
        return lack_vgg16(find_weights(self.settings.weights, FILE))

    @property
    def details(self) -> Data:
        """With what tells the weights from others."""
        return {**super().details, "revision": digest_weights(find_weights(self.settings.weights, FILE))}

    def map_picture(self, stimulus: Mapping[str, Any]) -> Map:
        """The likeness of each place to the target; the mean feature where there is none to look for."""
        path = find_weights(self.settings.weights, FILE)
        scene = find_features(path, read_pixels(stimulus, longest_side=self.settings.side), depth=LAST_RELU)
        if stimulus["mode"] != "search":
            return scale_to_one(scene.mean(axis=0).astype(np.float64))
        picture = read_picture({"image": need_target(stimulus)}, longest_side=self.settings.side)
        pixels = np.asarray(picture.resize((TARGET_SIDE, TARGET_SIDE)), dtype=np.float64) / 255
        target = find_features(path, pixels, depth=LAST_POOLING)[:, 0, 0]
        return scale_to_one(np.tensordot(target, scene, axes=1).astype(np.float64))
