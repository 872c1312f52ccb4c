"""One moment of the database for many queries, while judges go on."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def hold_snapshot() -> Iterator[None]:
    """Every query inside sees the database as it was at the first, and no writer waits; nothing may be written.

    A caller's own transaction is taken as it is. Django's transactions on SQLite would lock out all writers, so there a
    deferred one is begun by hand.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
    else:
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("COMMIT")
