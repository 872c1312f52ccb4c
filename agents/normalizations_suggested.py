"""Which normalizations would take away the cues that a parity report tells of. Pure."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from agents.normalizations import Step, read_steps
from agents.normalizations_applied import normalize_rows
from agents.parity import measure_parity
from agents.parity_cues import ParityReport, ParityRow
from agents.parity_features import find_grid, show_parts
from turingapp.words import Words

FEWEST_FIXATIONS = 3
SHARE_CUT = 0.05  # responses that may be shorter than what all others are cut to
EXAMPLES_EACH = 2
BY_KIND = {
    "casing": "lower-case",
    "ending": "no-final-signs",
    "spacing": "even-spaces",
}
BY_CUE = {
    "labels:several words in one": "last-words",
    "fixations:left of or above the image": "inside",
    "fixations:right of or below the image": "inside",
}


@dataclass(frozen=True, slots=True)
class Changed:
    """A response before and after."""

    origin: str
    agent: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Preview:
    """What some normalizations would do to a pool: which cues go, which stay or come, and examples."""

    steps: tuple[Step, ...]
    report: ParityReport
    gone: tuple[Words, ...]
    come: tuple[Words, ...]
    changed: int
    examples: tuple[Changed, ...]


def suggest(report: ParityReport, rows: Sequence[ParityRow]) -> tuple[Step, ...]:
    """The normalizations for the telling cues of a report, in the order in which they are applied."""
    slugs = [cue.slug for cue in report.telling]
    return read_steps(dict.fromkeys([*suggest_for_texts(slugs), *suggest_for_lists(slugs, rows)]))


def suggest_for_texts(slugs: Iterable[str]) -> Iterator[str]:
    """Case, final signs, spaces, and signs; a cue of one final sign is not one of signs as well."""
    for slug in slugs:
        kind, _, value = slug.partition(":")
        if slug in BY_CUE or kind in BY_KIND:
            yield BY_CUE.get(slug) or BY_KIND[kind]
        elif kind == "character" and (not value.isascii() or value.startswith("U+")):
            yield "ascii"
        elif kind == "character":
            yield "no-final-signs" if f"ending:{value}" in slugs else "no-signs"


def suggest_for_lists(slugs: Sequence[str], rows: Sequence[ParityRow]) -> Iterator[str]:
    """Numbers of labels and fixations, grids and decimals: as coarse as the coarsest that tells."""
    labels = [len(row.shown.labels) for row in rows if row.shown.labels]
    points = [len(row.shown.points) for row in rows if row.shown.points]
    if labels and any(re.fullmatch(r"labels:\d+", slug) for slug in slugs):
        yield f"labels:{min(labels)}"
    if points and "length:fixations" in slugs:
        yield f"fixations:{max(FEWEST_FIXATIONS, int(np.quantile(points, SHARE_CUT)))}"
    grids = find_own_grids(rows) if any(slug.startswith("grid:1/") for slug in slugs) else []
    decimals = [int(slug.removeprefix("decimals:")) for slug in slugs if slug.startswith("decimals:")]
    if grids:
        yield f"grid:{min(grids)}"
    elif decimals:
        yield f"decimals:{max(1, min(decimals))}"


def find_own_grids(rows: Sequence[ParityRow]) -> list[int]:
    """The grids of those agents whose fixations all lie on one, in cells across."""
    points: dict[str, list[tuple[float, ...]]] = {}
    for row in rows:
        points.setdefault(row.agent, []).extend(row.shown.points)
    return [grid for own in points.values() if own and (grid := find_grid(own))]


def preview(report: ParityReport, rows: Sequence[ParityRow], steps: Sequence[Step]) -> Preview:
    """What these normalizations would do to the responses of a report."""
    normalized = list(normalize_rows(rows, steps))
    after = measure_parity(normalized)
    before_slugs, after_slugs = ({cue.slug for cue in one.telling} for one in (report, after))
    pairs = [(old, new) for old, new in zip(rows, normalized, strict=True) if old.shown != new.shown]
    return Preview(
        steps=tuple(steps),
        report=after,
        gone=tuple(cue.sentence for cue in report.telling if cue.slug not in after_slugs),
        come=tuple(cue.sentence for cue in after.telling if cue.slug not in before_slugs),
        changed=len(pairs),
        examples=tuple(pick_examples(pairs)),
    )


def pick_examples(pairs: Sequence[tuple[ParityRow, ParityRow]]) -> Iterator[Changed]:
    """The first few of each origin that change."""
    for origin in dict.fromkeys(old.origin for old, _ in pairs):
        of_origin = [(old, new) for old, new in pairs if old.origin == origin][:EXAMPLES_EACH]
        for old, new in of_origin:
            yield Changed(origin, old.title or old.agent, show_parts(old.shown), show_parts(new.shown))


def read_names(text: str) -> tuple[Step, ...]:
    """Normalizations as they are typed, separated by commas or spaces; raises InvalidPayload."""
    return read_steps(name for name in re.split(r"[,\s]+", text) if name)
