"""Tables in Markdown: written from rows, and read in a page of docs/ to be given one more column."""

import re
from collections.abc import Iterable, Mapping, Sequence

CELL = re.compile(r"(?<!\\)\|")
NAME = re.compile(r"`([^`]+)`")


def clean(text: object) -> str:
    """A text of the code as part of a cell: one line, nothing of it taken for HTML or for the table's own lines."""
    one_line = " ".join(str(text).split())
    return one_line.replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|")


def code(text: object) -> str:
    """A name or a value as it is typed; nothing for an empty one."""
    return f"`{' '.join(str(text).split())}`".replace("|", "\\|") if str(text).strip() else ""


def write_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table whose cells are Markdown already; nothing where there are no rows."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    head = [f"| {' | '.join(headings)} |", f"|{'---|' * len(headings)}"]
    return "\n".join([*head, *lines]) + "\n" if lines else ""


def list_names(line: str) -> list[str]:
    """The names in the first cell of a table's row; none in any other line."""
    return NAME.findall(CELL.split(line)[1]) if line.startswith("|") else []


def add_column(page: str, heading: str, cells: Mapping[str, str]) -> str:
    """The page with a column after the first one in each table that has a row for one of the names of `cells`."""
    parts = re.split(r"((?:^\|.*\n?)+)", page, flags=re.MULTILINE)
    return "".join(_widen(part, heading, cells) if part.startswith("|") else part for part in parts)


def _widen(table: str, heading: str, cells: Mapping[str, str]) -> str:
    lines = table.splitlines()
    if not any(name in cells for line in lines for name in list_names(line)):
        return table
    new = [heading, "---", *("; ".join(cells.get(name, "") for name in list_names(line)) for line in lines[2:])]
    widened = []
    for line, cell in zip(lines, new, strict=True):
        first, rest = CELL.split(line, maxsplit=2)[1:]
        widened.append(f"|{first}| {cell} |{rest}")
    return "\n".join(widened) + "\n"
