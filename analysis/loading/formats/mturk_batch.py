"""Batch results of an MTurk requester whose answers are verdicts: `Input.*` is the truth, `Answer.*` the verdict."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_noop

from agents.formats.mturk_batch import (
    ANSWER,
    INPUT,
    name_assignment,
    read_assignments,
    read_task_answers,
    split_numbered,
    strip_prefix,
)
from agents.formats.tables import TableRow
from analysis.loading.formats.base import JudgementFormat, JudgementItem, Options
from analysis.loading.formats.codings import describe_judge
from analysis.loading.formats.trials import Seat, read_trial
from turingapp.errors import InvalidPayload


class MturkBatchJudgements(JudgementFormat):
    """One assignment a row, with the names of the original study's trials; several trials number their columns."""

    slug = "mturk-batch"
    title = gettext_noop("MTurk batch results of judges, CSV")

    def read_judgements(self, path: Path, task: str, options: Options) -> Iterator[JudgementItem]:
        """One row for each trial of each assignment that was not rejected."""
        yield from read_assignments(path, lambda row: read_assignment(row, task, options))


def read_assignment(row: TableRow, task: str, options: Options) -> Iterator[JudgementItem]:
    """The trials of one assignment; raises InvalidPayload."""
    worker, assignment = name_assignment(row)
    answered: Mapping[str, Any] = {**strip_prefix(row.cells, ANSWER), **read_task_answers(row)}
    trials = split_numbered({**strip_prefix(row.cells, INPUT), **answered})
    shared = trials.pop("", {})
    for number, trial in trials.items() or [("", {})]:
        where = f"{row.where}, trial {number}" if number else row.where
        seat = Seat(where, f"mturk:{worker}", assignment, describe_judge(shared), int(number) if number else 1)
        try:
            yield read_trial({**shared, **trial}, seat, task, options)
        except InvalidPayload as error:
            yield from error.problems
