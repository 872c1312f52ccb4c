"""Saliency maps of OpenCV (the module `saliency` of its contributed part)."""

from importlib.util import find_spec
from typing import Any

import numpy as np
from django.utils.translation import gettext
from numpy.typing import NDArray

from agents.services.transformers_local import EXTRA
from turingapp.errors import ModelNotHere

MAKERS = {
    "spectral-residual": "StaticSaliencySpectralResidual_create",
    "fine-grained": "StaticSaliencyFineGrained_create",
}


def map_by_opencv(pixels: NDArray[np.float64], method: str) -> NDArray[np.float64]:
    """The map of a picture of pixels from 0 to 1, by one of MAKERS; raises ModelNotHere."""
    try:
        import cv2
    except ImportError:
        raise ModelNotHere(say_missing()) from None
    library: Any = cv2  # its stubs know nothing of the contributed part
    if not hasattr(library, "saliency"):
        raise ModelNotHere(say_missing())
    blue_first = np.ascontiguousarray((pixels[:, :, ::-1] * 255).round().astype(np.uint8))
    _, found = getattr(library.saliency, MAKERS[method])().computeSaliency(blue_first)
    return np.asarray(found, dtype=np.float64)


def lack_opencv() -> tuple[str, ...]:
    """What is lacking, as a sentence."""
    return () if find_spec("cv2") else (say_missing(),)


def say_missing() -> str:
    """What to do about it."""
    return gettext("OpenCV with its contributed part is not installed; %(how)s.") % {"how": gettext(EXTRA)}
