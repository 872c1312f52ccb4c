"""Batch results of an MTurk requester: `Input.*` columns are the stimulus, `Answer.*` columns are the response."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from agents.formats.answers import make_row
from agents.formats.base import Format, LeftOut, ResponseItem
from agents.formats.documents import refuse_constant
from agents.formats.tables import TableRow, read_table
from agents.tasks import TASKS
from agents.tasks.base import Task
from turingapp.errors import InvalidPayload, Problem

INPUT, ANSWER, JSON_ANSWERS = "Input.", "Answer.", "Answer.taskAnswers"
NUMBERED = re.compile(r"(.+)_(\d{1,3})")
REQUIRED = ("AssignmentId", "WorkerId", "AssignmentStatus")
REJECTED = "an assignment that was rejected"


class MturkBatch(Format):
    """One assignment a row; a HIT of several stimuli numbers its columns: `Input.image_1`, `Answer.caption_1`."""

    slug = "mturk-batch"
    title = "MTurk batch results, CSV"

    def read_responses(self, path: Path, task: str) -> Iterator[ResponseItem]:
        """One response for each stimulus of each assignment that was not rejected."""
        for row in read_table(path, required=REQUIRED):
            if isinstance(row, Problem):
                yield row
            elif row.cells["AssignmentStatus"].strip().lower() == "rejected":
                yield LeftOut(row.where, REJECTED)
            else:
                try:
                    yield from read_assignment(row, TASKS[task])
                except InvalidPayload as error:
                    yield from error.problems


def read_assignment(row: TableRow, task: Task) -> Iterator[ResponseItem]:
    """The responses of one assignment; raises InvalidPayload."""
    shown = strip_prefix(row.cells, INPUT)
    answered: dict[str, Any] = {**strip_prefix(row.cells, ANSWER), **read_task_answers(row)}
    worker, assignment = row.cells["WorkerId"].strip(), row.cells["AssignmentId"].strip()
    if not worker or not assignment:
        field = "AssignmentId" if worker else "WorkerId"
        raise InvalidPayload([Problem(field, "missing", "each row should have one", row.where)])
    parts = split_numbered(shown)
    answers = split_numbered(answered)
    for number in parts:
        fields = {**answers.get("", {}), **answers.get(number, {})}
        key = f"{assignment}-{number}" if number else assignment
        try:
            common = parts.get("", {}) if number else {}
            yield make_row(
                task, {**common, **parts[number]}, fields, where=row.where, person=f"mturk:{worker}", key=key
            )
        except InvalidPayload as error:
            yield from error.problems


def strip_prefix(cells: Mapping[str, str], prefix: str) -> dict[str, str]:
    """The cells of the columns with this prefix that are not blank, without it."""
    found = {name.removeprefix(prefix): cell for name, cell in cells.items() if name.startswith(prefix)}
    return {name: cell for name, cell in found.items() if cell.strip() and prefix + name != JSON_ANSWERS}


def read_task_answers(row: TableRow) -> dict[str, Any]:
    """What the newer forms of MTurk put into one column as JSON; raises InvalidPayload."""
    text = row.cells.get(JSON_ANSWERS, "").strip()
    if not text:
        return {}
    try:
        found = json.loads(text, parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, list) or len(found) != 1 or not isinstance(found[0], dict):
        rule = "it should be a JSON list with one object"
        raise InvalidPayload([Problem(JSON_ANSWERS, repr(text[:60]), rule, row.where)])
    return {name: take_label(value) for name, value in found[0].items()}


def take_label(value: Any) -> Any:
    """The label of `{"label": "red"}`, or of `{"red": true, "blue": false}`; anything else as it is."""
    if isinstance(value, dict):
        chosen = [name for name, is_on in value.items() if is_on is True]
        return value.get("label", chosen[0] if len(chosen) == 1 else value)
    return value


def split_numbered(fields: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Fields by the number at the end of their names; what has none is under ""."""
    parts: dict[str, dict[str, Any]] = {}
    for name, value in fields.items():
        match = NUMBERED.fullmatch(name)
        parts.setdefault(match[2] if match else "", {})[match[1] if match else name] = value
    numbered = {number: part for number, part in parts.items() if number}
    return numbered | {"": parts.get("", {})} if not numbered else parts
