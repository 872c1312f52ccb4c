"""Whether this process could do all that it is there for: database, migrations, queue of background work."""

from collections.abc import Mapping
from functools import cache

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from agents.media_store import find_media_fault
from turingapp.watching.queues import find_queue_fault


def find_faults() -> Mapping[str, str]:
    """A sentence for each part; empty where it is as it should be."""
    database = find_database_fault()
    return {
        "database": database,
        "migrations": "" if database else find_migration_fault(),
        "queue": find_queue_fault(),
        "pictures": find_media_fault(),
    }


def find_database_fault() -> str:
    """Why the database cannot be used."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return f"The database does not answer ({type(error).__name__})."
    return ""


def find_migration_fault() -> str:
    """How many migrations of this code the database lacks; newer ones in it are none of our business."""
    lacking = len(list_lacking())
    if not lacking:
        return ""
    return f"The database lacks migrations of this version, {lacking} in all; run 'manage.py migrate'."


def list_lacking() -> list[str]:
    """The migrations to come; asked until there are none, for what is applied stays so."""
    if is_complete.cache_info().currsize:
        return []
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if not plan:
        is_complete()
    return [f"{migration.app_label}.{migration.name}" for migration, _backwards in plan]


@cache
def is_complete() -> bool:
    """Remembered from the first time that no migration was lacking."""
    return True


def list_applied() -> list[tuple[str, str]]:
    """App and name of each migration of this code that the database has."""
    loader = MigrationExecutor(connection).loader
    return sorted(name for name in loader.applied_migrations if name in loader.graph.nodes)
