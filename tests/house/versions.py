"""The version before this one: its code, from the history that a clone brings along."""

import io
import subprocess
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WHAT_RUNS = ("manage.py", "turingapp", "agents", "judging", "analysis", "templates", "static")
MIGRATIONS = ":(glob)*/migrations/0*.py"


def ask_git(*words: str) -> bytes | None:
    """What git says; None where it is not here or has nothing to say."""
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=False)
    except FileNotFoundError:
        return None
    return done.stdout if done.returncode == 0 else None


def name_version_before() -> str:
    """The last tag; without one, the commit before the newest migration. Skips the test where neither is here."""
    tag = ask_git("describe", "--tags", "--abbrev=0", "HEAD^")
    newest = ask_git("log", "-1", "--diff-filter=A", "--format=%H", "--", MIGRATIONS) or b""
    before = tag or ask_git("rev-parse", "--verify", f"{newest.decode().strip()}^{{commit}}^")
    if not before:
        pytest.skip("no version before this one is here: the clone is shallow, or no clone at all")
    return before.decode().strip()


def unpack_version(revision: str, folder: Path) -> None:
    """Put the code that runs, as it was, into a folder."""
    archive = ask_git("archive", "--format=tar", revision, *WHAT_RUNS)
    if archive is None:
        pytest.skip(f"the code of {revision} is not here: the clone is shallow")
    with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
        packed.extractall(folder, filter="data")
