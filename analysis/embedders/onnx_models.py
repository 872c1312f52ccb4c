"""Text models of transformers run by ONNX Runtime, a third faster than by torch: converted once, checked, and kept."""

import logging
import os
import warnings
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np
from django.conf import settings

from agents.services.transformers_local import count_threads
from analysis.embedders.base import Vectors
from analysis.embedders.torch_models import BATCH, LONGEST, load_text_model
from turingapp.errors import ModelNotHere

NEEDED = ("onnx", "onnxscript", "onnxruntime")
NAMES = ("input_ids", "attention_mask")
FILE = "model.onnx"
TRIAL = ("a dog runs over the green hill", "two cats", "well")
CLOSE = 1e-3


def is_installed() -> bool:
    """Whether what converts and runs models is there."""
    return all(find_spec(name) for name in NEEDED)


def embed_texts(name: str, texts: Sequence[str], *, revision: str) -> Vectors:
    """The mean of the last layer over the tokens of each text, texts of like length together."""
    tokenizer, session = load_session(name, revision)
    order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    means: list[Any] = [None] * len(texts)
    for start in range(0, len(order), BATCH):
        places = order[start : start + BATCH]
        found = run(tokenizer, session, [texts[place] or " " for place in places])
        for place, mean in zip(places, found, strict=True):
            means[place] = mean
    return np.stack(means).astype(np.float32)


def run(tokenizer: Any, session: Any, texts: Sequence[str]) -> Vectors:
    """One batch."""
    tokens = tokenizer(list(texts), padding=True, truncation=True, max_length=LONGEST, return_tensors="np")
    states = session.run(None, {name: tokens[name].astype(np.int64) for name in NAMES})[0]
    mask = tokens["attention_mask"][..., None].astype(np.float32)
    means: Vectors = (states * mask).sum(axis=1) / np.maximum(mask.sum(axis=1), 1)
    return means


@lru_cache(maxsize=2)
def load_session(name: str, revision: str) -> tuple[Any, Any]:
    """The tokenizer and the converted model; raises ModelNotHere."""
    import onnxruntime

    folder = settings.VAR_DIR / "models" / f"{Path(name).parent.name}-{revision}"
    if not (folder / FILE).is_file():
        convert(name, folder)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = count_threads()
    session = onnxruntime.InferenceSession(folder / FILE, options, providers=["CPUExecutionProvider"])
    tokenizer, model = load_text_model(name)
    check(tokenizer, model, session)
    return tokenizer, session


def check(tokenizer: Any, model: Any, session: Any) -> None:
    """Refuse a conversion that gives other numbers than the model; raises ModelNotHere."""
    import torch

    tokens = tokenizer(list(TRIAL), padding=True, return_tensors="pt")
    with torch.inference_mode():
        states = model(**{name: tokens[name] for name in NAMES}).last_hidden_state.numpy()
    mask = tokens["attention_mask"].numpy()[..., None].astype(np.float32)
    wanted = (states * mask).sum(axis=1) / mask.sum(axis=1)
    apart = float(np.abs(run(tokenizer, session, TRIAL) - wanted).max())
    if apart > CLOSE:
        raise ModelNotHere(f"The converted model differs from the original by {apart:.2g}; delete var/models.")


def convert(name: str, folder: Path) -> None:
    """Write the model in a new folder, then rename it: whoever looks sees all of it or nothing."""
    import torch

    tokenizer, model = load_text_model(name)
    tokens = tokenizer(list(TRIAL), padding=True, return_tensors="pt")
    batch, length = torch.export.Dim("batch"), torch.export.Dim("length")
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = Path(mkdtemp(dir=folder.parent, prefix="making-"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the converter about itself
        for library in ("onnx_ir", "onnxscript"):
            logging.getLogger(library).setLevel(logging.WARNING)
        torch.onnx.export(
            make_states(model),
            tuple(tokens[one] for one in NAMES),
            str(made / FILE),
            input_names=list(NAMES),
            output_names=["states"],
            dynamic_shapes=({0: batch, 1: length}, {0: batch, 1: length}),
            dynamo=True,
            verbose=False,
        )
    os.replace(made, folder)


def make_states(model: Any) -> Any:
    """The model as one that gives back its last layer alone."""
    import torch

    class States(torch.nn.Module):  # type: ignore[misc, unused-ignore]  # torch may be missing or untyped
        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, input_ids: Any, attention_mask: Any) -> Any:
            return self.model(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state

    return States().eval()
