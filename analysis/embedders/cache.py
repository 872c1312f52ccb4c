"""Vectors kept by model, revision and the hash of the input: nothing is ever embedded twice.

Each batch is a pair of files, `<digest>.vectors.npy` and `<digest>.keys.npy`, in a folder for the model and revision.
The keys are written last and both by renaming, so a killed worker leaves nothing half written that counts.
"""

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agents.services.keeping import keep_array
from analysis.embedders.base import Embedder, Vectors

BATCH = 2_048  # inputs after which what is done is kept
KEY_BYTES = 20
Progress = Callable[[int, int], None]


def embed_cached(
    embedder: Embedder, inputs: Sequence[str], *, folder: Path, progress: Progress | None = None
) -> Vectors:
    """One row for each input, equal inputs sharing theirs; only what the cache lacks is embedded."""
    shelf = folder / hashlib.sha256(f"{embedder.full_name}\0{embedder.revision}".encode()).hexdigest()[:16]
    keys = [make_key(text) for text in inputs]
    found = _read(shelf)
    missing = {key: text for key, text in zip(keys, inputs, strict=True) if key not in found}
    order = sorted(missing, key=lambda key: len(missing[key]))  # texts of like length together are padded least
    for start in range(0, len(order), BATCH):
        batch = order[start : start + BATCH]
        vectors = check_vectors(embedder, embedder.embed([missing[key] for key in batch]), count=len(batch))
        _keep(shelf, batch, vectors)
        found.update(zip(batch, vectors, strict=True))
        if progress:
            progress(min(start + BATCH, len(order)), len(order))
    return np.stack([found[key] for key in keys]) if keys else np.zeros((0, 0), dtype=np.float32)


def make_key(text: str) -> bytes:
    """What an input is known by."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:KEY_BYTES]


def check_vectors(embedder: Embedder, vectors: Vectors, *, count: int) -> Vectors:
    """The vectors; raises ValueError where a plug-in gave back another number of rows, or no numbers."""
    if vectors.ndim != 2 or len(vectors) != count:
        raise ValueError(f"{embedder.full_name} gave an array of shape {vectors.shape} for {count} inputs.")
    if not np.isfinite(vectors).all():
        raise ValueError(f"{embedder.full_name} gave vectors that hold NaN or infinity.")
    return vectors.astype(np.float32, copy=False)


def _read(shelf: Path) -> dict[bytes, Vectors]:
    found: dict[bytes, Vectors] = {}
    for path in sorted(shelf.glob("*.keys.npy")):
        vectors = np.load(path.with_name(path.name.replace(".keys.", ".vectors.")), mmap_mode="r")
        keys: NDArray[np.uint8] = np.load(path)
        found.update(zip((bytes(key) for key in keys), vectors, strict=True))
    return found


def _keep(shelf: Path, keys: Sequence[bytes], vectors: Vectors) -> None:
    name = hashlib.sha256(b"".join(keys)).hexdigest()[:32]
    keep_array(shelf / f"{name}.vectors.npy", vectors)
    keep_array(shelf / f"{name}.keys.npy", np.frombuffer(b"".join(keys), dtype=np.uint8).reshape(-1, KEY_BYTES))
