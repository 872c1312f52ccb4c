"""Words as a language model has them: the mean over their tokens of its input embeddings or its last hidden states."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from agents.services.transformers_local import load, load_tokenizer

Layer = Literal["input", "last"]
BATCH = 256


def embed_words(model: str, words: Sequence[str], *, layer: Layer) -> NDArray[np.float32]:
    """One row for each word, written with a space before it as within a text; raises ModelNotHere."""
    import torch

    tokenizer, network = load_tokenizer(model), load("AutoModel", model)
    rows = []
    for start in range(0, len(words), BATCH):
        given = [f" {word}" for word in words[start : start + BATCH]]
        tokens = tokenizer(given, padding=True, add_special_tokens=False, return_tensors="pt")
        with torch.inference_mode():
            states = (
                network.get_input_embeddings()(tokens["input_ids"])
                if layer == "input"
                else network(**tokens).last_hidden_state
            )
            mask = tokens["attention_mask"].unsqueeze(-1).to(states.dtype)
            means = (states * mask).sum(dim=1) / mask.sum(dim=1).clamp(min=1)
        rows.append(means.float().numpy())
    return np.concatenate(rows)
