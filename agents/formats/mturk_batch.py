"""Batch results of an MTurk requester: `Input.*` columns are the stimulus, `Answer.*` columns are the response."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from django.utils.translation import gettext_noop

from agents.formats.answers import KEY_NAMES, WORD, make_row
from agents.formats.base import Format, LeftOut, ResponseItem
from agents.formats.documents import refuse_constant
from agents.formats.tables import TableRow, read_table
from agents.tasks import TASKS
from agents.tasks.base import Task
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later

INPUT, ANSWER, JSON_ANSWERS = "Input.", "Answer.", "Answer.taskAnswers"
NUMBERED = re.compile(r"(.+)_(\d{1,3})")
REQUIRED = ("AssignmentId", "WorkerId", "AssignmentStatus")
Fields = Mapping[str, Any]
T = TypeVar("T")
REJECTED = say_later("an assignment that was rejected")


class MturkBatch(Format):
    """One assignment a row; a HIT of several stimuli numbers its columns: `Input.image_1`, `Answer.caption_1`."""

    slug = "mturk-batch"
    title = gettext_noop("MTurk batch results, CSV")

    def read_responses(self, path: Path, task: str) -> Iterator[ResponseItem]:
        """One response for each stimulus of each assignment that was not rejected."""
        yield from read_assignments(path, lambda row: read_assignment(row, TASKS[task]))


def read_assignments(path: Path, read: Callable[[TableRow], Iterable[T]]) -> Iterator[T | LeftOut | Problem]:
    """What `read` makes of each assignment that was not rejected; what it raises as InvalidPayload, as problems."""
    for row in read_table(path, required=REQUIRED):
        if isinstance(row, Problem):
            yield row
        elif row.cells["AssignmentStatus"].strip().lower() == "rejected":
            yield LeftOut(row.where, REJECTED)
        else:
            try:
                yield from read(row)
            except InvalidPayload as error:
                yield from error.problems


def name_assignment(row: TableRow) -> tuple[str, str]:
    """The ids of the worker and of the assignment; raises InvalidPayload where one is missing."""
    worker, assignment = row.cells["WorkerId"].strip(), row.cells["AssignmentId"].strip()
    if not worker or not assignment:
        field = "AssignmentId" if worker else "WorkerId"
        raise InvalidPayload([Problem(field, say_later("missing"), say_later("each row should have one"), row.where)])
    return worker, assignment


def read_assignment(row: TableRow, task: Task) -> Iterator[ResponseItem]:
    """The responses of one assignment; raises InvalidPayload."""
    shown = strip_prefix(row.cells, INPUT)
    answered: dict[str, Any] = {**strip_prefix(row.cells, ANSWER), **read_task_answers(row)}
    worker, assignment = name_assignment(row)
    for number, stimulus, answers in split_stimuli(task, shown, answered):
        key = f"{assignment}-{number}" if number else assignment
        try:
            yield make_row(task, stimulus, answers, where=row.where, person=f"mturk:{worker}", key=key)
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
        rule = say_later("it should be a JSON list with one object")
        raise InvalidPayload([Problem(JSON_ANSWERS, repr(text[:60]), rule, row.where)])
    return {name: take_label(value) for name, value in found[0].items()}


def take_label(value: Any) -> Any:
    """The label of `{"label": "red"}`, or of `{"red": true, "blue": false}`; anything else as it is."""
    if isinstance(value, dict):
        chosen = [name for name, is_on in value.items() if is_on is True]
        return value.get("label", chosen[0] if len(chosen) == 1 else value)
    return value


def split_stimuli(task: Task, shown: Fields, answered: Fields) -> Iterator[tuple[str, Fields, Fields]]:
    """Each stimulus of a HIT with its number ("" for the only one), its fields and the answers to it."""
    given, answers = split_numbered(shown), split_numbered(answered, is_kept=lambda name: is_one_of_words(task, name))
    numbers = [number for number, fields in given.items() if number and not fields.keys().isdisjoint(KEY_NAMES)]
    if not numbers:
        yield "", shown, answered
        return
    # What has no number is common to all, but neither names a stimulus nor answers several of them at once.
    shared = {name: value for name, value in given.get("", {}).items() if name not in KEY_NAMES}
    said = answers.get("", {})
    if len(numbers) > 1:
        said = {name: value for name, value in said.items() if not is_answer(task, name)}
    for number in numbers:
        yield number, {**shared, **given[number]}, {**said, **answers.get(number, {})}


def is_one_of_words(task: Task, name: str) -> bool:
    """Whether this is a word of a list (`word_1`), whose number counts words and not stimuli."""
    return "words" in task.Response.model_fields and WORD.fullmatch(name) is not None


def is_answer(task: Task, name: str) -> bool:
    """Whether this is part of a response, not something that the person said of themselves."""
    return name in task.Response.model_fields or is_one_of_words(task, name)


def split_numbered(fields: Fields, *, is_kept: Callable[[str], bool] = lambda name: False) -> dict[str, dict[str, Any]]:
    """Fields by the number at the end of their names; what has none, or is kept whole, is under ""."""
    parts: dict[str, dict[str, Any]] = {}
    for name, value in fields.items():
        match = None if is_kept(name) else NUMBERED.fullmatch(name)
        parts.setdefault(match[2] if match else "", {})[match[1] if match else name] = value
    return parts
