"""The documents name what the code has, and only that: make targets, commands, settings."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.ai_agents import AI_AGENTS

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("turingapp", "agents", "judging", "analysis")
FOR_TESTS = {"TEST_DATABASE_URL", "TEST_REDIS_URL", "TEST_BROWSER", "SHARED_DATA"}
FOR_COMPOSE = {"POSTGRES_PASSWORD", "SITE_ADDRESS"}
# Django's own commands that the documents may name.
DJANGOS = {"help", "migrate", "makemigrations", "check", "createsuperuser", "changepassword", "collectstatic", "shell"}


def read_documents() -> str:
    paths = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def find_settings() -> set[str]:
    sources = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    return {
        name for path in sources for name in re.findall(r"env_\w+\(\s*\"([A-Z_]+)\"", path.read_text(encoding="utf-8"))
    }


def find_commands() -> Iterator[str]:
    for package in PACKAGES:
        for path in (ROOT / package).rglob("management/commands/*.py"):
            if not path.name.startswith("_"):
                yield path.stem


def find_targets() -> set[str]:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z-]+):.*##", makefile, flags=re.MULTILINE))


def test_every_setting_is_documented_and_every_documented_one_exists() -> None:
    documented = set(
        re.findall(r"^\| `([A-Z_]+)`", (ROOT / "docs/settings.md").read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert documented == find_settings() | FOR_TESTS | FOR_COMPOSE


def test_the_example_env_file_lists_every_setting() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    keys = {agent.settings.model_dump().get("key_env") for agent in AI_AGENTS} - {None, ""}
    assert set(re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE)) == find_settings() | FOR_COMPOSE | keys


def test_every_make_target_that_the_documents_name_exists() -> None:
    named = set(re.findall(r"`make ([a-z-]+)", read_documents()))
    assert named <= find_targets()


def test_the_documents_name_every_make_target() -> None:
    named = set(re.findall(r"`make ([a-z-]+)", read_documents()))
    assert find_targets() - {"help"} <= named


def test_every_command_that_the_documents_name_exists() -> None:
    named = set(re.findall(r"manage\.py ([a-z_]+)", read_documents()))
    assert named <= {*find_commands(), *DJANGOS}


@pytest.mark.parametrize("command", sorted(find_commands()))
def test_every_command_has_its_place_in_the_list_of_commands(command: str) -> None:
    assert f"manage.py {command}" in (ROOT / "docs/commands.md").read_text(encoding="utf-8")


def test_every_relative_link_of_the_documents_leads_somewhere() -> None:
    broken = []
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for link in re.findall(r"\]\(([^)#\s]+)", path.read_text(encoding="utf-8")):
            if "://" not in link and not (path.parent / link).exists():
                broken.append(f"{path.name}: {link}")
    assert not broken


@pytest.mark.parametrize("page", ["field-reports.md", "threat-model.md"])
def test_every_test_that_a_page_names_exists(page: str) -> None:
    named = set(re.findall(r"`(test_\w+)`", (ROOT / "docs" / page).read_text(encoding="utf-8")))
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    assert named
    assert {name for name in named if f"def {name}(" not in tests} == set()
