"""Rows of the parity report as a study with normalizations shows them. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from agents.normalizations import Step, normalize_response
from agents.parity_cues import ParityRow
from agents.parity_features import Parts


def normalize_rows(rows: Iterable[ParityRow], steps: Sequence[Step]) -> Iterator[ParityRow]:
    """The rows with what is shown normalized."""
    return (replace(row, shown=normalize_parts(row.shown, steps)) for row in rows) if steps else iter(rows)


def normalize_parts(parts: Parts, steps: Sequence[Step]) -> Parts:
    """What one author gave, as a study with these normalizations shows it."""
    payload = {
        **{f"text {place}": text for place, text in enumerate(parts.texts)},
        "labels": list(parts.labels),
        "points": [list(point) for point in parts.points],
    }
    found = normalize_response(payload, steps)
    texts = tuple(found[f"text {place}"] for place in range(len(parts.texts)))
    return Parts(texts, tuple(found["labels"]), tuple(tuple(point) for point in found["points"]))
