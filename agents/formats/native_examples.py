"""A made-up row in the project's own format for each task, so that nobody has to guess a table's columns."""

import csv
import io
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from agents.tasks.base import Task
from agents.tasks.payloads import ImageRef, Payload

SEED = 1  # any; the same rows stand on the page whoever looks
KEY, PICTURE, MACHINE = "first", "first.png", "model-a"
HUMAN, AI = {"origin": "human", "agent": "", "person": "lab:1"}, {"origin": "ai", "agent": MACHINE, "person": ""}


@dataclass(frozen=True, slots=True)
class Example:
    """What a file of stimuli and one of responses look like, as text; `suffix` is the end of their names."""

    task: Task
    stimuli: str
    responses: str
    suffix: str


def write_example(task: Task) -> Example:
    """A stimulus with a response of a human and one of a machine: as a table, where the task's fields fit in one."""
    sample = task.sample(random.Random(SEED))
    pictures = [name for name, field in task.Stimulus.model_fields.items() if ImageRef in get_args(field.annotation)]
    shown = {name: PICTURE if name in pictures and value else value for name, value in sample.stimulus.items()}
    stimulus = {"key": KEY, **shown}
    own = {name: sample.response.get(name) for name in task.Response.model_fields}
    if any(_is_nested(field.annotation) for field in task.Response.model_fields.values()):
        authors = dict(zip(task.roles, ({"origin": "human"}, {"origin": "ai", "agent": MACHINE}), strict=False))
        response = {"stimulus": KEY, "authors": authors, **own}
        return Example(task, _write_lines(stimulus), _write_lines(response), ".jsonl")
    responses = [{"stimulus": KEY, **author, **own} for author in (HUMAN, AI)]
    return Example(task, _write_table([stimulus]), _write_table(responses), ".csv")


def _is_nested(annotation: Any) -> bool:
    """Whether a field holds objects, for which a table has no cells."""
    if isinstance(annotation, type):
        return issubclass(annotation, Payload)
    return any(_is_nested(part) for part in get_args(annotation))


def _write_lines(row: Mapping[str, Any]) -> str:
    return json.dumps({name: value for name, value in row.items() if value}, ensure_ascii=False)


def _write_table(rows: Sequence[Mapping[str, Any]]) -> str:
    text = io.StringIO()
    table = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    table.writeheader()
    table.writerows({name: _write_cell(value) for name, value in row.items()} for row in rows)
    return text.getvalue().rstrip("\n")


def _write_cell(value: Any) -> str:
    """A cell as the loader reads it: lists separated by `|`, the numbers of one place by a blank."""
    if isinstance(value, list | tuple):
        return "|".join(
            " ".join(f"{n:.3g}" for n in part) if isinstance(part, list | tuple) else str(part) for part in value
        )
    return "" if value is None else str(value)
