"""The document on roles holds the permission matrix as it is in the code."""

from pathlib import Path

from turingapp.members.matrix import MATRIX, Scope
from turingapp.members.roles import Role

DOCUMENT = Path(__file__).resolve().parents[2] / "docs/roles.md"


def write_matrix() -> str:
    """The matrix as a table, a line for each deed that takes a role."""
    lines = [
        f"| to … | where | {' | '.join(str(role.label) for role in Role)} | Admin |",
        f"|---|---|{':-:|' * (len(Role) + 1)}",
    ]
    for deed in MATRIX:
        if deed.scope is not Scope.NOBODY:
            allowed = [
                "yes" if role in deed.roles and (deed.scope is not Scope.LAB or role != Role.OWNER) else "–"
                for role in Role
            ]
            lines.append(f"| {deed.says} | {deed.scope.label} | {' | '.join(allowed)} | yes |")
    return "\n".join(lines)


def test_the_document_on_roles_holds_the_matrix() -> None:
    assert write_matrix() in DOCUMENT.read_text(encoding="utf-8")
