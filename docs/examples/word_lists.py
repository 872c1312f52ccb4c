"""A format: one answer a line, as "cue, word, who"."""

from collections.abc import Iterator
from pathlib import Path

from agents.formats.base import Author, Format, ResponseItem, ResponseRow, StimulusRow
from agents.models import Origin
from turingapp.errors import Problem


class WordLists(Format):
    """Lines of a cue, a word and who said it, separated by commas; `machine` may name one of them."""

    slug, title = "word-lists", "Lists of words"
    tasks = ("association",)

    def read_responses(self, path: Path, task: str) -> Iterator[ResponseItem]:
        """One response for each line; a line that cannot be read is told with its place."""
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            where = f"{path.name}, line {number}"
            parts = [part.strip() for part in line.split(",")]
            if len(parts) != 3:
                yield Problem("the line", repr(line), "it should be a cue, a word and who said it", where)
                continue
            cue, word, who = parts
            origin = Origin.AI if who == "machine" else Origin.HUMAN
            stimulus = StimulusRow(where, key=cue, payload={"cue": cue})
            yield ResponseRow(where, stimulus, (Author("agent", origin, who),), {"word": word})
