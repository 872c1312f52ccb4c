"""Reading CSV files row by row: UTF-8 with or without a byte order mark, each row with the line it begins at."""

import csv
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from agents.formats.encodings import find_foreign_encoding
from agents.tasks.payloads import describe_value
from turingapp.errors import Problem
from turingapp.words import say_later

csv.field_size_limit(16 * 2**20)  # characters; psiTurk puts all that a person did into one cell
# What `surrogateescape` makes of a byte that is not UTF-8.
_NOT_UTF8 = re.compile("[\udc80-\udcff]")


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row of a table by column name, blank cells included."""

    where: str
    cells: dict[str, str]


def read_table(path: Path, *, required: Collection[str]) -> Iterator[TableRow | Problem]:
    """The rows of a CSV file; a row that cannot be read is a Problem, a header that cannot be used ends the reading."""
    problem = find_foreign_encoding(path)
    if problem:
        yield problem
        return
    with path.open(encoding="utf-8-sig", errors="surrogateescape", newline="") as file:
        reader = csv.reader(file)
        first = say_later("%(file)s, line %(number)s", file=path.name, number=1)
        try:
            header = [name.strip() for name in next(reader, [])]
        except csv.Error as error:
            yield Problem(
                say_later("the header"),
                say_later("unreadable"),
                say_later("it should be CSV as in RFC 4180 (%(fault)s)", fault=error),
                first,
            )
            return
        problem = check_header(header, required, first)
        if problem:
            yield problem
            return
        line = reader.line_num + 1
        while True:
            where = say_later("%(file)s, line %(number)s", file=path.name, number=line)
            try:
                cells = next(reader, None)
            except csv.Error as error:
                yield Problem(
                    say_later("the row"),
                    say_later("unreadable"),
                    say_later("it should be CSV as in RFC 4180 (%(fault)s)", fault=error),
                    where,
                )
                line = reader.line_num + 1
                continue
            if cells is None:
                return
            if any(cell.strip() for cell in cells):
                yield check_cells(header, cells, where)
            line = reader.line_num + 1


def check_header(header: list[str], required: Collection[str], where: str) -> Problem | None:
    """What is wrong with the first line of a table, if anything."""
    missing = [name for name in required if name not in header]
    if missing:
        rule = say_later("it should have the columns %(names)s", names=", ".join(missing))
        if len(header) == 1 and (";" in header[0] or "\t" in header[0]):
            rule = say_later("the columns should be separated by commas")
        return Problem(say_later("the header"), describe_value(",".join(header)), rule, where)
    repeated = sorted({name for name in header if header.count(name) > 1})
    if repeated:
        return Problem(
            say_later("the header"), describe_value(repeated[0]), say_later("each column should be named once"), where
        )
    return None


def check_cells(header: list[str], cells: list[str], where: str) -> TableRow | Problem:
    """The row by column name, or what is wrong with it."""
    if len(cells) != len(header):
        return Problem(
            say_later("the row"),
            say_later("%(number)s cells", number=len(cells)),
            say_later("it should have %(number)s, as the header has", number=len(header)),
            where,
        )
    for name, cell in zip(header, cells, strict=True):
        if _NOT_UTF8.search(cell):
            shown = describe_value(cell.encode(errors="surrogateescape"))[1:]
            return Problem(name, shown, say_later("the text should be encoded in UTF-8"), where)
    return TableRow(where, dict(zip(header, cells, strict=True)))
