"""Files that an experimenter sent, kept for a day: what was tried out is loaded without being sent again."""

import re
import secrets
import shutil
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Protocol

from django.conf import settings
from django.utils.translation import gettext as _

from turingapp.errors import StorageFull
from turingapp.full_disk import told_when_full

KEPT_SECONDS = 24 * 3600
MOST_BYTES = 2 * 2**30  # of all files of one form
MOST_ROW_BYTES = 500 * 2**20  # of one file of rows; a JSON file is read as a whole
MOST_PICTURES = 500  # that come one by one
LONGEST_NAME = 120
TOKEN = re.compile(r"\d+-[0-9a-f]{32}")
UNSAFE = re.compile(r"[^\w.() -]+")
REFUSED = "refused.csv"


class SentFile(Protocol):
    """What is needed of a file that a form brought."""

    name: str | None

    def chunks(self) -> Iterator[bytes]:
        """Its content, piece by piece."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A folder with the files that were sent, and with the list of refused rows."""

    folder: Path

    @property
    def token(self) -> str:
        """What the pages call it."""
        return self.folder.name

    @property
    def paths(self) -> list[Path]:
        """The files of rows, in the order of their names."""
        return sorted((self.folder / "files").iterdir())

    @property
    def media(self) -> Path | None:
        """The archive of pictures, or the folder of those that came one by one; None without any."""
        found = sorted((self.folder / "media").iterdir())
        return found[0] if len(found) == 1 and is_archive(found[0].name) else self.folder / "media" if found else None

    @property
    def refused_path(self) -> Path:
        """Where the refused rows are listed."""
        return self.folder / REFUSED


def find_root() -> Path:
    """The folder of all uploads; no address leads there."""
    return settings.VAR_DIR / "uploads"


def is_archive(name: str) -> bool:
    """Whether a file is taken for an archive of pictures."""
    return name.lower().endswith(".zip")


def find_unfit_pictures(names: Sequence[str]) -> str:
    """Why files of these names cannot be the pictures of one load, as a sentence; empty where they can."""
    if len(names) > 1 and any(map(is_archive, names)):
        return _("Send either one ZIP file of pictures or the pictures themselves, not both.")
    if len(names) > MOST_PICTURES:
        return _("These are %(number)s pictures; send more than %(most)s as one ZIP file.") % {
            "number": len(names),
            "most": MOST_PICTURES,
        }
    kept = [clean_name(name, 1) for name in names]
    for name, clean in zip(names, kept, strict=True):
        if kept.count(clean) > 1:
            return _("Two pictures are called %(name)s; a table could not tell them apart.") % {"name": name}
        if not is_archive(name) and clean != PurePosixPath(name).name:
            return _("The name of the picture %(name)s should be of letters, digits, spaces and . ( ) - _ alone.") % {
                "name": name
            }
    return ""


def keep_upload(user_id: int, files: Sequence[SentFile], media: Sequence[SentFile]) -> Upload:
    """Keep what a user sent, all or nothing; uploads older than a day go. Raises StorageFull."""
    sweep_uploads()
    folder = find_root() / f"{user_id}-{secrets.token_hex(16)}"
    try:
        with told_when_full(find_root()):
            write_files(folder / "files", files)
            write_files(folder / "media", media)
    except StorageFull:
        shutil.rmtree(folder)
        raise
    return Upload(folder)


def write_files(place: Path, sent: Sequence[SentFile]) -> None:
    """Write files into a new folder, each under its own name."""
    place.mkdir(parents=True)
    for number, file in enumerate(sent, 1):
        with find_free(place, clean_name(file.name or "", number)).open("wb") as target:
            for chunk in file.chunks():
                target.write(chunk)


def clean_name(name: str, number: int) -> str:
    """A file's own name without what a file system or a page could misread."""
    plain = UNSAFE.sub("_", PurePosixPath(name.replace("\\", "/")).name).lstrip(". ")
    return plain[-LONGEST_NAME:] or f"file-{number}"


def find_free(folder: Path, name: str) -> Path:
    """A path in the folder that no file has yet."""
    path, number = folder / name, 2
    while path.exists():
        path, number = folder / f"{number}-{name}", number + 1
    return path


def find_upload(user_id: int, token: str) -> Upload | None:
    """The upload of this user that is called so, while it is kept."""
    folder = find_root() / token
    if not TOKEN.fullmatch(token) or not token.startswith(f"{user_id}-") or not folder.is_dir():
        return None
    return Upload(folder)


def sweep_uploads() -> None:
    """Delete the uploads that are older than a day."""
    oldest = time.time() - KEPT_SECONDS
    root = find_root()
    root.mkdir(parents=True, exist_ok=True)
    for folder in root.iterdir():
        if folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)
