"""Many rows as a table in little memory: a text that many rows share is kept once."""

from collections.abc import Collection, Iterable, Sequence
from itertools import islice
from typing import Any

import numpy as np
import pandas as pd

CHUNK_ROWS = 50_000


def gather_table(rows: Iterable[Sequence[Any]], names: Sequence[str], *, texts: Collection[str]) -> pd.DataFrame:
    """Return a table of `rows`, each with a value for every one of `names`; columns named in `texts` are categories.

    The categories stand in the order of the alphabet, so that sorting sorts texts. A text may be None.
    """
    coders = {name: Coder() for name in names if name in texts}
    others = [name for name in names if name not in texts]
    source, parts = iter(rows), []
    while chunk := list(islice(source, CHUNK_ROWS)):
        columns = dict(zip(names, zip(*chunk, strict=True), strict=True))
        for name, coder in coders.items():
            coder.add(columns[name])
        parts.append(pd.DataFrame({name: list(columns[name]) for name in others}))
    table = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=others)
    for name, coder in coders.items():
        table[name] = coder.finish()
    return table[list(names)]


class Coder:
    """Numbers the distinct texts of one column as they come."""

    def __init__(self) -> None:
        self.codes: dict[str, int] = {}
        self.parts: list[np.ndarray[tuple[int], np.dtype[np.int32]]] = []

    def add(self, texts: Iterable[str | None]) -> None:
        """Take the next rows."""
        codes = self.codes
        found = [-1 if text is None else codes.setdefault(text, len(codes)) for text in texts]
        self.parts.append(np.array(found, dtype=np.int32))

    def finish(self) -> pd.Categorical:
        """The column."""
        names = sorted(self.codes)
        places = np.empty(len(names) + 1, dtype=np.int32)
        places[[self.codes[name] for name in names]] = np.arange(len(names))
        places[-1] = -1  # where a text is missing, whose code is -1
        codes = np.concatenate(self.parts) if self.parts else np.empty(0, dtype=np.int32)
        return pd.Categorical.from_codes(places[codes], pd.Index(names, dtype=object))
