"""The eye movements of the OSIE data set, flattened to one scanpath a row, in pixels of 800 x 600."""

from collections.abc import Iterator
from pathlib import Path

from django.utils.translation import gettext_noop

from agents.formats.base import Author, Format, ResponseItem, ResponseRow, StimulusRow
from agents.formats.tables import TableRow, read_table
from agents.models import Origin
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later

WIDTH, HEIGHT = 800, 600


class Osie(Format):
    """Columns image, subject, x, y and, where there is one, duration_ms (blank-separated); free viewing by people."""

    slug = "osie"
    title = gettext_noop("OSIE scanpaths, CSV")
    tasks = ("attention",)

    def read_responses(self, path: Path, task: str) -> Iterator[ResponseItem]:
        """One scanpath a row."""
        for row in read_table(path, required=("image", "subject", "x", "y")):
            if isinstance(row, Problem):
                yield row
                continue
            try:
                yield read_scanpath(row)
            except InvalidPayload as error:
                yield from error.problems


def read_scanpath(row: TableRow) -> ResponseRow:
    """One person's scanpath on one image; raises InvalidPayload."""
    image, subject = row.cells["image"].strip(), row.cells["subject"].strip()
    for field, value in (("image", image), ("subject", subject)):
        if not value:
            raise InvalidPayload(
                [Problem(field, say_later("missing"), say_later("a scanpath should name it"), row.where)]
            )
    x, y = read_numbers(row, "x"), read_numbers(row, "y")
    if len(x) != len(y):
        raise InvalidPayload(
            [
                Problem(
                    "y",
                    say_later("%(number)s numbers", number=len(y)),
                    say_later("x has %(number)s; they should be as many", number=len(x)),
                    row.where,
                )
            ]
        )
    fixations = [(across / WIDTH, down / HEIGHT) for across, down in zip(x, y, strict=True)]
    durations = read_numbers(row, "duration_ms") if "duration_ms" in row.cells else []
    author = Author("agent", Origin.HUMAN, f"osie-person-{subject}", f"Person {subject} (OSIE)", f"osie:{subject}")
    stimulus = StimulusRow(row.where, image, {"mode": "free"}, {"image": image})
    return ResponseRow(row.where, stimulus, (author,), {"fixations": fixations, "durations_ms": durations})


def read_numbers(row: TableRow, field: str) -> list[float]:
    """The numbers of a cell; raises InvalidPayload."""
    try:
        return [float(part) for part in row.cells[field].split()]
    except ValueError as error:
        raise InvalidPayload(
            [
                Problem(
                    field,
                    say_later("unreadable"),
                    say_later("it should be numbers (%(fault)s)", fault=error),
                    row.where,
                )
            ]
        ) from None
