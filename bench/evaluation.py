"""The speed of AI judges: many folds at once, embedding, and a whole evaluation with its memory."""

from bench.measuring import Bound, Figure
from bench.visit import empty_installation


def measure() -> list[Figure | Bound]:
    """All of it; what needs models or data that are not here is left out."""
    with empty_installation():
        from bench.embedding import measure_embedder
        from bench.folds import measure_folds

        return [*measure_embedder(), *measure_folds()]
