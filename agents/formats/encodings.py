"""Files in another encoding than UTF-8, told by how they begin, so that the line about them is clear."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from pathlib import Path

from turingapp.errors import Problem

MARKS = (
    (BOM_UTF32_LE, "in UTF-32"),
    (BOM_UTF32_BE, "in UTF-32"),
    (BOM_UTF16_LE, "in UTF-16"),
    (BOM_UTF16_BE, "in UTF-16"),
    (b"PK\x03\x04", "a ZIP archive or a spreadsheet"),
    (b"\x1f\x8b", "compressed with gzip"),
)


def find_foreign_encoding(path: Path) -> Problem | None:
    """What the file is, where it begins like something else than text in UTF-8."""
    with path.open("rb") as file:
        start = file.read(4)
    for mark, name in MARKS:
        if start.startswith(mark):
            return Problem("the file", name, "it should be saved as text in UTF-8", path.name)
    return None
