"""What can be seen of a response's form: its characters, lengths, casing, endings, labels, fixations. Pure functions.

Features are named `kind:value`; a judge who goes by one needs to understand nothing of what was said.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ")
SPACE_BEFORE_SIGN = re.compile(r"\w\s+[.,!?;:']")
GRIDS = (2, 4, 5, 7, 8, 10, 14, 16, 20, 28, 32, 40, 50, 64, 100)  # cells across; 64 also holds the centers of 32
NEAR = 1e-6
FEWEST_ON_GRID = 3  # two points lie on some grid by chance
MOST_DECIMALS = 6


@dataclass(frozen=True, slots=True)
class Parts:
    """What one author gave in one response, by its shape: texts, lists of labels, lists of points."""

    texts: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    points: tuple[tuple[float, ...], ...] = ()


def take_parts(payload: Mapping[str, Any], role: str) -> Parts:
    """The parts of a payload that the author in this role made; where the payload tells roles apart, only those."""
    texts: list[str] = []
    labels: list[str] = []
    points: list[tuple[float, ...]] = []
    for value in payload.values():
        if isinstance(value, str):
            texts.append(value)
        for item in value if isinstance(value, list) else ():
            if isinstance(item, str):
                labels.append(item)
            elif isinstance(item, Mapping) and item.get("speaker", role) == role and isinstance(item.get("text"), str):
                texts.append(item["text"])
            elif isinstance(item, list) and item and all(isinstance(number, int | float) for number in item):
                points.append(tuple(float(number) for number in item))
    return Parts(tuple(texts), tuple(labels), tuple(points))


def list_marks(parts: Parts) -> set[str]:
    """Features that are there or not."""
    found: set[str] = set()
    for text in (*parts.texts, *parts.labels):
        found.update(mark_text(text))
    if parts.labels:
        found.add(f"labels:{len(parts.labels)}")
        if any(" " in label.strip() for label in parts.labels):
            found.add("labels:several words in one")
    if parts.points:
        found.update(mark_points(parts.points))
    return found


def mark_text(text: str) -> Iterator[str]:
    """Characters, casing, ending and spacing of one text."""
    for character in set(text) - PLAIN:
        yield f"character:{character if character.isprintable() else f'U+{ord(character):04X}'}"
    letters = [character for character in text if character.isalpha() and character.lower() != character.upper()]
    if letters:
        capitals = sum(character.isupper() for character in letters)
        if capitals == len(letters):
            yield "casing:all capitals"
        elif letters[0].isupper():
            yield "casing:begins with a capital"
        elif capitals:
            yield "casing:capitals inside"
        else:
            yield "casing:all lower case"
    last = text.strip()[-1:]
    if last and not last.isalnum():
        yield f"ending:{last if last.isprintable() else f'U+{ord(last):04X}'}"
    if text != text.strip():
        yield "spacing:spaces around"
    if "  " in text:
        yield "spacing:two spaces together"
    if SPACE_BEFORE_SIGN.search(text):
        yield "spacing:a space before a punctuation mark"


def mark_points(points: Sequence[tuple[float, ...]]) -> Iterator[str]:
    """Precision, grid and odd places of fixations."""
    numbers = [number for point in points for number in point]
    if any(number < 0 for number in numbers):
        yield "fixations:left of or above the image"
    if any(number > 1 for number in numbers):
        yield "fixations:right of or below the image"
    if all(number == 0.5 for number in points[0]):
        yield "fixations:begins exactly in the center"
    if len(set(points)) < len(points):
        yield "fixations:the same point twice"
    yield f"decimals:{max(count_decimals(number) for number in numbers)}"
    grid = find_grid(points)
    if grid:
        yield f"grid:1/{grid}"


def count_decimals(number: float) -> int:
    """The decimals that are needed to write a number, at most six."""
    text = f"{number:.{MOST_DECIMALS}f}".rstrip("0")
    return len(text.partition(".")[2])


def find_grid(points: Sequence[tuple[float, ...]]) -> int:
    """The coarsest grid, in cells across, that all points lie on; 0 where there is none."""
    numbers = [number for point in points for number in point]
    if len(set(points)) < FEWEST_ON_GRID:
        return 0
    return next((cells for cells in GRIDS if all(lies_on(number, cells) for number in numbers)), 0)


def lies_on(number: float, cells: int) -> bool:
    """Whether a number is a multiple of one over `cells`."""
    return abs(number * cells - round(number * cells)) < NEAR * cells


def measure_sizes(parts: Parts) -> dict[str, float]:
    """Features that are more or less: lengths and counts."""
    sizes: dict[str, float] = {}
    shown = (*parts.texts, *parts.labels)
    if parts.texts and len(parts.texts) > 1:
        sizes["length:turns"] = len(parts.texts)
    if shown:
        sizes["length:characters in all"] = sum(map(len, shown))
        sizes["length:words in all"] = sum(len(text.split()) for text in shown)
    if parts.points:
        sizes["length:fixations"] = len(parts.points)
    return sizes


def name_answer(parts: Parts) -> str:
    """An answer as it is compared with others, without regard to case, punctuation and the order of labels."""
    shown = [*parts.texts, *sorted(parts.labels)]
    plain = "|".join(" ".join(re.findall(r"\w+", text.lower())) for text in shown)
    return plain or "|".join(f"{number:.4f}" for point in parts.points for number in point)


def show_parts(parts: Parts, longest: int = 120) -> str:
    """A response in one short line."""
    shown = " / ".join(parts.texts) or ", ".join(parts.labels) or show_points(parts.points)
    line = " ".join(shown.split())
    return line if len(line) <= longest else f"{line[:longest]}…"


def show_points(points: Iterable[tuple[float, ...]]) -> str:
    """Points in one line."""
    return "  ".join(" ".join(f"{number:g}" for number in point) for point in points)
