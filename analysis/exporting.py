"""Judgements as CSV by RFC 4180: lines end in CRLF, missing values are empty, empty texts are a pair of quotes."""

from collections.abc import Iterator, Sequence

from agents.spreadsheets import disarm
from analysis.codebook import CODEBOOK, Value, describe_judgement
from analysis.observations import Observations

CHUNK_LINES = 500
NEEDS_QUOTES = frozenset('",\r\n')
BYTE_ORDER_MARK = "\ufeff"  # tells spreadsheets that the text is UTF-8


def write_judgements(observations: Observations, *, for_spreadsheets: bool = False) -> Iterator[str]:
    """The lines of the CSV file, in chunks: the names of the columns, then every judgement, screened out or not.

    With `for_spreadsheets` texts that would start a formula get an apostrophe in front.
    """
    yield (BYTE_ORDER_MARK if for_spreadsheets else "") + format_line([variable.name for variable in CODEBOOK])
    rows = observations.everything
    for start in range(0, len(rows), CHUNK_LINES):
        chunk = rows[start : start + CHUNK_LINES].to_dict("records")
        kept = observations.kept[start : start + CHUNK_LINES].tolist()
        lines = (
            describe_judgement({str(key): value for key, value in row.items()}, observations.study, counts=counts)
            for row, counts in zip(chunk, kept, strict=True)
        )
        yield "".join(format_line(list(line.values()), for_spreadsheets=for_spreadsheets) for line in lines)


def format_line(values: Sequence[Value], *, for_spreadsheets: bool = False) -> str:
    """One line of CSV."""
    return ",".join(format_value(value, for_spreadsheets=for_spreadsheets) for value in values) + "\r\n"


def format_value(value: Value, *, for_spreadsheets: bool = False) -> str:
    """One value: nothing for None, quotes where a text needs them, never around numbers."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str):
        return str(value)
    if for_spreadsheets:
        value = disarm(value)
    if not value or NEEDS_QUOTES & set(value) or value != value.strip():
        return '"' + value.replace('"', '""') + '"'
    return value
