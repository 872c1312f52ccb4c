"""A backup is written: one state of the database, while people go on judging, and the pictures that belong to it."""

import hashlib
import json
import secrets
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from django.apps import apps
from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from agents.media_store import name_place, read_media
from agents.models import Media
from turingapp.backing_up import FORMAT, MANIFEST, VERSION
from turingapp.backing_up.checking import check_backup
from turingapp.backing_up.rows import list_fields, list_models, read_lines
from turingapp.backing_up.secrets_needed import take_fingerprints
from turingapp.errors import BackupRefused, ServiceError
from turingapp.watching.readiness import find_migration_fault, list_applied

OWNER_ONLY = 0o600


def write_backup(path: Path, *, at: datetime) -> dict[str, Any]:
    """Write the backup, read it back, and return its manifest; raises BackupRefused. Nothing is left half written."""
    if path.exists():
        raise BackupRefused(f"{path} is there already; name a file that is not.")
    fault = find_migration_fault()
    if fault:
        raise BackupRefused(f"{fault} Then make the backup.")
    partial = path.with_name(path.name + ".part")
    partial.unlink(missing_ok=True)
    partial.touch(OWNER_ONLY)
    try:
        with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED, compresslevel=5) as archive:
            manifest = write_members(archive, at)
        check_backup(partial)
        partial.rename(path)
    except ServiceError as error:
        raise BackupRefused(f"No backup was written: {error}") from error
    finally:
        partial.unlink(missing_ok=True)
    return manifest


@contextmanager
def one_state(database: BaseDatabaseWrapper) -> Iterator[None]:
    """Within, everything is read as it stood at one moment, and nobody who writes has to wait."""
    if database.vendor == "sqlite":
        # Ours begin as writers, so that they wait in a queue; one that only reads must not.
        usual = database.transaction_mode  # type: ignore[attr-defined]
        database.transaction_mode = None  # type: ignore[attr-defined]
        try:
            with transaction.atomic():
                yield
        finally:
            database.transaction_mode = usual  # type: ignore[attr-defined]
        return
    with transaction.atomic():
        with database.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def write_members(archive: zipfile.ZipFile, at: datetime) -> dict[str, Any]:
    """Write tables, pictures and, last, the manifest that tells what must be there."""
    with one_state(connection):
        tables = write_tables(archive)
        migrations, media_ids = list_applied(), list(Media.objects.order_by("pk").values_list("pk", flat=True))
    # A picture is stored before its row and never changed: the rows' state has all of theirs. A bucket may be slow.
    pictures, missing = write_pictures(archive, media_ids)
    salt = secrets.token_bytes(16)
    manifest = {
        "format": FORMAT,
        "version": VERSION,
        "made_at": at.isoformat(),
        "database": connection.vendor,
        "migrations": migrations,
        "secrets": {"salt": salt.hex(), "fingerprints": take_fingerprints(salt)},
        "tables": tables,
        "pictures": pictures,
        "pictures_from": name_place(),
        "missing_pictures": missing,
    }
    archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
    return manifest


def write_tables(archive: zipfile.ZipFile) -> dict[str, Any]:
    """Write the rows of each table; returns what there is of each."""
    tables = {}
    for model in list_models(apps):
        table = model._meta.db_table
        rows, digest = write_member(archive, f"tables/{table}.jsonl", read_lines(model))
        columns = [field.attname for field in list_fields(model)]
        tables[table] = {"model": model._meta.label, "columns": columns, "rows": rows, "sha256": digest}
    return tables


def write_member(archive: zipfile.ZipFile, name: str, pieces: Iterable[bytes]) -> tuple[int, str]:
    """Write one member piece by piece; returns how many there were and the digest of the whole."""
    digest, number = hashlib.sha256(), 0
    with archive.open(name, "w", force_zip64=True) as member:
        for piece in pieces:
            member.write(piece)
            digest.update(piece)
            number += 1
    return number, digest.hexdigest()


def write_pictures(archive: zipfile.ZipFile, media_ids: Iterable[str]) -> tuple[dict[str, str], list[str]]:
    """Write the pictures; returns their digests by name, and the names of those that are gone. Raises ServiceError."""
    found, missing = {}, []
    for media_id in media_ids:
        try:
            content = read_media(media_id)
        except FileNotFoundError:
            missing.append(media_id)
        else:
            found[media_id] = write_member(archive, f"media/{media_id}.jpg", [content])[1]
    return found, missing
