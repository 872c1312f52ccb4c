"""Files in another encoding than UTF-8, told by how they begin, so that the line about them is clear."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from pathlib import Path

from turingapp.errors import Problem
from turingapp.words import say_later

MARKS = (
    (BOM_UTF32_LE, say_later("in UTF-32")),
    (BOM_UTF32_BE, say_later("in UTF-32")),
    (BOM_UTF16_LE, say_later("in UTF-16")),
    (BOM_UTF16_BE, say_later("in UTF-16")),
    (b"PK\x03\x04", say_later("a ZIP archive or a spreadsheet")),
    (b"\x1f\x8b", say_later("compressed with gzip")),
)


def find_foreign_encoding(path: Path) -> Problem | None:
    """What the file is, where it begins like something else than text in UTF-8."""
    with path.open("rb") as file:
        start = file.read(4)
    for mark, name in MARKS:
        if start.startswith(mark):
            return Problem(say_later("the file"), name, say_later("it should be saved as text in UTF-8"), path.name)
    return None
