"""The original study's answers as flat CSV files, one answer a row."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_noop

from agents.formats.base import Format, ResponseItem
from agents.formats.paper import TASKS_ANSWERED, Answer, Slots, make_row
from agents.formats.tables import TableRow, read_table
from agents.tasks.payloads import describe_value
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later

# The files name the same things differently.
STIMULUS = ("imageID", "cue")
RESPONSE = ("response", "fixations_xy")
PERSON = ("human_groundtruth", "human_subject")
SYSTEM = ("machine_groundtruth", "model", "machine_model")


class PaperCsv(Format):
    """Rows of image or cue, response, groundtruth, and who it was."""

    slug = "paper-csv"
    title = gettext_noop("answers of the original study, CSV")
    tasks = TASKS_ANSWERED

    def read_responses(self, path: Path, task: str) -> Iterator[ResponseItem]:
        """One answer a row."""
        slots = Slots()
        for row in read_table(path, required=("groundtruth",)):
            if isinstance(row, Problem):
                yield row
                continue
            try:
                yield make_row(read_answer(row, slots), task)
            except InvalidPayload as error:
                yield from error.problems


def pick(row: TableRow, names: tuple[str, ...]) -> str:
    """The cell under the first of `names` that the file has."""
    return next((row.cells[name].strip() for name in names if name in row.cells), "")


def read_answer(row: TableRow, slots: Slots) -> Answer:
    """The answer of a row; raises InvalidPayload."""
    stimulus, person = pick(row, STIMULUS), pick(row, PERSON)
    groundtruth = row.cells["groundtruth"].strip()
    slot = slots.take(stimulus, groundtruth=groundtruth, person=person)
    given = pick(row, ("human_slot",))
    if given.isdecimal():
        slot = int(given)
    response = read_points(row) if "fixations_xy" in row.cells else pick(row, RESPONSE)
    return Answer(row.where, stimulus, response, groundtruth, person, pick(row, SYSTEM), slot)


def read_points(row: TableRow) -> Any:
    """The JSON list of a cell of fixations; raises InvalidPayload."""
    cell = row.cells["fixations_xy"]
    try:
        return json.loads(cell)
    except ValueError:
        rule = say_later("it should be a JSON list of [x, y] in pixels")
        raise InvalidPayload([Problem("fixations_xy", describe_value(cell), rule, row.where)]) from None
