"""Running models of the transformers library: loaded once a process, few threads, inputs in batches."""

import os
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from analysis.embedders.base import ModelNotHere, Vectors

BATCH = 32
LONGEST = 256  # tokens
MOST_THREADS = 2
EXTRA = "install it with `pip install 'turingapp[models]'`"


@lru_cache(maxsize=2)
def load_text_model(name: str) -> tuple[Any, Any]:
    """The tokenizer and the model of a name or folder; nothing is fetched. Raises ModelNotHere."""
    transformers = _import_transformers(name)
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(name, local_files_only=True)
        model = transformers.AutoModel.from_pretrained(name, local_files_only=True)
    except (OSError, ValueError) as error:
        raise _say_missing(name) from error
    if tokenizer.pad_token is None:
        tokenizer.pad_token = tokenizer.eos_token  # GPT-2 has none; padding is masked anyway
    return tokenizer, model.eval()


@lru_cache(maxsize=2)
def load_image_model(name: str) -> tuple[Any, Any]:
    """The image processor and the model of a name or folder; nothing is fetched. Raises ModelNotHere."""
    transformers = _import_transformers(name)
    try:
        processor = transformers.AutoImageProcessor.from_pretrained(name, local_files_only=True, use_fast=False)
        return processor, transformers.AutoModel.from_pretrained(name, local_files_only=True).eval()
    except (OSError, ValueError) as error:
        raise _say_missing(name) from error


def count_threads() -> int:
    """How many threads a model may use."""
    return min(MOST_THREADS, int(os.environ.get("OMP_NUM_THREADS") or os.cpu_count() or 1))


def _import_transformers(name: str) -> Any:
    try:
        import torch
        import transformers
    except ImportError as error:
        raise ModelNotHere(f"The model {name} needs torch and transformers; {EXTRA}.") from error
    torch.set_num_threads(count_threads())
    library: Any = transformers
    library.utils.logging.set_verbosity_error()
    library.utils.logging.disable_progress_bar()
    return library


def _say_missing(name: str) -> ModelNotHere:
    return ModelNotHere(
        f"The model {name} is not on this machine: give the path of a folder that holds it, or fetch it once with "
        f"`hf download {name}`."
    )


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


def find_revision(name: str) -> str:
    """The commit that a hub's model is at, or a digest of a folder's weights."""
    import hashlib
    from pathlib import Path

    folder = Path(name)
    if not folder.is_dir():
        _, model = load_text_model(name)
        return str(getattr(model.config, "_commit_hash", None) or "unknown")
    total = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.suffix in {".safetensors", ".bin", ".json"}):
        total.update(path.name.encode())
        with path.open("rb") as file:
            for chunk in iter(lambda: file.read(1 << 20), b""):
                total.update(chunk)
    return total.hexdigest()[:16]
