"""Writing the members of a package through to its file, each with its size and SHA-256."""

import hashlib
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PART_BYTES = 1 << 20
LEVEL = 2  # of compression: the files shrink to a tenth at once; more takes thrice the time for little
PACKED = (".parquet", ".jpg")  # compressed already


@dataclass(frozen=True, slots=True)
class Member:
    """One file of a package."""

    name: str
    bytes: int
    sha256: str


class PackageFile:
    """A ZIP file that is being written."""

    def __init__(self, path: Path) -> None:
        self._zip = zipfile.ZipFile(path, "x", compresslevel=LEVEL)
        self.members: list[Member] = []

    def close(self) -> None:
        """Write the list of members at the end of the file."""
        self._zip.close()

    @property
    def digests(self) -> dict[str, str]:
        """The SHA-256 of each member so far."""
        return {member.name: member.sha256 for member in self.members}

    def add_text(self, name: str, text: str) -> None:
        """Add a text, in UTF-8."""
        self._add(name, iter([text.encode()]))

    def add_file(self, name: str, path: Path) -> None:
        """Add a file, a part at a time."""
        self._add(name, read_parts(path))

    def _add(self, name: str, parts: Iterator[bytes]) -> None:
        self._zip.compression = zipfile.ZIP_STORED if name.endswith(PACKED) else zipfile.ZIP_DEFLATED
        digest, size = hashlib.sha256(), 0
        with self._zip.open(name, "w", force_zip64=True) as member:
            for part in parts:
                digest.update(part)
                size += len(part)
                member.write(part)
        self.members.append(Member(name, size, digest.hexdigest()))


def read_parts(path: Path) -> Iterator[bytes]:
    """The content of a file, a part at a time."""
    with path.open("rb") as file:
        while part := file.read(PART_BYTES):
            yield part
