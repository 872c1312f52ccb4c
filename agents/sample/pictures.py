"""The sample's photographs, which other packages ship, and what was written about them for four tasks."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from agents.formats.base import ResponseRow, StimulusRow
from agents.sample.files import name_writer, read_list, read_table
from turingapp.errors import CannotStart

PICTURES = "pictures.yaml"
WRITTEN_IN = {
    "color": "colors.csv",
    "objects": "objects.csv",
    "attention": "scanpaths.csv",
    "captioning": "captions.csv",
}


def list_pictures() -> Iterator[tuple[Path, StimulusRow]]:
    """Each picture's stimulus, with the folder in which its package keeps the file."""
    for entry in read_list(PICTURES):
        folder = find_folder(entry["package"], entry["folder"])
        payload = {"present": entry["present"], "absent": entry["absent"]}
        media, facets = {"image": entry["file"]}, {"kind": entry["kind"]}
        yield folder, StimulusRow(f"{PICTURES}, {entry['key']}", entry["key"], payload, media, facets)


def find_folder(package: str, folder: str) -> Path:
    """Where a package keeps its pictures; found without importing the package, which takes long."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise CannotStart(f"The package {package} is not installed; the sample's pictures come from it.")
    return Path(spec.origin).parent / folder


def list_written_answers(task: str) -> Iterator[ResponseRow]:
    """The human answers to the pictures; all were written for the sample."""
    for where, row in read_table(WRITTEN_IN[task]):
        for writer, payload in read_answers(task, row):
            stimulus = StimulusRow(where, row["picture"], {})
            yield ResponseRow(where, stimulus, (name_writer(writer),), payload, key=f"sample-writer-{writer}")


def read_answers(task: str, row: dict[str, str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The answers in one row of a task's file, with the number of who wrote each."""
    if task == "color":
        for column, color in row.items():
            if column.startswith("writer "):
                yield column.removeprefix("writer "), {"color": color}
    elif task == "attention":
        points = [tuple(map(float, point.split())) for point in row["fixations"].split(";")]
        yield row["writer"], {"fixations": points}
    else:
        field = "words" if task == "objects" else "caption"
        yield row["writer"], {field: row[field]}
