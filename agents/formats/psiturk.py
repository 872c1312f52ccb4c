"""Participants exported by psiTurk: one person a row, with all they did in `datastring`."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_noop

from agents.formats.answers import make_row
from agents.formats.base import Format, LeftOut, ResponseItem
from agents.formats.documents import expect, refuse_constant
from agents.formats.tables import TableRow, read_table
from agents.tasks import TASKS
from agents.tasks.base import Task
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later

TEST = "TEST"
NO_DATA = say_later("a person who left no data")
DEBUG = say_later("a visit in debug mode")
# What the original study's pages for judges wrote: verdicts, not what an agent produced.
OF_JUDGES = frozenset({"Aclass", "Bclass", "conversationID"})
JUDGEMENT = say_later("a trial of a judge: its verdict is no response of an agent")


class PsiTurk(Format):
    """Columns workerid, mode and datastring; the trials of phase TEST that hold the fields of a response."""

    slug = "psiturk"
    title = gettext_noop("psiTurk participants, CSV")

    def read_responses(self, path: Path, task: str) -> Iterator[ResponseItem]:
        """One response for each trial that has one."""
        for row in read_table(path, required=("uniqueid", "workerid", "datastring")):
            if isinstance(row, Problem):
                yield row
            elif not row.cells["datastring"].strip():
                yield LeftOut(row.where, NO_DATA)
            else:
                try:
                    yield from read_person(row, TASKS[task])
                except InvalidPayload as error:
                    yield from error.problems


def read_person(row: TableRow, task: Task) -> Iterator[ResponseItem]:
    """The trials of one person; raises InvalidPayload."""
    fields = read_datastring(row)
    asked = fields.get("questiondata") or {}
    gender = asked.get("gender") if isinstance(asked, dict) else None
    for number, item in enumerate(expect(list, fields.get("data"), field="datastring.data", where=row.where), 1):
        where = say_later("%(place)s, trial %(number)s", place=row.where, number=number)
        try:
            yield read_trial(expect(dict, item, field="data", where=where), row, task, gender=gender, where=where)
        except InvalidPayload as error:
            yield from error.problems


def read_datastring(row: TableRow) -> dict[str, Any]:
    """All that one person did; raises InvalidPayload."""
    try:
        content = json.loads(row.cells["datastring"], parse_constant=refuse_constant)
    except (ValueError, RecursionError) as error:
        raise InvalidPayload(
            [
                Problem(
                    "datastring",
                    say_later("unreadable"),
                    say_later("it should be JSON (%(fault)s)", fault=error),
                    row.where,
                )
            ]
        ) from None
    fields: dict[str, Any] = expect(dict, content, field="datastring", where=row.where)
    return fields


def read_trial(item: dict[str, Any], row: TableRow, task: Task, *, gender: Any, where: str) -> ResponseItem:
    """One trial; raises InvalidPayload."""
    trial = expect(dict, item.get("trialdata"), field="trialdata", where=where)
    phase = trial.get("phase", TEST)
    if phase != TEST:
        return LeftOut(where, say_later("a step of phase %(phase)s", phase=repr(str(phase)[:40])))
    if not OF_JUDGES.isdisjoint(trial):
        return LeftOut(where, JUDGEMENT)
    if row.cells.get("mode", "").strip().lower() == "debug":
        return LeftOut(where, DEBUG)
    worker = row.cells["workerid"].strip()
    if not worker:
        raise InvalidPayload(
            [Problem("workerid", say_later("missing"), say_later("each row should have one"), row.where)]
        )
    key = f"{row.cells['uniqueid'].strip()}-{item.get('current_trial', '')}"
    answered = {**trial, "gender": gender}
    return make_row(task, trial, answered, where=where, person=f"mturk:{worker}", key=key)
