"""The report straight from a package is the study's own, without a row of the database."""

import json
from collections.abc import Callable
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from django.core.management import CommandError, call_command
from pytest_django import DjangoAssertNumQueries

from tests.analysis.packages.conftest import Packed
from tests.analysis.packages.test_import import rewrite

pytestmark = pytest.mark.django_db


def read(text: str) -> Any:
    """A report to twelve digits: judges have other numbers here, and sums in another order end in another bit."""
    return json.loads(text, parse_float=lambda digits: float(f"{float(digits):.12g}"))


def report(path: Path) -> Any:
    told = StringIO()
    call_command("report", str(path), "--json", stdout=told)
    return read(told.getvalue())


def test_the_report_from_the_file_is_the_studys_own_without_a_query(
    packed: Packed, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        assert report(packed.path) == read(json.dumps(packed.report))


def test_what_is_no_package_is_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "empty.zip"
    path.write_bytes(b"nothing")
    with pytest.raises(CommandError, match=r"it is no ZIP file"):
        report(path)


def change_table(name: str, change: Callable[[pl.DataFrame], pl.DataFrame]) -> Callable[[dict[str, bytes]], None]:
    """A change of one table of a package, in Parquet alone."""

    def write(members: dict[str, bytes]) -> None:
        member, buffer = f"parquet/{name}.parquet", BytesIO()
        change(pl.read_parquet(BytesIO(members[member]))).write_parquet(buffer)
        members[member] = buffer.getvalue()

    return write


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (change_table("judgements", lambda rows: rows.drop("verdict")), "judgements.parquet: verdict is None"),
        (change_table("trials", lambda rows: rows.cast({"rt_ms": pl.String})), "trials.parquet: rt_ms is String"),
        (change_table("judgements", lambda rows: rows.head(3)), "is 3 rows long: the manifest says"),
        (
            change_table("exclusions", lambda rows: rows.with_columns(judgement=pl.lit(10**6, pl.Int64))),
            "the table judgements has none of this number",
        ),
        (lambda members: members.update({"parquet/trials.parquet": b"nothing"}), "no Parquet file that can be read"),
    ],
)
def test_tables_that_are_not_as_the_codebook_has_them_are_refused(
    packed: Packed, tmp_path: Path, change: Callable[[dict[str, bytes]], None], sentence: str
) -> None:
    with pytest.raises(CommandError) as refused:
        report(rewrite(packed, tmp_path, change))
    assert sentence in str(refused.value)
