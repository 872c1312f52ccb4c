"""The scripts of a package compute the report anew from the package alone, and come to the same numbers."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from analysis.packages.tables import BY_NAME
from analysis.reports import REPORTS
from tests.analysis.packages.conftest import Packed, both_kinds

pytestmark = pytest.mark.django_db  # without any such test no database is set up for the package
BARE = """
import runpy, sys
for name in ("django", "scipy", "polars", "sklearn", "turingapp", "analysis"):
    sys.modules[name] = None
sys.argv = ["recompute", "--json"]
runpy.run_module("recompute", run_name="__main__")
"""


def recompute(packed: Packed, folder: Path) -> dict[str, Any]:
    """What the script prints where there is nothing but the package, numpy and pandas."""
    packed.package.extractall(folder)
    done = subprocess.run([sys.executable, "-c", BARE], cwd=folder, env={}, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def list_numbers(row: dict[str, Any]) -> dict[str, float]:
    return {key: value for key, value in row.items() if isinstance(value, int | float) and not isinstance(value, bool)}


@pytest.mark.long
@both_kinds
def test_the_script_of_a_package_computes_every_number_of_the_report(packed: Packed, tmp_path: Path) -> None:
    found = recompute(packed, tmp_path)
    assert list(found) == list(REPORTS.slugs)
    compared = 0
    for slug, tables in json.loads(json.dumps(packed.report["reports"])).items():
        assert list(found[slug]) == [table["slug"] for table in tables]
        for table in tables:
            rows = found[slug][table["slug"]]
            assert len(rows) == len(table["rows"])
            for ours, theirs in zip(table["rows"], rows, strict=True):
                numbers = list_numbers(ours)
                assert {key: theirs.get(key) for key in numbers} == pytest.approx(numbers, rel=1e-9, abs=1e-9)
                compared += len(numbers)
    assert compared > 500


def test_the_models_in_r_use_columns_that_there_are(packed: Packed) -> None:
    text = packed.package.read("scripts/models.R").decode()
    tables = {*re.findall(r'read_table\("(\w+)"\)', text)}
    columns = {name for table in tables for name in (column.name for column in BY_NAME[table].columns)}
    assert tables
    assert {*re.findall(r"\$(\w+)", text)} - columns == {"right", "said_human"}
    assert "glmer(" in text
