"""A backup becomes an installation again: in an empty database of either kind, then brought up to this code."""

import zipfile
from itertools import islice
from pathlib import Path
from typing import Any

from django.apps.registry import Apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DatabaseError, connection, models, transaction
from django.db.migrations.executor import MigrationExecutor

from agents.media_store import has_media, write_media
from turingapp.backing_up.checking import check_backup
from turingapp.backing_up.rows import CHUNK, list_models, make_rows
from turingapp.backing_up.secrets_needed import WHAT_FOR, list_differing
from turingapp.errors import BackupRefused, ServiceError, StorageFull

OWN_TO_DATABASE = frozenset({"django_migrations", "django_content_type", "auth_permission"})


def restore_backup(path: Path, *, over: bool = False, other_secrets: bool = False) -> dict[str, Any]:
    """Restore a backup and return its manifest. Raises BackupRefused, before anything is changed where it can tell.

    `over` allows to drop what is in the database, `other_secrets` to go on with others than the backup was made with.
    """
    manifest = check_backup(path)
    check_secrets(manifest, other_secrets=other_secrets)
    apps = find_state(manifest)
    if not over and (table := find_filled_table()):
        raise BackupRefused(f"The database holds data (in {table}); restore into an empty one, or say --over.")
    with zipfile.ZipFile(path) as archive:
        load_pictures(archive, manifest)
        drop_tables()
        migrate_to(manifest)
        try:
            load_tables(archive, manifest, apps)
        except DatabaseError as error:
            raise BackupRefused(f"The rows do not fit this database ({error}); it was left without any.") from error
    call_command("migrate", verbosity=0, interactive=False)
    return manifest


def check_secrets(manifest: dict[str, Any], *, other_secrets: bool) -> None:
    """Raise BackupRefused where this installation has other secrets than that of the backup."""
    told = manifest["secrets"]
    differing = list_differing(bytes.fromhex(told["salt"]), told["fingerprints"])
    if differing and not other_secrets:
        reasons = "; ".join(f"with another {name} {WHAT_FOR[name]}" for name in differing)
        raise BackupRefused(f"The backup was made with other secrets: {reasons}. Set them, or say --other-secrets.")


def find_state(manifest: dict[str, Any]) -> Apps:
    """The models as they were when the backup was made; raises BackupRefused for a version that this code is behind."""
    executor = MigrationExecutor(connection)
    wanted = [tuple(name) for name in manifest["migrations"]]
    unknown = [f"{app}.{name}" for app, name in wanted if (app, name) not in executor.loader.graph.nodes]
    if unknown:
        raise BackupRefused(f"The backup is of a newer version ({unknown[0]} is not known here); restore it with that.")
    return executor.loader.project_state([(app, name) for app, name in wanted]).apps


def find_filled_table() -> str:
    """A table with rows that somebody might miss; empty where there is none."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            if table not in OWN_TO_DATABASE:
                cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")  # noqa: S608  # a table's name
                if cursor.fetchone():
                    return str(table)
    return ""


def drop_tables() -> None:
    """Leave the database as new, whatever was in it."""
    names = connection.introspection.table_names()
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            # A restoring that broke off begins anew: its hundreds of steps need not wait for the disk.
            cursor.execute("PRAGMA synchronous=OFF")
    with connection.constraint_checks_disabled(), connection.cursor() as cursor:
        for name in names:
            cascade = "" if connection.vendor == "sqlite" else " CASCADE"
            cursor.execute(f"DROP TABLE {connection.ops.quote_name(name)}{cascade}")


def migrate_to(manifest: dict[str, Any]) -> None:
    """Make the tables as they were when the backup was made, without the rows that making them brought."""
    executor = MigrationExecutor(connection)
    applied = {(app, name) for app, name in manifest["migrations"]}
    nodes = executor.loader.graph.node_map
    executor.migrate(
        [one for one in applied if not any(is_after(child.key, one, applied) for child in nodes[one].children)]
    )
    with connection.cursor() as cursor:
        for table in manifest["tables"]:
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")  # noqa: S608  # checked by its digest


def is_after(child: tuple[str, str], parent: tuple[str, str], applied: set[tuple[str, str]]) -> bool:
    """Whether a migration comes after another in its app, and was applied."""
    return child[0] == parent[0] and child in applied


def load_pictures(archive: zipfile.ZipFile, manifest: dict[str, Any]) -> None:
    """Write the pictures into this installation's folder or bucket; those that are there are the same."""
    try:
        for media_id in manifest["pictures"]:
            if not has_media(media_id):
                write_media(media_id, archive.read(f"media/{media_id}.jpg"))
    except (ServiceError, StorageFull) as error:
        raise BackupRefused(f"The database is as it was, but not all pictures could be written: {error}") from error


@transaction.atomic
def load_tables(archive: zipfile.ZipFile, manifest: dict[str, Any], apps: Apps) -> None:
    """Insert all rows or none; keys to rows of other tables are checked at the end."""
    known = list_models(apps)
    for model in known:
        table = model._meta.db_table
        if table in manifest["tables"]:
            with archive.open(f"tables/{table}.jsonl") as lines:
                insert_rows(model, manifest["tables"][table]["columns"], lines)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), known):
            cursor.execute(statement)


def insert_rows(model: type[models.Model], columns: list[str], lines: Any) -> None:
    """Insert the rows of one table as they were."""
    for field in model._meta.concrete_fields:
        for habit in ("auto_now", "auto_now_add"):
            if getattr(field, habit, False):
                setattr(field, habit, False)  # of this state's own model: times are those of the backup
    rows = make_rows(model, columns, lines)
    while some := list(islice(rows, CHUNK)):
        model._base_manager.bulk_create(some, batch_size=CHUNK)
