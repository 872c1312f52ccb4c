"""Locks of rows do not hold up the check of a foreign key, which PostgreSQL makes when a transaction is committed.

Who locks a visit and then commits a row that names its study would else wait for who has locked the study and waits
for the visit: `SELECT FOR UPDATE` stands in the way of such a check, `FOR NO KEY UPDATE` does not.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("agents", "judging", "analysis", "turingapp")


def list_locks() -> Iterator[tuple[str, bool]]:
    """Each lock in the code: where it is, and whether it lets foreign keys be checked."""
    for path in sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "select_for_update":
                lets = any(word.arg == "no_key" for word in node.keywords)
                yield f"{path.relative_to(ROOT)}:{node.lineno}", lets


def test_locks_let_foreign_keys_be_checked() -> None:
    locks = dict(list_locks())
    assert len(locks) > 50
    assert [where for where, lets in locks.items() if not lets] == []
