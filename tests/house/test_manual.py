"""The site of documents: the reference that it makes from the code, and that it can be built."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import load_command_class

from agents.ai_agents import AI_AGENTS
from agents.formats import FORMATS
from agents.tasks import TASKS
from analysis.ai_judges import AI_JUDGES
from analysis.embedders import EMBEDDERS
from analysis.figures import FIGURES
from analysis.reports import REPORTS
from judging.recruiters import RECRUITERS
from manual.commands import find_commands, list_arguments
from manual.pages import PAGES
from manual.tables import add_column, clean
from turingapp.plugins import Registry

ROOT = Path(__file__).resolve().parents[2]
LOADED = re.compile(r"<(?:script|link|img|iframe)[^>]+(?:src|href)=\"?(https?://[^\" >]+)")
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


@pytest.mark.parametrize(("page", "family"), ON_PAGES, ids=[family.family for _, family in ON_PAGES])
def test_the_reference_has_every_plug_in_of_a_family(page: str, family: Registry) -> None:
    written = PAGES[page]()
    assert [one.title for one in family if clean(one.title) not in written] == []
    assert [slug for slug in family.slugs if slug not in written] == []


def test_the_reference_has_every_command_and_each_says_what_its_arguments_mean() -> None:
    written = PAGES["commands"]()
    assert [name for name, _ in find_commands() if f"## {name}\n" not in written] == []
    arguments = {name: list(list_arguments(name, load_command_class(app, name))) for name, app in find_commands()}
    assert "`STUDY...`" in [typed for typed, _, _ in arguments["robots"]]
    assert [(name, typed) for name, rows in arguments.items() for typed, means, _ in rows if not means] == []


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
