"""Files of word vectors, in the forms in which word2vec, GloVe and fastText write them."""

import struct
from pathlib import Path

import pytest

from agents.services.word_vectors import load_vectors
from turingapp.errors import ModelNotHere

ROWS = {"sea": (1.0, 0.5), "ship": (-0.25, 2.0), "café": (0.0, 1e-3)}


def write_binary(path: Path, *, count: int = len(ROWS), line_feeds: bool = True) -> Path:
    """As word2vec writes with -binary 1; gensim leaves the line feeds out."""
    rows = [
        word.encode() + b" " + struct.pack("<2f", *row) + (b"\n" if line_feeds else b"") for word, row in ROWS.items()
    ]
    path.write_bytes(f"{count} 2\n".encode() + b"".join(rows))
    return path


def write_text(path: Path, *, first: str = "") -> Path:
    lines = [f"{word} {row[0]} {row[1]}" for word, row in ROWS.items()]
    path.write_text("\n".join([*([first] if first else []), *lines]) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("form", ["glove", "word2vec or fastText text", "word2vec binary", "gensim binary"])
def test_every_form_gives_the_same_words_and_numbers(form: str, tmp_path: Path) -> None:
    path = {
        "glove": lambda: write_text(tmp_path / "a.txt"),
        "word2vec or fastText text": lambda: write_text(tmp_path / "a.vec", first="3 2"),
        "word2vec binary": lambda: write_binary(tmp_path / "a.bin"),
        "gensim binary": lambda: write_binary(tmp_path / "b.bin", line_feeds=False),
    }[form]()
    found = load_vectors(str(path))
    assert found.words == tuple(ROWS)
    assert found.rows.tolist() == [pytest.approx(row) for row in ROWS.values()]
    assert load_vectors(str(path), most=2).words == ("sea", "ship")


def test_a_word_with_a_space_in_it_and_a_word_that_comes_twice(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("sea 1 2\nat home 3 4\nsea 5 6\n", encoding="utf-8")
    found = load_vectors(str(path))
    assert found.words == ("sea", "at home", "sea")
    assert found.places == {"sea": 0, "at home": 1}


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"sea 1 2\nship 3\n", "line 2 has 1 numbers"),
        (b"sea 1 2\nship 3 x\n", "holds no word vectors"),
        (b"", "holds no word vectors"),
        (bytes.fromhex("ba164f2f0c000000"), r"is a whole model of fastText; name the file .* ends in \.vec"),
        (b"words\nwithout\nnumbers\n", "line 1 has 0 numbers"),
        (b"2 2\nsea " + struct.pack("<2f", 1, 2) + b"ship \x00", "ends within word 2 of 2"),
    ],
)
def test_a_file_that_holds_none_says_what_would_be_right(content: bytes, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(content)
    with pytest.raises(ModelNotHere, match=sentence):
        load_vectors(str(path))


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(ModelNotHere, match=r"no file of word vectors at nowhere\.txt"):
        load_vectors("nowhere.txt")
