"""All items of an evaluation as numbers, each kind of number made when it is first asked for and then shared."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from analysis.embedders.base import Embedder, Vectors
from analysis.embedders.cache import Progress, embed_cached
from analysis.features.cues import CUE_NAMES, describe_pair
from analysis.features.items import Item, find_cue, find_durations, find_numbers, find_points, find_text
from analysis.features.ngrams import count_letters, count_words, find_words
from analysis.features.scanpaths import DURATION_NAMES, SCANPATH_NAMES, describe_durations, describe_scanpath
from analysis.features.texts import LINE_NAMES, TEXT_NAMES, describe_lines, describe_text

Floats = NDArray[np.float64]


class Material:
    """What AI judges learn from. Rows are items; nothing in it depends on who made them."""

    def __init__(
        self,
        items: Sequence[Item],
        *,
        cache: Path,
        embedder: Embedder | None = None,
        vectors: Embedder | None = None,
        progress: Progress | None = None,
    ) -> None:
        """`embedder` is for sentences, `vectors` for single words; either may be missing."""
        self.items = tuple(items)
        self.embedder, self.vectors = embedder, vectors
        self.cache, self._progress = cache, progress

    def __len__(self) -> int:
        return len(self.items)

    @cached_property
    def y(self) -> NDArray[np.int64]:
        """1 where a human made it."""
        return np.array([item.is_human for item in self.items], dtype=np.int64)

    @cached_property
    def makers(self) -> NDArray[np.int64]:
        """0 for humans, a number from 1 for each AI agent."""
        names = {name: place for place, name in enumerate(sorted({i.agent for i in self.items if not i.is_human}), 1)}
        return np.array([0 if item.is_human else names[item.agent] for item in self.items], dtype=np.int64)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """What was written, "" where nothing was."""
        return tuple(find_text(item) for item in self.items)

    @cached_property
    def cues(self) -> tuple[str, ...]:
        """The cues that words were given for, "" where there was none."""
        return tuple(find_cue(item) or "" for item in self.items)

    @cached_property
    def words(self) -> csr_matrix:
        """Counts of words and pairs of words."""
        return count_words(self.texts)

    @cached_property
    def letters(self) -> csr_matrix:
        """Counts of groups of letters."""
        return count_letters(self.texts)

    @cached_property
    def vocabulary(self) -> csr_matrix:
        """Which words occur in each text."""
        return find_words(self.texts)

    @cached_property
    def groups(self) -> NDArray[np.int64]:
        """The number of each item's stimulus."""
        return np.unique([item.group for item in self.items], return_inverse=True)[1].astype(np.int64)

    @cached_property
    def coordinates(self) -> Floats:
        """The plain numbers of each item; missing ones are NaN, and so are all where an item has none."""
        rows = [find_numbers(item) or () for item in self.items]
        width = max(map(len, rows), default=0)
        return np.array([[*row, *[np.nan] * (width - len(row))] for row in rows], dtype=float).reshape(len(rows), width)

    @cached_property
    def measures(self) -> Floats:
        """What is measured on texts, on pairs of words and on scanpaths, side by side."""
        parts = []
        if any(self.texts):
            parts.append(np.array([describe_text(text) for text in self.texts]))
        if self._has_lines:
            parts.append(np.array([describe_lines(text) for text in self.texts]))
        if any(self.cues):
            pairs = zip(self.cues, self.texts, strict=True)
            parts.append(np.array([describe_pair(cue, word) for cue, word in pairs]))
            parts.extend(self.measure_distance(one)[:, None] for one in (self.embedder, self.vectors) if one)
        paths = [find_points(item) for item in self.items]
        if any(paths):
            parts.append(np.array([describe_scanpath(path or ((0.5, 0.5),)) for path in paths]))
        if self._has_durations:
            parts.append(np.array([describe_durations(find_points(i) or (), find_durations(i)) for i in self.items]))
        return np.hstack(parts) if parts else np.zeros((len(self), 0))

    @property
    def measure_names(self) -> tuple[str, ...]:
        """What each column of `measures` is."""
        names: list[str] = list(TEXT_NAMES) if any(self.texts) else []
        names += LINE_NAMES if self._has_lines else ()
        if any(self.cues):
            names += [f"of the pair: {name}" for name in CUE_NAMES]
            names += [f"distance in {one.title}" for one in (self.embedder, self.vectors) if one]
        names += SCANPATH_NAMES if any(find_points(item) for item in self.items) else ()
        return (*names, *(DURATION_NAMES if self._has_durations else ()))

    @cached_property
    def _has_lines(self) -> bool:
        """Whether whole sides of conversations are judged."""
        return any("\n" in text for text in self.texts)

    @cached_property
    def _has_durations(self) -> bool:
        """Whether every item has durations; where some lack them, their lack alone would tell."""
        return bool(self.items) and all(find_durations(item) for item in self.items)

    @cached_property
    def embedding(self) -> Vectors:
        """The sentence vectors; beside a cue also how each dimension of the word agrees with the cue's."""
        if self.embedder is None or not any(self.texts):
            return np.zeros((len(self), 0), dtype=np.float32)
        vectors = self.embed(self.embedder, self.texts)
        return np.hstack([vectors, vectors * self.embed(self.embedder, self.cues)]) if any(self.cues) else vectors

    def embed(self, embedder: Embedder, texts: Sequence[str]) -> Vectors:
        """Vectors of any texts, through the cache."""
        return embed_cached(embedder, texts, folder=self.cache, progress=self._progress)

    def measure_distance(self, embedder: Embedder) -> Floats:
        """1 minus the cosine between cue and word."""
        cue, word = (self.embed(embedder, texts).astype(float) for texts in (self.cues, self.texts))
        lengths = np.linalg.norm(cue, axis=1) * np.linalg.norm(word, axis=1)
        distance: Floats = 1 - (cue * word).sum(axis=1) / np.where(lengths > 0, lengths, 1)
        return distance
