"""A table's files: its rows pass once through memory, handful by handful, and end up in four formats."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from agents.spreadsheets import FORMULA_STARTS
from analysis.packages.chunking import Tell, take_chunks, tell_nobody
from analysis.packages.columns import Kind, Table

ROW_GROUP = 10_000
TIME_FORMAT = "%Y-%m-%dT%H:%M:%S%.6fZ"
# Where each format's files lie in a package. Psych-DS wants its CSV files named so.
PLACES = {
    "parquet": "parquet/{}.parquet",
    "jsonl": "jsonl/{}.jsonl",
    "csv": "data/description-{}_data.csv",
    "spreadsheet": "spreadsheets/{}.csv",
}


def write_table(table: Table, rows: Iterable[Sequence[Any]], folder: Path, tell: Tell = tell_nobody) -> int:
    """Write the files of a table below `folder`; return how many rows there are.

    Polars cannot append to a Parquet file, so the rows are kept in pieces first, from which each format is streamed.
    """
    pieces = folder / "pieces" / table.name
    pieces.mkdir(parents=True)
    count = 0
    for number, chunk in enumerate(take_chunks(rows)):
        table.store(chunk).write_parquet(pieces / f"{number:08}.parquet", compression="lz4")
        count += len(chunk)
        tell(len(chunk))
    if not count:
        table.store([]).write_parquet(pieces / "0.parquet")
    sink_all(table, pl.scan_parquet(pieces / "*.parquet"), folder)
    for piece in pieces.iterdir():
        piece.unlink()
    return count


def sink_all(table: Table, rows: pl.LazyFrame, folder: Path) -> None:
    """Write rows in each format."""
    paths = {name: folder / place.format(table.name) for name, place in PLACES.items()}
    for path in paths.values():
        path.parent.mkdir(parents=True, exist_ok=True)
    plain = rows.with_columns(write_times(table))
    rows.sink_parquet(paths["parquet"], compression="zstd", row_group_size=ROW_GROUP)
    plain.sink_ndjson(paths["jsonl"])
    plain.sink_csv(paths["csv"], line_terminator="\r\n")
    plain.with_columns(escape_formulas(table)).sink_csv(paths["spreadsheet"], line_terminator="\r\n", include_bom=True)


def write_times(table: Table) -> list[pl.Expr]:
    """Times as text, in UTC with Z."""
    names = [column.name for column in table.columns if column.kind == Kind.TIME]
    return [pl.col(name).dt.to_string(TIME_FORMAT) for name in names]


def escape_formulas(table: Table) -> list[pl.Expr]:
    """Texts that a spreadsheet would take for a formula, with an apostrophe in front; numbers stay numbers."""
    names = [column.name for column in table.columns if column.kind in (Kind.TEXT, Kind.JSON)]
    return [
        pl.when(pl.any_horizontal(*(pl.col(name).str.starts_with(start) for start in FORMULA_STARTS)))
        .then(pl.lit("'") + pl.col(name))
        .otherwise(pl.col(name))
        .alias(name)
        for name in names
    ]
