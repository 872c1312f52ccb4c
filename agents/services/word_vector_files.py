"""Files of word vectors as word2vec, GloVe and fastText write them: as text, or word2vec's binary ones."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

FASTTEXT = (793_712_314).to_bytes(4, "little")  # what its models begin with
LONGEST_WORD = 1_000  # bytes
Floats = NDArray[np.float32]


def read_sizes(line: bytes) -> tuple[int, int] | None:
    """How many words of how many numbers a first line announces; None where it is a word's own line."""
    parts = line.split()
    if len(parts) != 2 or not all(part.isdigit() for part in parts):
        return None
    return int(parts[0]), int(parts[1])


def is_binary(file: Path) -> bool:
    """Whether numbers follow the first word as bytes (word2vec's -binary 1) and not as digits."""
    with file.open("rb") as opened:
        sizes = read_sizes(opened.readline(LONGEST_WORD))
        if sizes is None:
            return False
        _, _, numbers = opened.read(LONGEST_WORD).lstrip(b"\n").partition(b" ")
        return not starts_with_number(numbers)


def is_fasttext_model(file: Path) -> bool:
    """Whether a file begins as fastText's own models do."""
    with file.open("rb") as opened:
        return opened.read(4) == FASTTEXT


def starts_with_number(text: bytes) -> bool:
    """Whether digits come first."""
    try:
        float(text.split(b" ")[0])
    except ValueError:
        return False
    return True


def read_lines(file: Path) -> Iterator[tuple[str, Floats]]:
    """The lines; a first line with the two sizes is passed over. Raises ValueError at a line of another length.

    A word may have spaces in it, as some of GloVe's do.
    """
    size = 0
    with file.open("rb") as opened:
        for number, line in enumerate(opened, 1):
            if number == 1 and read_sizes(line):
                continue
            text = line.decode("utf-8", "replace").rstrip()
            size = size or len(text.split(" ")) - 1
            word, *numbers = text.rsplit(" ", size) if size else [text]
            if not size or len(numbers) != size:
                raise ValueError(f"line {number} has {len(numbers)} numbers")
            yield word, np.array(numbers, dtype=np.float32)


def read_records(file: Path) -> Iterator[tuple[str, Floats]]:
    """word2vec's own format: the sizes in a line, then each word, a space, and float32 numbers."""
    with file.open("rb") as opened:
        count, size = read_sizes(opened.readline(LONGEST_WORD)) or (0, 0)
        for number in range(1, count + 1):
            word = read_word(opened)
            row = opened.read(4 * size)
            if len(row) != 4 * size:
                raise ValueError(f"it ends within word {number} of {count}")
            yield word, np.frombuffer(row, dtype="<f4").astype(np.float32)


def read_word(opened: BinaryIO) -> str:
    """The bytes until a space; a line feed of the row before is passed over."""
    found = bytearray()
    while (byte := opened.read(1)) not in (b" ", b"") and len(found) < LONGEST_WORD:
        found += byte
    return found.lstrip(b"\n").decode("utf-8", "replace")
