"""The page of roles: the permission matrix."""

from manual.tables import clean, write_table
from turingapp.members.matrix import MATRIX
from turingapp.members.roles import Role

INTRODUCTION = """# Roles

What each role may do, and where the role must be held: in the study itself, in each study of a collection, or in the
lab. Admins may do everything. This page is made from the matrix by which every page, download and address of the API
decides.
"""


def write_page() -> str:
    """Every deed with the roles that allow it."""
    rows = [
        (
            clean(deed.says) + (" (is written down, by looking too)" if deed.reveals else ""),
            clean(deed.scope.label),
            *("yes" if role in deed.roles else "" for role in Role),
        )
        for deed in MATRIX
    ]
    return f"{INTRODUCTION}\n{write_table(('may', 'by a role', *(clean(role.label) for role in Role)), rows)}"
