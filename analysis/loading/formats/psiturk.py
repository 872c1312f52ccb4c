"""Judges exported by psiTurk: one person a row, with all that they did in `datastring`."""

import re
from collections.abc import Iterator
from pathlib import Path

from django.utils.translation import gettext_noop

from agents.formats.base import LeftOut
from agents.formats.documents import expect
from agents.formats.psiturk import DEBUG, NO_DATA, read_datastring
from agents.formats.tables import TableRow, read_table
from analysis.loading.formats.base import JudgementFormat, JudgementItem, Options
from analysis.loading.formats.codings import describe_judge
from analysis.loading.formats.trials import Seat, read_trial
from turingapp.errors import InvalidPayload, Problem

PROLIFIC_ID = re.compile(r"[0-9a-f]{24}")


class PsiTurkJudgements(JudgementFormat):
    """Columns uniqueid, workerid, mode and datastring; the trials of phase TEST."""

    slug = "psiturk"
    title = gettext_noop("psiTurk participants who judged, CSV")

    def read_judgements(self, path: Path, task: str, options: Options) -> Iterator[JudgementItem]:
        """One row for each trial of each person."""
        for row in read_table(path, required=("uniqueid", "workerid", "datastring")):
            if isinstance(row, Problem):
                yield row
            elif not row.cells["datastring"].strip():
                yield LeftOut(row.where, NO_DATA)
            elif row.cells.get("mode", "").strip().lower() == "debug" and not options.with_debug:
                yield LeftOut(row.where, DEBUG)
            else:
                try:
                    yield from read_person(row, task, options)
                except InvalidPayload as error:
                    yield from error.problems


def read_person(row: TableRow, task: str, options: Options) -> Iterator[JudgementItem]:
    """The trials of one person; raises InvalidPayload."""
    worker = row.cells["workerid"].strip()
    if not worker:
        raise InvalidPayload([Problem("workerid", "missing", "each row should have one", row.where)])
    fields = read_datastring(row)
    told = expect(dict, fields.get("questiondata") or {}, field="questiondata", where=row.where)
    judge = f"{'prolific' if PROLIFIC_ID.fullmatch(worker) else 'mturk'}:{worker}"
    for number, item in enumerate(expect(list, fields.get("data"), field="datastring.data", where=row.where), 1):
        seat = Seat(f"{row.where}, trial {number}", judge, row.cells["uniqueid"].strip(), describe_judge(told))
        try:
            step = expect(dict, item, field="data", where=seat.where)
            trial = expect(dict, step.get("trialdata"), field="trialdata", where=seat.where)
            yield read_trial(trial, seat, task, options)
        except InvalidPayload as error:
            yield from error.problems
