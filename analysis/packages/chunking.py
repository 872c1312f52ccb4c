"""Rows by the handful, so that memory does not grow with a study, and a function that is told of each handful."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

CHUNK_ROWS = 2_000
T = TypeVar("T")
Tell = Callable[[int], None]


def take_chunks(rows: Iterable[T], size: int = CHUNK_ROWS) -> Iterator[list[T]]:
    """The rows in lists of at most `size`."""
    source = iter(rows)
    while chunk := list(islice(source, size)):
        yield chunk


def tell_nobody(rows: int) -> None:
    """For who does not wait."""
