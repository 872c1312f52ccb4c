"""A package that was brought here: whether it is one, whole and as it was written, before anything of it is read."""

import hashlib
import json
import lzma
import zipfile
import zlib
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, Any, Never

from analysis.packages import FORMAT, VERSION
from analysis.packages.spooling import PLACES
from analysis.packages.tables import TABLES
from analysis.packages.zipping import PART_BYTES
from turingapp.errors import InvalidPayload, Problem

MANIFEST = "manifest.json"
MOST_MANIFEST = 100_000_000  # bytes
MOST_TIMES, ALWAYS_FINE = 300, 200_000_000  # how many times its own size a package may unpack to, and bytes below which
# What reading a ZIP file raises where it is damaged, encrypted, or packed in a way that is not read.
UNREADABLE = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, RuntimeError, ValueError)
DIGEST = {"bytes", "sha256"}
LISTED = {
    "format": str,
    "version": int,
    "made_at": str,
    "study": dict,
    "protocols": list,
    "rows": dict,
    "members": list,
}


class CheckedPackage:
    """A package whose members are those that its manifest lists, to the byte."""

    def __init__(self, package: zipfile.ZipFile, path: Path, only: Collection[str] | None = None) -> None:
        self._zip, self.path = package, path
        self.names = frozenset(check_names(package, path))
        content = read_manifest(package, path)
        self.manifest_sha256 = hashlib.sha256(content).hexdigest()
        self.manifest = parse_manifest(content, path)
        self._check_members(only)

    def _check_members(self, only: Collection[str] | None) -> None:
        members = {one["name"]: one for one in self.manifest["members"]}
        needed = {PLACES["jsonl"].format(table.name) for table in TABLES}
        if missing := sorted((set(members) | needed) - self.names):
            refuse(self.path, "member", repr(missing[0]), "it is missing; take the package anew from where it was made")
        if added := sorted(self.names - set(members) - {MANIFEST}):
            refuse(self.path, "member", repr(added[0]), "the manifest does not list it; a package is not added to")
        for name, member in members.items():
            if only is not None and name not in only:
                continue
            with self.open_member(name) as file:
                found = hash_file(file)
            if found != (member["bytes"], member["sha256"]):
                refuse(self.path, name, "changed", "its SHA-256 is not that of the manifest; take the package anew")

    @contextmanager
    def open_member(self, name: str) -> Iterator[IO[bytes]]:
        """A member, to be read; raises InvalidPayload where the file is damaged."""
        try:
            with self._zip.open(name) as file:
                yield file
        except UNREADABLE as error:
            refuse(self.path, name, "damaged", f"it cannot be unpacked ({error})")

    def read(self, name: str) -> bytes:
        """A small member as a whole."""
        with self.open_member(name) as file:
            return file.read()


@contextmanager
def open_package(path: Path, only: Collection[str] | None = None) -> Iterator[CheckedPackage]:
    """The package in a file, checked: all of its members, or those alone that will be read.

    Raises InvalidPayload with what is wrong.
    """
    try:
        opened = zipfile.ZipFile(path)
    except OSError as error:
        refuse(path, "file", repr(path.name), f"it cannot be read: {error.strerror}")
    except UNREADABLE:
        refuse(path, "file", repr(path.name), "it is no ZIP file that can be read; export_study writes packages")
    with opened:
        yield CheckedPackage(opened, path, only)


def check_names(package: zipfile.ZipFile, path: Path) -> list[str]:
    """The names of the members; raises InvalidPayload where one leads elsewhere, or all unpack to far too much."""
    infos = package.infolist()
    names = [info.filename for info in infos]
    for name in names:
        inner = PurePosixPath(name)
        if inner.is_absolute() or ".." in inner.parts or "\\" in name or ":" in name or name.endswith("/"):
            refuse(path, "member", repr(name), "it should lie inside the package, such as data/judges.csv")
    if len(set(names)) < len(names):
        twice = next(name for n, name in enumerate(names) if name in names[:n])
        refuse(path, "member", repr(twice), "it is there twice")
    unpacked, packed = sum(info.file_size for info in infos), path.stat().st_size
    if unpacked > max(ALWAYS_FINE, MOST_TIMES * packed):
        rule = f"a package of {packed:,} bytes should not unpack to more than {MOST_TIMES} times as much"
        refuse(path, "size", f"{unpacked:,} bytes", rule)
    return names


def read_manifest(package: zipfile.ZipFile, path: Path) -> bytes:
    """The content of the manifest."""
    try:
        if package.getinfo(MANIFEST).file_size > MOST_MANIFEST:
            refuse(path, MANIFEST, "too long", f"it should have at most {MOST_MANIFEST:,} bytes")
        return package.read(MANIFEST)
    except KeyError:
        refuse(path, "member", repr(MANIFEST), "it is missing; export_study writes packages")
    except UNREADABLE as error:
        refuse(path, MANIFEST, "damaged", f"it cannot be unpacked ({error})")


def parse_manifest(content: bytes, path: Path) -> dict[str, Any]:
    """The manifest, of a format and version that are known here."""
    try:
        manifest = json.loads(content)
    except (ValueError, RecursionError):
        refuse(path, MANIFEST, "not JSON", "export_study writes packages")
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        refuse(path, "format", repr(manifest.get("format") if isinstance(manifest, dict) else None), f"only {FORMAT!r}")
    for name, kind in LISTED.items():
        if not isinstance(manifest.get(name), kind):
            refuse(path, f"{MANIFEST}: {name}", repr(manifest.get(name)), f"it should be a {kind.__name__}")
    if type(manifest["version"]) is bool or manifest["version"] != VERSION:
        refuse(
            path, "version", str(manifest["version"]), f"this platform reads version {VERSION}; upgrade the older one"
        )
    for member in manifest["members"]:
        if not isinstance(member, dict) or not isinstance(member.get("name"), str) or not set(member) >= DIGEST:
            refuse(path, f"{MANIFEST}: members", repr(member), "each has a name, bytes and sha256")
    return manifest


def hash_file(file: IO[bytes]) -> tuple[int, str]:
    """Size and SHA-256 of a file."""
    digest, size = hashlib.sha256(), 0
    while part := file.read(PART_BYTES):
        digest.update(part)
        size += len(part)
    return size, digest.hexdigest()


def refuse(path: Path, field: str, value: str, rule: str) -> Never:
    """Raise InvalidPayload for one broken rule of a package."""
    raise InvalidPayload([Problem(field, value, rule, path.name)])
