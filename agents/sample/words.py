"""The sample's cue words and the associations that were written for them."""

from collections.abc import Iterator

from agents.formats.base import ResponseRow, StimulusRow
from agents.sample.files import name_writer, read_table

FILE = "associations.csv"


def list_cues() -> Iterator[StimulusRow]:
    """Thirty words: ten nouns, ten verbs, ten adjectives."""
    for where, row in read_table(FILE):
        facets = {"part_of_speech": row["part_of_speech"]}
        yield StimulusRow(where, row["cue"], {"cue": row["cue"]}, facets=facets)


def list_written_words() -> Iterator[ResponseRow]:
    """The human answers; all were written for the sample."""
    for where, row in read_table(FILE):
        for column, word in row.items():
            if column.startswith("writer "):
                writer = name_writer(column.removeprefix("writer "))
                stimulus = StimulusRow(where, row["cue"], {"cue": row["cue"]})
                yield ResponseRow(where, stimulus, (writer,), {"word": word}, key=writer.agent)
