"""A format of judgements on words: a table of who judged what, how, and what was true."""

from collections.abc import Iterator
from pathlib import Path

from agents.formats.base import Author, StimulusRow
from agents.formats.tables import read_table
from agents.models import Origin
from analysis.loading.formats.base import JudgementFormat, JudgementItem, JudgementRow, Options
from turingapp.errors import Problem

COLUMNS = ("judge", "cue", "truth", "agent", "verdict")


class VerdictLists(JudgementFormat):
    """CSV with the columns judge, cue, truth, agent and verdict; truth and verdict are human or ai."""

    slug, title = "verdict-lists", "Lists of verdicts, CSV"

    def read_judgements(self, path: Path, task: str, options: Options) -> Iterator[JudgementItem]:
        """One judged trial for each row."""
        for row in read_table(path, required=COLUMNS):
            if isinstance(row, Problem):
                yield row
                continue
            judge, cue, truth, agent, verdict = (row.cells[name].strip() for name in COLUMNS)
            wrong = next((value for value in (truth, verdict) if value not in tuple(Origin)), None)
            if wrong is not None:
                yield Problem("truth or verdict", repr(wrong), "it should be human or ai", row.where)
                continue
            yield JudgementRow(
                where=row.where,
                judge=f"verdict-lists:{judge}",  # hashed at once
                visit=judge,
                told={},
                position=None,
                stimulus=StimulusRow(row.where, key=cue, payload={"cue": cue}),
                authors=(Author("agent", Origin(truth), agent),),
                slot=f"{truth}/{agent}",
                verdicts={"agent": Origin(verdict)},
            )
