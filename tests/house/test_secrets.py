"""Nothing in the repository is a secret, a path of somebody's machine, or the address of a package registry."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FORBIDDEN = {
    "a private key": r"-----BEGIN [A-Z ]*PRIVATE KEY",
    "an AWS key": r"\bAKIA[0-9A-Z]{16}\b",
    "a token of a service": r"\b(?:sk-[A-Za-z0-9]{20,}|ghp_[A-Za-z0-9]{30,}|xox[bp]-[A-Za-z0-9-]{10,})",
    "a path of one machine": r"(?<![\w.])/(?:work|root|home/\w+|Users/\w+)/",
    "a registry's address": r"https?://[\w.-]*(?:pypi|pythonhosted|npmjs|debian)\.\w+",
    "an address in a private network": r"\b(?:10\.\d+|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d+\.\d+\b",
}
TEXT = {
    ".py",
    ".md",
    ".toml",
    ".yml",
    ".yaml",
    ".html",
    ".js",
    ".css",
    ".txt",
    ".json",
    ".cff",
    ".lock",
    ".example",
    "",
}


def list_files() -> list[Path]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    paths = [ROOT / line for line in listed.splitlines()]
    return [path for path in paths if path.suffix in TEXT and path.is_file() and path != Path(__file__).resolve()]


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_holds(what: str) -> None:
    pattern = re.compile(FORBIDDEN[what])
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in list_files()
        for match in pattern.finditer(path.read_text(encoding="utf-8", errors="replace"))
    ]
    assert not found, f"{what} in {found}"


def test_the_env_file_and_the_data_are_not_in_the_repository() -> None:
    listed = subprocess.run(
        ["git", "ls-files", ".env", "var", ".venv"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert listed == ""
