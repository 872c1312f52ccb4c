"""Values as the files of a package hold them: what goes in comes out, whatever it is and however much of it."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from analysis.packages.columns import Column, Kind, Table
from analysis.packages.spooling import PLACES, write_table

TABLE = Table(
    "words",
    "Words.",
    (Column("number", "a number", Kind.NUMBER), Column("text", "a text"), Column("value", "a value", Kind.JSON)),
)
SURROGATES = st.characters(exclude_categories=[]) | st.sampled_from("\ud83d\udc00\x00\r\n\t=+-@,\"'")
TEXTS = st.none() | st.text(SURROGATES)


def read_files(rows: list[tuple[Any, ...]]) -> dict[str, list[list[Any]]]:
    """The rows as each format gives them back."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        write_table(TABLE, iter(rows), folder)
        paths = {form: folder / place.format("words") for form, place in PLACES.items()}
        with paths["csv"].open(encoding="utf-8", newline="") as file:
            plain = [list(row) for row in csv.reader(file)][1:]
        lines = paths["jsonl"].read_text(encoding="utf-8").split("\n")[:-1]
        return {
            "parquet": [list(row) for row in pl.read_parquet(paths["parquet"]).rows()],
            "jsonl": [list(json.loads(line).values()) for line in lines],
            "csv": plain,
        }


@hypothesis_settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(-(2**63), 2**63 - 1), TEXTS, TEXTS), max_size=5))
def test_texts_and_values_come_back_from_every_format_as_they_were(rows: list[tuple[Any, ...]]) -> None:
    found = read_files([(number, text, {"said": value}) for number, text, value in rows])
    assert found["parquet"] == found["jsonl"]
    assert found["csv"] == [["" if value is None else str(value) for value in row] for row in found["jsonl"]]
    for (number, text, value), row in zip(rows, found["jsonl"], strict=True):
        half_emoji = None if text is None else "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)
        assert row[:2] == [number, half_emoji]
        assert json.loads(row[2]) == {"said": value}


def test_200_000_rows_are_all_there_and_in_order(tmp_path: Path) -> None:
    def count() -> Iterator[tuple[Any, ...]]:
        yield from ((number, "a", None) for number in range(200_000))

    assert write_table(TABLE, count(), tmp_path) == 200_000
    numbers = pl.read_parquet(tmp_path / "parquet" / "words.parquet")["number"]
    assert numbers.to_list() == list(range(200_000))
    with (tmp_path / PLACES["csv"].format("words")).open(encoding="utf-8") as file:
        assert sum(1 for _ in file) == 200_001
