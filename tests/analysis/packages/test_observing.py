"""The report straight from a package is the study's own, without a row of the database."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django import DjangoAssertNumQueries

from tests.analysis.packages.conftest import Packed

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
