"""The lock files hold what pyproject.toml asks for, pinned and hashed."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]


def read_project() -> dict[str, Any]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert isinstance(project, dict)
    return project


def read_lock(name: str) -> dict[str, str]:
    text = (ROOT / name).read_text(encoding="utf-8")
    return {
        canonicalize_name(found[1]): found[2] for found in re.finditer(r"^([\w.-]+)==([\w.+]+)", text, re.MULTILINE)
    }


def find_unmet(asked: list[str], locked: dict[str, str]) -> list[str]:
    requirements = [Requirement(text) for text in asked]
    return [
        str(wanted)
        for wanted in requirements
        if not wanted.specifier.contains(locked.get(canonicalize_name(wanted.name), "0"), prereleases=True)
    ]


def test_the_lock_meets_the_dependencies() -> None:
    assert find_unmet(read_project()["dependencies"], read_lock("requirements.lock")) == []


def test_the_lock_for_developers_meets_both_and_pins_the_same_versions() -> None:
    project, locked = read_project(), read_lock("requirements-dev.lock")
    assert find_unmet([*project["dependencies"], *project["optional-dependencies"]["dev"]], locked) == []
    assert read_lock("requirements.lock").items() <= locked.items()


def test_the_lock_for_models_has_all_but_torch_and_nothing_that_torch_would_bring_for_graphics_cards() -> None:
    asked = read_project()["optional-dependencies"]["models"]
    locked = read_lock("requirements-models.lock")
    assert find_unmet(asked, locked) == [wanted for wanted in asked if wanted.startswith("torch==")]
    assert read_lock("requirements.lock").items() <= locked.items()
    assert not [name for name in locked if name.startswith(("torch", "nvidia", "cuda", "triton"))]


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock", "requirements-models.lock"])
def test_every_pin_has_hashes_and_nothing_names_a_place_to_fetch_from(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    pins = re.findall(r"^[\w.-]+==.*?(?=^[\w.-]+==|\Z)", text, re.MULTILINE | re.DOTALL)
    assert pins
    assert all("--hash=sha256:" in pin for pin in pins)
    assert "://" not in text
