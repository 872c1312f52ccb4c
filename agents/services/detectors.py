"""Detectors of objects on this machine: any of the transformers library, by name or folder; Detectron2's."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from django.utils.translation import gettext as _
from PIL import Image

from agents.services.transformers_local import load, load_whole
from turingapp.errors import ModelNotHere

DETECTRON2 = "detectron2"


@dataclass(frozen=True, slots=True)
class Detection:
    """A kind of thing that is in a picture, and how sure that is, from 0 to 1."""

    label: str
    score: float


def rank_labels(pairs: Sequence[tuple[str, float]]) -> list[Detection]:
    """Each label once, with its best score, the surest first."""
    best: dict[str, float] = {}
    for label, score in pairs:
        best[label] = max(score, best.get(label, 0.0))
    return [Detection(label, best[label]) for label in sorted(best, key=lambda label: -best[label])]


def detect(model: str, picture: Image.Image, *, least: float) -> list[Detection]:
    """What a detector of the transformers library finds at a score of at least `least`; raises ModelNotHere."""
    processor, network = load("AutoImageProcessor", model), load_whole("AutoModelForObjectDetection", model)
    import torch

    with torch.inference_mode():
        seen = network(**processor(images=picture, return_tensors="pt"))
    size = torch.tensor([[picture.height, picture.width]])
    found = processor.post_process_object_detection(seen, threshold=least, target_sizes=size)[0]
    names = network.config.id2label
    labels = (str(names[int(number)]) for number in found["labels"])
    return rank_labels(list(zip(labels, (float(score) for score in found["scores"]), strict=True)))


def detect_by_detectron2(config: str, weights: str, picture: Image.Image, *, least: float) -> list[Detection]:
    """What a model of Detectron2's zoo finds, its weights in a file; raises ModelNotHere."""
    predictor, names = load_detectron2(config, weights, least)
    blue_first = np.asarray(picture)[:, :, ::-1]  # as the zoo's models are trained
    instances = predictor(blue_first)["instances"]
    labels = [str(names[int(number)]) for number in instances.pred_classes.tolist()]
    return rank_labels(list(zip(labels, instances.scores.tolist(), strict=True)))


@lru_cache(maxsize=2)
def load_detectron2(config: str, weights: str, least: float) -> tuple[Any, Sequence[str]]:
    """A predictor and the names of what it knows; raises ModelNotHere."""
    lacks = lack_detectron2(weights)
    if lacks:
        raise ModelNotHere(" ".join(lacks))
    from detectron2 import model_zoo
    from detectron2.config import get_cfg
    from detectron2.data import MetadataCatalog
    from detectron2.engine import DefaultPredictor

    chosen = get_cfg()
    chosen.merge_from_file(model_zoo.get_config_file(config))
    chosen.MODEL.WEIGHTS, chosen.MODEL.DEVICE = weights, "cpu"
    chosen.MODEL.ROI_HEADS.SCORE_THRESH_TEST = least
    return DefaultPredictor(chosen), MetadataCatalog.get(chosen.DATASETS.TRAIN[0]).thing_classes


def lack_detectron2(weights: str) -> tuple[str, ...]:
    """What is lacking to run a model of Detectron2, as sentences."""
    package = (
        () if find_spec(DETECTRON2) else (_("The package detectron2 is not installed; see its own instructions."),)
    )
    if Path(weights).is_file():
        return package
    return (
        *package,
        _("There are no weights at %(path)s; put a model of the zoo there, or name one with weights=.")
        % {"path": repr(weights)},
    )
