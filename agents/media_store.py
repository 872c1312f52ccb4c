"""Where pictures lie: in a folder, or in a bucket (S3 and what speaks like it) that several machines share.

A picture never changes under its id, so a copy of it stays good; with a bucket, MEDIA_ROOT holds copies of those that
were asked for on this machine, and may be emptied at any time.
"""

import errno
import os
import secrets
from abc import ABC, abstractmethod
from contextlib import suppress
from pathlib import Path

from django.conf import settings

from agents.media_bucket import drop_object, has_object, look_at_bucket, read_object, write_object
from turingapp.errors import ServiceError, StorageFull
from turingapp.full_disk import told_when_full


class Store(ABC):
    """Contents by name. Raises ServiceError where it cannot be asked."""

    @abstractmethod
    def fetch(self, name: str) -> Path:
        """A file of this machine that holds the content; raises FileNotFoundError where there is none."""

    @abstractmethod
    def read(self, name: str) -> bytes:
        """The content, of which no copy is kept; raises FileNotFoundError."""

    def load(self, name: str) -> bytes:
        """The content, of which a copy may be kept; raises FileNotFoundError."""
        return self.read(name)

    @abstractmethod
    def has(self, name: str) -> bool:
        """Whether it is there."""

    @abstractmethod
    def write(self, name: str, content: bytes) -> None:
        """Keep all of it or nothing; raises StorageFull."""

    @abstractmethod
    def drop(self, name: str) -> None:
        """Take it away; what is not there is no fault."""

    @abstractmethod
    def find_fault(self) -> str:
        """Why nothing could be kept here now, as a sentence; empty where it could."""


class Folder(Store):
    """Files of a folder, on this machine or on one that is shared."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def fetch(self, name: str) -> Path:
        path = self.root / name
        if not path.is_file():
            raise FileNotFoundError(errno.ENOENT, "there is no such file in the media folder", name)
        return path

    def read(self, name: str) -> bytes:
        return (self.root / name).read_bytes()

    def has(self, name: str) -> bool:
        return (self.root / name).is_file()

    def write(self, name: str, content: bytes) -> None:
        target = self.root / name
        partial = target.with_suffix(f".{secrets.token_hex(4)}.part")  # two processes may write the same
        with told_when_full(self.root):
            try:
                target.parent.mkdir(parents=True, exist_ok=True)
                partial.write_bytes(content)
                partial.replace(target)
            finally:
                partial.unlink(missing_ok=True)

    def drop(self, name: str) -> None:
        (self.root / name).unlink(missing_ok=True)

    def find_fault(self) -> str:
        try:
            self.root.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            return f"The folder of pictures cannot be made ({error.strerror})."
        may_write = os.access(self.root, os.R_OK | os.W_OK | os.X_OK)
        return "" if may_write else "The folder of pictures cannot be written to."


class Bucket(Store):
    """Objects of a bucket, and copies of them in a folder."""

    def __init__(self, copies: Folder) -> None:
        self.copies = copies

    def fetch(self, name: str) -> Path:
        if not self.copies.has(name):
            self.copies.write(name, read_object(name))
        return self.copies.fetch(name)

    def read(self, name: str) -> bytes:
        return read_object(name)

    def load(self, name: str) -> bytes:
        with suppress(FileNotFoundError):
            return self.copies.read(name)
        content = read_object(name)
        with suppress(StorageFull):  # it is in the bucket; only a copy finds no room here
            self.copies.write(name, content)
        return content

    def has(self, name: str) -> bool:
        return has_object(name)

    def write(self, name: str, content: bytes) -> None:
        write_object(name, content)

    def drop(self, name: str) -> None:
        drop_object(name)
        self.copies.drop(name)

    def find_fault(self) -> str:
        try:
            look_at_bucket()
        except FileNotFoundError:
            return f"There is no bucket {settings.MEDIA_BUCKET}."
        except ServiceError as error:
            return str(error)
        return self.copies.find_fault()


def find_store(media_id: str) -> Store:
    """The store of a picture; one whose id is an absolute path lies outside of it, on this machine."""
    folder = Folder(settings.MEDIA_ROOT)
    return Bucket(folder) if settings.MEDIA_BUCKET and not Path(media_id).is_absolute() else folder


def fetch_media(media_id: str) -> Path:
    """A file of this machine with the picture; raises FileNotFoundError or ServiceError."""
    return find_store(media_id).fetch(f"{media_id}.jpg")


def load_media(media_id: str) -> bytes:
    """The picture's content, as often asked for; raises as `fetch_media`, but never for want of room."""
    return find_store(media_id).load(f"{media_id}.jpg")


def read_media(media_id: str) -> bytes:
    """The picture's content, for once; raises as `fetch_media`."""
    return find_store(media_id).read(f"{media_id}.jpg")


def has_media(media_id: str) -> bool:
    """Whether the picture is in the store; raises ServiceError."""
    return find_store(media_id).has(f"{media_id}.jpg")


def write_media(media_id: str, content: bytes) -> None:
    """Keep a picture; raises StorageFull or ServiceError, and then nothing of it is there."""
    find_store(media_id).write(f"{media_id}.jpg", content)


def drop_media(media_id: str) -> None:
    """Take a picture away, wherever it lies."""
    find_store(media_id).drop(f"{media_id}.jpg")


def find_media_fault() -> str:
    """Why no picture could be kept now, as a sentence; empty where one could."""
    return find_store("").find_fault()


def name_place() -> str:
    """Where the pictures of this installation lie, in words."""
    return f"the bucket {settings.MEDIA_BUCKET}" if settings.MEDIA_BUCKET else f"the folder {settings.MEDIA_ROOT}"
