"""Embedders and their cache; models that are not installed are skipped by name."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from analysis.embedders import EMBEDDERS, find_embedder
from analysis.embedders.base import Embedder, Vectors
from analysis.embedders.cache import embed_cached
from turingapp.errors import ModelNotHere, UnknownPlugin

TEXTS = ["a dog", "a cat", "", "two dogs", "a dog"]


class Counting(Embedder):
    """Embeds a text as its length, and counts how many it was asked for."""

    slug, title = "counting", "Counting"
    asked: ClassVar[list[str]] = []
    version: ClassVar[str] = "1"

    @property
    def revision(self) -> str:
        return self.version

    def embed(self, inputs: Sequence[str]) -> Vectors:
        self.asked.extend(inputs)
        return np.array([[len(text)] for text in inputs], dtype=np.float32)


@pytest.fixture
def counting() -> Counting:
    Counting.asked, Counting.version = [], "1"
    return Counting()


@pytest.mark.parametrize("embedder", list(EMBEDDERS), ids=lambda one: one.slug)
def test_every_embedder_gives_the_same_row_for_the_same_text(embedder: Embedder) -> None:
    if not embedder.is_at_hand or embedder.takes_name:  # those with a name have tests of their own
        pytest.skip(f"{embedder.title} is not installed on this machine, or needs a model's name")
    rows = embedder.embed(TEXTS)
    assert rows.shape[0] == len(TEXTS)
    assert np.isfinite(rows).all()
    np.testing.assert_allclose(rows[0], rows[4], atol=1e-6)
    np.testing.assert_allclose(embedder.embed(TEXTS[:1])[0], rows[0], atol=1e-5)


def test_nothing_is_embedded_twice(counting: Counting, tmp_path: Path) -> None:
    first = embed_cached(counting, TEXTS, folder=tmp_path)
    assert sorted(counting.asked) == sorted(set(TEXTS))
    second = embed_cached(counting, [*TEXTS, "new"], folder=tmp_path)
    assert counting.asked[4:] == ["new"]
    assert first[:, 0].tolist() == [len(text) for text in TEXTS]
    assert second[-1, 0] == 3


def test_another_revision_of_a_model_has_vectors_of_its_own(counting: Counting, tmp_path: Path) -> None:
    embed_cached(counting, ["a"], folder=tmp_path)
    Counting.version = "2"
    embed_cached(counting, ["a"], folder=tmp_path)
    assert counting.asked == ["a", "a"]


def test_a_batch_that_was_half_written_does_not_count(counting: Counting, tmp_path: Path) -> None:
    embed_cached(counting, ["a"], folder=tmp_path)
    for path in tmp_path.rglob("*.keys.npy"):
        path.unlink()
    assert embed_cached(counting, ["a"], folder=tmp_path).tolist() == [[1]]
    assert counting.asked == ["a", "a"]


def test_vectors_that_are_no_numbers_are_refused(tmp_path: Path) -> None:
    class Broken(Counting):
        def embed(self, inputs: Sequence[str]) -> Vectors:
            return np.full((len(inputs), 2), np.nan, dtype=np.float32)

    with pytest.raises(ValueError, match="hold NaN or infinity"):
        embed_cached(Broken(), ["a"], folder=tmp_path)


def test_an_embedder_is_found_by_its_name_and_model() -> None:
    assert find_embedder("word-vectors:some/file.txt").name == "some/file.txt"
    with pytest.raises(UnknownPlugin, match=r"No embedder is called 'word-vectors'; there are .*word-vectors:MODEL"):
        find_embedder("word-vectors")
    with pytest.raises(UnknownPlugin, match="No embedder is called 'glass'"):
        find_embedder("glass")


def test_word_vectors_are_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "vectors.txt"
    path.write_text("2 3\nsea 1 0 0\nship 0 1 0\n", encoding="utf-8")
    rows = find_embedder(f"word-vectors:{path}").embed(["sea", "sea ship", "unknown"])
    assert rows.tolist() == [[1, 0, 0], [0.5, 0.5, 0], [0, 0, 0]]


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(ModelNotHere, match=r"There is no file of word vectors at nowhere\.txt"):
        find_embedder("word-vectors:nowhere.txt").embed(["a"])
