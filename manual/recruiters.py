"""The page of recruiters: what each can do, and which secrets it needs."""

from judging.recruiters import RECRUITERS
from judging.recruiters.base import Recruiter
from manual.tables import clean, code, write_table

INTRODUCTION = """# Recruiters

Who brings people and pays them. [Recruiters](../recruiters.md) says how; this page is made from the recruiters
themselves.
"""


def write_page() -> str:
    """All recruiters."""
    return "\n".join([INTRODUCTION, *map(write_recruiter, RECRUITERS)])


def write_recruiter(recruiter: Recruiter) -> str:
    """One recruiter."""
    facts = [
        ("environments", ", ".join(map(code, recruiter.environments))),
        ("currencies", ", ".join(map(code, recruiter.currencies))),
        ("opens, lists and pays by itself", "yes" if recruiter.calls_platform else "no: people do that there"),
        ("shuts out who took part already", "yes" if recruiter.keeps_lists else "no: our own door does"),
        *((code(name), clean(belongs)) for name, belongs in recruiter.secrets.items()),
    ]
    told = " ".join(filter(None, (f"{clean(recruiter.title)}.", clean(recruiter.closed))))
    return f"## {recruiter.slug}\n\n{told}\n\n{write_table(('', ''), facts)}"
