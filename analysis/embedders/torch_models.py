"""Running text and vision models of the transformers library: inputs in batches, states as rows of numbers."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from agents.services.transformers_local import load, load_tokenizer
from analysis.embedders.base import Vectors

BATCH = 32
LONGEST = 256  # tokens


def load_text_model(name: str) -> tuple[Any, Any]:
    """The tokenizer and the model of a name or folder; nothing is fetched. Raises ModelNotHere."""
    return load_tokenizer(name), load("AutoModel", name)


def load_image_model(name: str) -> tuple[Any, Any]:
    """The image processor and the model of a name or folder; nothing is fetched. Raises ModelNotHere."""
    return load("AutoImageProcessor", name, use_fast=False), load("AutoModel", name)


def embed_texts(name: str, texts: Sequence[str]) -> Vectors:
    """The mean of the last layer over the tokens of each text, texts of like length together."""
    import torch

    tokenizer, model = load_text_model(name)
    order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    vectors: list[Any] = [None] * len(texts)
    for start in range(0, len(order), BATCH):
        places = order[start : start + BATCH]
        with torch.inference_mode():
            given = [texts[place] or " " for place in places]
            tokens = tokenizer(given, padding=True, truncation=True, max_length=LONGEST, return_tensors="pt")
            states = model(**tokens).last_hidden_state
            mask = tokens["attention_mask"].unsqueeze(-1).to(states.dtype)
            means = (states * mask).sum(dim=1) / mask.sum(dim=1).clamp(min=1)
        for place, vector in zip(places, means.numpy(), strict=True):
            vectors[place] = vector
    return np.stack(vectors).astype(np.float32)


def embed_images(name: str, paths: Sequence[str]) -> Vectors:
    """The pooled output of a vision model for each picture."""
    import torch
    from PIL import Image

    processor, model = load_image_model(name)
    vectors = []
    for path in paths:
        with Image.open(path) as picture, torch.inference_mode():
            output = model(**processor(images=picture.convert("RGB"), return_tensors="pt"))
        pooled = output.pooler_output if output.pooler_output is not None else output.last_hidden_state.mean(dim=1)
        vectors.append(pooled.flatten().numpy())
    return np.stack(vectors).astype(np.float32)
