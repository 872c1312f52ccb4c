"""Small bar charts as values for an SVG, drawn by a template without any style of its own."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT, GAP = 320.0, 80.0, 0.2  # of the drawing; the gap is a share of a bar's room
MOST_LABELS = 12


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its place in the drawing, and what it stands for."""

    x: str
    y: str
    width: str
    height: str
    middle: str
    label: str  # below it; empty where there is no room
    title: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing with the sentence that says the same."""

    bars: tuple[Bar, ...]
    summary: str


def draw_bars(values: Sequence[float], labels: Sequence[str], titles: Sequence[str], *, summary: str) -> Chart:
    """A bar for each value, as high as its share of the highest; of many labels only some are written."""
    most, room = max(values, default=0) or 1, WIDTH / max(len(values), 1)
    every = -(-len(values) // MOST_LABELS)
    bars = []
    for number, (value, label, title) in enumerate(zip(values, labels, titles, strict=True)):
        height, left = HEIGHT * value / most, room * (number + GAP / 2)
        bars.append(
            Bar(
                x=f"{left:.1f}",
                y=f"{HEIGHT - height:.1f}",
                width=f"{room * (1 - GAP):.1f}",
                height=f"{height:.1f}",
                middle=f"{room * (number + 0.5):.1f}",
                label=label if number % every == 0 else "",
                title=title,
            )
        )
    return Chart(tuple(bars), summary)
