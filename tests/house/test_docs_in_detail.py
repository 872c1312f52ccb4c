"""What the documents say in detail is so in the code: defaults, keys, command lines, files, functions."""

import ast
import json
import re
import shlex
from pathlib import Path
from typing import get_args

import pytest
from django.core.management import CommandError, load_command_class

from agents.formats import FORMATS
from agents.normalizations import NORMALIZATIONS
from agents.tasks import TASKS
from analysis.figures import FIGURES
from analysis.loading.formats import JUDGEMENT_FORMATS
from analysis.reports import REPORTS
from judging.protocol import Settings
from judging.recruiters import RECRUITERS
from judging.screening_rules import RuleName
from manual import protocols, settings
from manual.commands import find_commands
from manual.formulas import find_modules, list_functions
from manual.schemas import write_default
from manual.tables import CELL, list_names
from tests.judging.recruiters.stories import make_offer

ROOT = Path(__file__).resolve().parents[2]
CHOSEN_AT_START = {"PORT"}  # 0 in the code: the usual one, or any that is free


def read_rows(*names: str) -> dict[str, str]:
    """The rows of the tables of some pages of docs/, by the names in their first cells."""
    pages = [(ROOT / "docs" / name).read_text(encoding="utf-8") for name in names]
    return {name: line for page in pages for line in page.splitlines() for name in list_names(line)}


def list_typed(path: Path) -> list[list[str]]:
    """The commands of manage.py in the blocks of a document that are to be typed, as words."""
    blocks = re.findall(r"^ *```sh\n(.*?)^ *```", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    lines = [line.partition("manage.py ")[2] for block in blocks for line in block.splitlines()]
    return [shlex.split(line, comments=True) for line in lines if line]


def test_a_setting_is_documented_with_the_default_that_the_code_has() -> None:
    documented = {name: CELL.split(row)[2].strip() for name, row in read_rows("settings.md").items()}
    written = {
        reading.variable: str(reading.default).lower() if isinstance(reading.default, bool) else str(reading.default)
        for reading in settings.find_readings()
        if reading.default not in (None, "") and reading.variable not in CHOSEN_AT_START
    }
    assert written["CAP_PER_STUDY"] == "100000"
    wrong = {name: value for name, value in written.items() if value != documented[name].strip("`")}
    assert wrong == {}


def test_every_key_of_a_protocol_and_every_screening_rule_is_explained() -> None:
    explained = read_rows("protocols.md", "conversations.md", "results.md")
    assert {name for name in protocols.list_kinds() if name not in explained} - {"pool"} == set()
    assert {name for name in get_args(RuleName) if name not in explained} == set()


def test_a_key_of_a_protocol_is_documented_with_the_default_that_the_code_has() -> None:
    rows = read_rows("protocols.md", "conversations.md")
    written = {
        f"{block}{name}": write_default(field.default).strip("`")
        for block, model in (("", Settings), *((f"{block}.", model) for block, model in protocols.BLOCKS.items()))
        for name, field in model.model_fields.items()
        if isinstance(field.default, bool | int | float)
    }
    documented = {name: re.split(r"[,;]", CELL.split(rows[name])[3])[0].strip() for name in written}
    assert written["lease_minutes"] == "45"
    wrong = {name: value for name, value in written.items() if as_number(value) != as_number(documented[name])}
    assert wrong == {}


def as_number(value: str) -> float | str:
    """A number as a number, so that 1 and 1.0 are the same."""
    return float(value) if re.fullmatch(r"[\d.]+", value) else value


def test_the_page_on_statistics_names_modules_and_functions_that_there_are() -> None:
    page = (ROOT / "docs/statistics.md").read_text(encoding="utf-8")
    trees = {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in find_modules()}
    functions = {one.name for tree in trees.values() for one in list_functions(tree)}
    table = page.partition("## Where to find what")[2].partition("##")[0]
    modules = {names[0] for names in map(list_names, table.splitlines()) if names}
    named = {name.rpartition(".")[2] for name in re.findall(r"`([a-z_.]+_[a-z_.]+)`", page)}
    assert len(modules) > 15
    assert modules - set(trees) == set()
    assert named - functions - set(trees) == set()


@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("loading.md", {*FORMATS.slugs, *JUDGEMENT_FORMATS.slugs}),
        ("parity.md", set(NORMALIZATIONS)),
        ("recruiters.md", set(RECRUITERS.slugs)),
        ("results.md", {*REPORTS.slugs, *FIGURES.slugs}),
        ("answering.md", {task.slug for task in TASKS if task.takes_answers}),
    ],
)
def test_what_a_page_lists_is_all_that_there_is(page: str, names: set[str]) -> None:
    written = (ROOT / "docs" / page).read_text(encoding="utf-8")
    listed = {*re.findall(r"`([a-z0-9-]+)[`:]", written), *re.findall(r"^\| ([a-z]+) \|", written, re.MULTILINE)}
    assert names - listed == set()


def test_the_protocols_for_public_data_are_there() -> None:
    named = re.findall(r"`(\w+/[a-z0-9-]+\.yaml)`", (ROOT / "docs/public-data.md").read_text(encoding="utf-8"))
    assert named
    assert [name for name in named if not (ROOT / "judging/protocols" / name).exists()] == []


def test_every_file_that_the_documents_name_is_there() -> None:
    folders = "agents|analysis|bench|docs|judging|manual|static|templates|tests|turingapp"
    named = {
        name
        for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
        for name in re.findall(rf"`((?:{folders})/[\w./-]+)`", path.read_text(encoding="utf-8"))
    }
    assert len(named) > 20
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_every_command_line_of_the_documents_is_one_that_its_command_takes() -> None:
    refused, commands = [], dict(find_commands())
    lines = [line for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")] for line in list_typed(path)]
    for name, *arguments in lines:
        if name in commands:
            parser = load_command_class(commands[name], name).create_parser("manage.py", name)
            try:
                parser.parse_args(arguments)
            except CommandError as error:
                refused.append(f"{name} {' '.join(arguments)}: {error}")
    assert len(lines) > 50
    assert refused == []


def test_the_details_of_a_panel_in_the_documents_are_those_that_it_takes() -> None:
    [line] = [line for line in list_typed(ROOT / "docs/recruiting/panel.md") if "--details" in line]
    details = json.loads(line[line.index("--details") + 1])
    offer = make_offer(details=details, address="http://127.0.0.1:8000/arrive/")
    assert RECRUITERS["panel"].validate(offer, "local") == ()
