"""An installation as it was at one moment, brought back again and again; and what a refused request left behind."""

import sqlite3
from pathlib import Path

from django.conf import settings
from django.db import connection

# What may be noted of a request that is refused: who asked what, how often, and until when they have to wait. Who sends
# a page of a visit that is answered already is shown the one where they are, which is thereby given out.
NOTED = {"cached", "django_session", "members_auditentry", "api_requestcount", "api_keptanswer", "sqlite_sequence"}
NOTED |= {"judging_visitstep", "judging_attempt"}
NOTED_COLUMNS = {
    "api_apitoken": {"used_at"},
    "judging_trial": {"issued_at", "loads"},
    "judging_assignment": {"seen_at"},
}
Rows = dict[str, list[tuple[object, ...]]]


class LeftBehind(Exception):
    """Something was refused and yet left something behind."""


class World:
    """The SQLite database of this process, as it was when this was made, and the pictures beside it."""

    def __init__(self) -> None:
        self.path = str(settings.DATABASES["default"]["NAME"])
        self.folder, self.media = Path(settings.VAR_DIR), Path(settings.MEDIA_ROOT)
        self.kept = sqlite3.connect(":memory:")
        # Two that only look: one keeps seeing the moment of its first look, the other what is there now.
        self.before, self.now = (sqlite3.connect(self.path, isolation_level=None) for _ in range(2))
        self.pictures = 0
        self.version = self.read_version()
        self.now.backup(self.kept)

    def restore(self) -> None:
        """Make everything as it was."""
        connection.ensure_connection()
        self.kept.backup(connection.connection)

    def remember(self) -> None:
        """From here on it is asked what has changed."""
        if self.before.in_transaction:
            self.before.rollback()
        self.before.execute("BEGIN")
        self.before.execute("SELECT count(*) FROM django_migrations").fetchone()
        self.version, self.pictures = self.read_version(), self.count_pictures()

    def check_unchanged(self) -> None:
        """Raise LeftBehind where anything has changed since, but for what is noted of every request."""
        changed = []
        if self.read_version() != self.version:
            then, today = read_all(self.before), read_all(self.now)
            changed = [table for table in today if today[table] != then.get(table)]
        if self.count_pictures() != self.pictures:
            changed.append("pictures")
        if changed:
            raise LeftBehind(f"refused, and yet changed: {', '.join(changed)}")

    def forget(self) -> None:
        """Stop asking."""
        if self.before.in_transaction:
            self.before.rollback()

    def read_version(self) -> int:
        """A number that is another one after each commit of somebody else (PRAGMA data_version)."""
        return int(self.now.execute("PRAGMA data_version").fetchone()[0])

    def count_pictures(self) -> int:
        """How many files there are below the folder of pictures."""
        return sum(path.is_file() for path in self.media.rglob("*"))


def read_all(database: sqlite3.Connection) -> Rows:
    """Every row of every table, without what is noted of every request."""
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")} - NOTED
    return {table: database.execute(write_query(database, table)).fetchall() for table in sorted(tables)}


def write_query(database: sqlite3.Connection, table: str) -> str:
    """What gives the rows of one table."""
    columns = [name for _, name, *_ in database.execute(f'PRAGMA table_info("{table}")')]
    wanted = ", ".join(f'"{name}"' for name in columns if name not in NOTED_COLUMNS.get(table, ()))
    return f'SELECT {wanted} FROM "{table}"'  # noqa: S608 - names that the database gave
