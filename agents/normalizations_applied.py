"""Responses, and rows of the parity report, as a study with normalizations shows them. Pure."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from agents.normalizations import Step
from agents.parity_cues import ParityRow
from agents.parity_features import Parts

Data = dict[str, Any]
Words = Callable[[str], str]
_SPACES = re.compile(r"\s+")


def normalize_response(payload: Mapping[str, Any], steps: Sequence[Step]) -> Data:
    """A response payload of any task as a study shows it. What would be left without a sign stays as it is."""
    changed = dict(payload)
    for step in steps:
        changed = {name: change(value, step) for name, value in changed.items()}
    points = next((value for value in changed.values() if is_points(value)), None)
    if points is None:
        return changed
    # What goes along with each point, such as how long it was looked at, is as long as the points.
    return {name: value[: len(points)] if is_numbers(value) else value for name, value in changed.items()}


def change(value: Any, step: Step) -> Any:
    """One value of a payload, by its shape: a text, labels, turns or points."""
    normalization = step.normalization
    if normalization.text is not None:
        return change_texts(value, lambda text: normalization.text(text, step.number))  # type: ignore[misc]
    if normalization.labels is not None and is_labels(value):
        return normalization.labels(value, step.number)
    if normalization.points is not None and is_points(value):
        return normalization.points(value, step.number)
    return value


def change_texts(value: Any, words: Words) -> Any:
    """A text, each label, or the text of each turn; one that would be empty stays."""
    if isinstance(value, str):
        changed = _SPACES.sub(" ", words(value)) if words(value).strip() else value
        return changed.strip()
    if is_labels(value):
        return [change_texts(label, words) for label in value]
    if isinstance(value, list) and value and all(isinstance(turn, dict) and "text" in turn for turn in value):
        return [{**turn, "text": change_texts(turn["text"], words)} for turn in value]
    return value


def is_labels(value: Any) -> bool:
    """Whether a value is a list of texts."""
    return isinstance(value, list) and bool(value) and all(isinstance(item, str) for item in value)


def is_points(value: Any) -> bool:
    """Whether a value is a list of lists of numbers."""
    return isinstance(value, list) and bool(value) and all(isinstance(item, list | tuple) for item in value)


def is_numbers(value: Any) -> bool:
    """Whether a value is a list of numbers."""
    return isinstance(value, list) and bool(value) and all(isinstance(item, int | float) for item in value)


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
