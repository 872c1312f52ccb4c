"""The site of documents: what it makes from the code, what of docs/ is held to the code, and that it can be built."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from django.core.management import CommandError, load_command_class

from agents.ai_agents import AI_AGENTS
from agents.formats import FORMATS
from agents.tasks import TASKS
from analysis.ai_judges import AI_JUDGES
from analysis.embedders import EMBEDDERS
from analysis.figures import FIGURES
from analysis.reports import REPORTS
from judging.recruiters import RECRUITERS
from judging.screening_rules import RuleName
from manual import protocols, settings
from manual.commands import find_commands
from manual.pages import PAGES
from manual.tables import CELL, add_column, clean, list_names
from tests.judging.recruiters.stories import make_offer
from turingapp.plugins import Registry

ROOT = Path(__file__).resolve().parents[2]
LOADED = re.compile(r"<(?:script|link|img|iframe)[^>]+(?:src|href)=\"?(https?://[^\" >]+)")
CHOSEN_AT_START = {"PORT"}  # 0 in the code: the usual one, or any that is free
ON_PAGES: list[tuple[str, Registry]] = [
    ("tasks", TASKS),
    ("formats", FORMATS),
    ("ai-agents", AI_AGENTS),
    ("ai-judges", AI_JUDGES),
    ("ai-judges", EMBEDDERS),
    ("reports", REPORTS),
    ("reports", FIGURES),
    ("recruiters", RECRUITERS),
]


def read_rows(*names: str) -> dict[str, str]:
    """The rows of the tables of some pages of docs/, by the names in their first cells."""
    pages = [(ROOT / "docs" / name).read_text(encoding="utf-8") for name in names]
    return {name: line for page in pages for line in page.splitlines() for name in list_names(line)}


def list_typed(path: Path) -> list[list[str]]:
    """The commands of manage.py in the blocks of a document that are to be typed, as words."""
    blocks = re.findall(r"^ *```sh\n(.*?)^ *```", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    lines = [line.partition("manage.py ")[2] for block in blocks for line in block.splitlines()]
    return [shlex.split(line, comments=True) for line in lines if line]


@pytest.mark.parametrize(("page", "family"), ON_PAGES, ids=[family.family for _, family in ON_PAGES])
def test_the_reference_has_every_plug_in_of_a_family(page: str, family: Registry) -> None:
    written = PAGES[page]()
    assert [one.title for one in family if clean(one.title) not in written] == []
    assert [slug for slug in family.slugs if slug not in written] == []


def test_the_reference_has_every_command_with_its_options() -> None:
    written = PAGES["commands"]()
    assert [name for name, _ in find_commands() if f"## {name}\n" not in written] == []
    assert "| `--judges JUDGES` |" in written or "| `--judges N` |" in written


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


def test_a_column_is_put_after_the_names_of_those_tables_alone_that_have_them() -> None:
    other = "\n| c |\n|---|\n| `four` |\n"
    page = "Text | and\n\n| a | b |\n|---|---|\n| `one` | 1 |\n| `two`, `three` | x \\| y |\n" + other
    assert add_column(page, "takes", {"one": "text", "two": "a list", "three": "a number"}) == (
        "Text | and\n\n| a | takes | b |\n|---| --- |---|\n| `one` | text | 1 |\n"
        "| `two`, `three` | a list; a number | x \\| y |\n" + other
    )


def test_every_document_has_its_place_in_the_site() -> None:
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    pages = [str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md")]
    assert [page for page in pages if not re.search(rf"[ ]{re.escape(page)}$", nav, re.MULTILINE)] == []


@pytest.mark.long
def test_the_site_is_built_without_a_dead_link_and_asks_nobody_for_anything(tmp_path: Path) -> None:
    environment = {"SECRET_KEY": "only-for-checks", "PERSON_KEY_SECRET": "only-for-checks", "VAR_DIR": str(tmp_path)}
    argv = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "site")]
    done = subprocess.run(argv, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    pages = sorted((tmp_path / "site").rglob("*.html"))
    loaded = {address for page in pages for address in LOADED.findall(page.read_text(encoding="utf-8"))}
    assert len(pages) > 30
    assert loaded == set()
