"""A backup is read from its first byte to its last before anybody trusts it."""

import hashlib
import json
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from turingapp.backing_up import FORMAT, MANIFEST, VERSION
from turingapp.errors import BackupRefused

PIECE = 1 << 20
# What the standard library says of changed bytes: RuntimeError where these seem encrypted or of another method.
DAMAGE = (zipfile.BadZipFile, EOFError, zlib.error, RuntimeError, ValueError)


def check_backup(path: Path) -> dict[str, Any]:
    """The manifest of a backup that is whole; raises BackupRefused, saying what is wrong."""
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = read_manifest(archive, path)
            for name, digest in list_members(manifest).items():
                check_member(archive, name, digest)
    except FileNotFoundError:
        raise BackupRefused(f"There is no file {path}.") from None
    except DAMAGE as error:
        raise BackupRefused(f"{path} is no whole backup ({error}); take an earlier one.") from None
    return manifest


def read_manifest(archive: zipfile.ZipFile, path: Path) -> dict[str, Any]:
    """What the backup says of itself."""
    try:
        manifest = json.loads(archive.read(MANIFEST))
    except KeyError:
        raise BackupRefused(f"{path} holds no {MANIFEST}: it is no backup of this platform.") from None
    if (manifest.get("format"), manifest.get("version")) != (FORMAT, VERSION):
        told = f"{manifest.get('format')!r} of version {manifest.get('version')!r}"
        raise BackupRefused(f"{path} is a {told}; this code reads {FORMAT!r} of version {VERSION}.")
    return dict(manifest)


def list_members(manifest: Mapping[str, Any]) -> dict[str, str]:
    """The digest of each member that must be there."""
    tables = {f"tables/{table}.jsonl": told["sha256"] for table, told in manifest["tables"].items()}
    return tables | {f"media/{media_id}.jpg": digest for media_id, digest in manifest["pictures"].items()}


def check_member(archive: zipfile.ZipFile, name: str, expected: str) -> None:
    """Raise BackupRefused where a member is missing or is not what was written."""
    digest = hashlib.sha256()
    try:
        with archive.open(name) as member:
            while piece := member.read(PIECE):
                digest.update(piece)
    except KeyError:
        raise BackupRefused(f"{name} is missing in the backup; take an earlier one.") from None
    if digest.hexdigest() != expected:
        raise BackupRefused(f"{name} in the backup is not what was written; take an earlier one.")
