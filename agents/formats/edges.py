"""Edge lists of word associations: cue, word, and how often the word was given (`src,tgt,wt`)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from django.utils.translation import gettext_noop

from agents.formats.base import Author, Format, ResponseItem, ResponseRow, StimulusRow, take_options
from agents.formats.tables import TableRow, read_table
from agents.models import Origin
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later

MOST_REPEATS = 1000


@dataclass(frozen=True)
class Edges(Format):
    """One edge a row is one response, its weight kept beside it; with `repeat=yes` as many as its weight."""

    slug = "edges"
    title = gettext_noop("Word-association edge lists (src, tgt, wt), CSV")
    tasks = ("association",)
    options = {
        "agent": "who answered (default: the file's name)",
        "origin": "human or ai (default: ai)",
        "cap": "at most so many edges of a cue, the heaviest; 0 for all (default: 0)",
        "repeat": "yes for as many responses as the weight says (default: no)",
    }

    agent: str = ""
    origin: str = "ai"
    cap: str = "0"
    repeat: str = "no"

    def configure(self, given: Mapping[str, str]) -> Format:
        """The same format with these options; raises InvalidPayload."""
        own = replace(self, **take_options(self, given))
        rules = (
            ("origin", own.origin in Origin.values, say_later("it should be human or ai")),
            ("cap", own.cap.isdecimal() and own.cap.isascii(), say_later("it should be a whole number, 0 for all")),
            ("repeat", own.repeat in ("yes", "no"), say_later("it should be yes or no")),
        )
        problems = [Problem(name, repr(getattr(own, name)), rule) for name, is_right, rule in rules if not is_right]
        if problems:
            raise InvalidPayload(problems)
        return own

    def read_responses(self, path: Path, task: str) -> Iterator[ResponseItem]:
        """One edge a response, or as many as its weight; with a cap, the heaviest of each cue."""
        name = self.agent or path.stem
        author = Author("agent", Origin(self.origin), f"edges-{name}", name)
        # Only with a cap are the edges needed all at once.
        edges = keep_heaviest(read_edges(path), int(self.cap)) if int(self.cap) else read_edges(path)
        for edge in edges:
            if isinstance(edge, Problem):
                yield edge
                continue
            for number in range(1, edge.weight + 1 if self.repeat == "yes" else 2):
                stimulus = StimulusRow(edge.where, edge.cue, {"cue": edge.cue})
                beside = {"weight": edge.weight, "number": number}
                yield ResponseRow(edge.where, stimulus, (author,), {"word": edge.word}, beside=beside)


@dataclass(frozen=True, slots=True)
class Edge:
    """A word that was given for a cue, so many times."""

    where: str
    cue: str
    word: str
    weight: int


def read_edges(path: Path) -> Iterator[Edge | Problem]:
    """The edges of a file."""
    for row in read_table(path, required=("src", "tgt", "wt")):
        if isinstance(row, Problem):
            yield row
            continue
        try:
            yield read_edge(row)
        except InvalidPayload as error:
            yield from error.problems


def read_edge(row: TableRow) -> Edge:
    """One edge; raises InvalidPayload."""
    cue, word, weight = (row.cells[name].strip() for name in ("src", "tgt", "wt"))
    for field, value in (("src", cue), ("tgt", word)):
        if not value:
            raise InvalidPayload(
                [Problem(field, say_later("missing"), say_later("an edge should have a cue and a word"), row.where)]
            )
    if not (weight.isascii() and weight.isdecimal() and len(weight) < 10 and 1 <= int(weight) <= MOST_REPEATS):
        rule = say_later("it should be a whole number from 1 to %(most)s", most=MOST_REPEATS)
        raise InvalidPayload([Problem("wt", repr(weight)[:80], rule, row.where)])
    return Edge(row.where, cue, word, int(weight))


def keep_heaviest(edges: Iterator[Edge | Problem], cap: int) -> Iterator[Edge | Problem]:
    """Problems as they come, then the `cap` heaviest edges of each cue, ties in the file's order."""
    found = []
    for edge in edges:
        if isinstance(edge, Problem):
            yield edge
        else:
            found.append(edge)
    taken: Counter[str] = Counter()
    for edge in sorted(found, key=lambda one: -one.weight):
        taken[edge.cue] += 1
        if taken[edge.cue] <= cap:
            yield edge
