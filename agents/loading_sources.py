"""Where the pictures of a load come from: a folder, or a ZIP archive that is read file by file and never unpacked."""

import stat
import zipfile
import zlib
from abc import ABC, abstractmethod
from pathlib import Path

from agents.media import refuse_picture
from agents.tasks.payloads import describe_value
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later

MOST_BYTES = 64 * 2**20  # of one picture file
MOST_FILES = 200_000
MOST_TOTAL = 100 * 2**30  # of all files of an archive, unpacked, by its own word
MOST_RATIO = 100  # pictures are compressed already; zeros shrink a thousandfold
FREE_OF_RATIO = 2**20  # files this small may be as thin as they like
ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar")
JUNK = ("__MACOSX/", ".DS_Store", "Thumbs.db")
ENCRYPTED = 0x1


class PictureSource(ABC):
    """Picture files by the name that rows give them."""

    problems: tuple[Problem, ...] = ()  # what is wrong with the source itself

    @abstractmethod
    def read(self, name: str) -> bytes | None:
        """The content of a file; None where there is none. Raises InvalidPayload."""


class Folder(PictureSource):
    """The files below a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    def read(self, name: str) -> bytes | None:
        """The content of a file; raises InvalidPayload where the name, or a link, leads out of the folder."""
        path = (self._folder / name).resolve()
        if not path.is_relative_to(self._folder):
            raise refuse_name(name)
        if not path.is_file():
            return None
        if path.stat().st_size > MOST_BYTES:
            raise refuse_picture(path.name, describe_size(path.stat().st_size))
        try:
            return path.read_bytes()
        except OSError as error:
            raise refuse_picture(path.name, say_later("it cannot be read (%(fault)s)", fault=error.strerror)) from None


class Archive(PictureSource):
    """The files of a ZIP archive; one that is unsafe is put aside with a line of its own, and harms no other.

    Raises InvalidPayload where nothing of it can be used.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._members: dict[str, zipfile.ZipInfo] = {}
        self._refused: dict[str, Problem] = {}
        try:
            self._zip = zipfile.ZipFile(path)
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, LookupError) as error:
            raise self._refuse(
                say_later("unreadable"), say_later("it should be a ZIP file (%(fault)s)", fault=error)
            ) from None
        infos = [info for info in self._zip.infolist() if not info.is_dir()]
        total = sum(info.file_size for info in infos)
        if len(infos) > MOST_FILES:
            raise self._refuse(
                say_later("%(number)s files", number=format(len(infos), ",")),
                say_later("at most %(most)s are read", most=format(MOST_FILES, ",")),
            )
        if total > MOST_TOTAL:
            raise self._refuse(
                say_later("%(size)s GB unpacked", size=format(total / 2**30, ",.0f")),
                say_later("at most %(most)s GB are read", most=MOST_TOTAL >> 30),
            )
        for info in infos:
            self._take(info)
        self.problems = tuple(self._refused.values())
        tops = {name.partition("/")[0] for name in (*self._members, *self._refused) if "/" in name}
        self._top = f"{tops.pop()}/" if len(tops) == 1 else ""

    def _refuse(self, value: str, rule: str) -> InvalidPayload:
        """The error for an archive of which nothing can be used."""
        return InvalidPayload([Problem(say_later("the archive"), value, rule, self._path.name)])

    def _take(self, info: zipfile.ZipInfo) -> None:
        """Note one file, or why it is put aside."""
        name = info.filename.replace("\\", "/")
        if name.startswith(JUNK[0]) or name.rpartition("/")[2] in JUNK:
            return
        rule = find_fault(info, name) or (say_later("each name should stand once") if name in self._members else "")
        if rule:
            where = f"{self._path.name}, {describe_value(name)[1:-1]}"
            self._refused[name] = Problem(say_later("the file"), say_later("put aside"), rule, where)
        else:
            self._members[name] = info

    def read(self, name: str) -> bytes | None:
        """The content of a file, by its name or by its name below the archive's one folder; raises InvalidPayload."""
        found = self._find(name)
        refused = self._refused.get(found)
        if refused:
            raise refuse_picture(name, refused.rule)
        if found not in self._members:
            return None
        archive = self._zip
        try:
            with archive.open(self._members[found]) as file:
                content = file.read(MOST_BYTES + 1)
        except (zipfile.BadZipFile, OSError, EOFError, ValueError, RuntimeError, zlib.error) as error:
            raise refuse_picture(name, say_later("it cannot be unpacked (%(fault)s)", fault=error)) from None
        if len(content) > MOST_BYTES:
            raise refuse_picture(name, describe_size(len(content)))
        return content

    def _find(self, name: str) -> str:
        """The name in the archive; archives of a folder have its name before all others."""
        return name if name in self._members or name in self._refused else self._top + name


def find_fault(info: zipfile.ZipInfo, name: str) -> str:
    """Why a file of an archive cannot be used; empty where it can."""
    if name.startswith("/") or ":" in name.partition("/")[0] or ".." in name.split("/"):
        return say_later("its name leads out of the archive")
    if stat.S_ISLNK(info.external_attr >> 16):
        return say_later("it is a link, not a file")
    if info.flag_bits & ENCRYPTED:
        return say_later("it is encrypted; archive the pictures without a password")
    if name.lower().endswith(ARCHIVES):
        return say_later("it is an archive within the archive; put its files beside the others")
    if info.file_size > MOST_BYTES:
        return describe_size(info.file_size)
    if info.file_size > FREE_OF_RATIO and info.file_size > MOST_RATIO * max(info.compress_size, 1):
        return say_later("it unpacks to more than %(times)s times its size, as no picture does", times=MOST_RATIO)
    return ""


def describe_size(size: int) -> str:
    """The rule for a file that is too large."""
    return say_later(
        "it has %(size)s MB; a picture file should have at most %(most)s",
        size=format(size / 2**20, ",.0f"),
        most=MOST_BYTES >> 20,
    )


def refuse_name(name: str) -> InvalidPayload:
    """The error for a picture's name that leads out of the media folder."""
    return InvalidPayload(
        [Problem("image", describe_value(name), say_later("it should name a file inside the media folder"))]
    )


def open_source(media: Path) -> PictureSource:
    """The folder or the archive at a path."""
    return Folder(media) if media.is_dir() else Archive(media)
