"""The contract of an embedder: texts or pictures in, one row of numbers each out, the same for the same input."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Embedder(ABC):
    """A system that embeds. `name` is the model where an embedder can run several; without state but its name."""

    slug: ClassVar[str]
    title: ClassVar[str]
    takes_name: ClassVar[bool] = False
    sees: ClassVar[str] = "text"  # or "image"

    def __init__(self, name: str = "") -> None:
        self.name = name

    @property
    def is_at_hand(self) -> bool:
        """Whether it can run here without anything being fetched."""
        return True

    @property
    @abstractmethod
    def revision(self) -> str:
        """What tells one version of its model from another; part of the key under which vectors are kept."""

    @abstractmethod
    def embed(self, inputs: Sequence[str]) -> Vectors:
        """One row for each text, or for each path of a picture; raises ModelNotHere or ServiceError."""

    @property
    def full_name(self) -> str:
        """Its slug, with the model where it has one."""
        return f"{self.slug}:{self.name}" if self.name else self.slug


def scale_to_length_one(vectors: NDArray[np.floating]) -> Vectors:
    """Rows scaled to length 1; a row of zeros stays."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled: Vectors = (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)
    return scaled
