"""Pictures named by file rows: found inside the media folder, stored once, or only looked at in a dry run."""

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from agents.formats.base import StimulusRow
from agents.media import find_media_path, open_picture, store_picture
from agents.models import Media
from agents.tasks.payloads import describe_value
from turingapp.errors import InvalidPayload, Problem


class PictureShelf:
    """The pictures of one load: each file is opened once."""

    def __init__(self, media_dir: Path | None, *, dry_run: bool) -> None:
        self._folder = media_dir.resolve() if media_dir else None
        self._dry_run = dry_run
        self._found: dict[str, dict[str, Any] | InvalidPayload | None] = {}

    @property
    def has_folder(self) -> bool:
        """Whether there is a folder to look in."""
        return self._folder is not None

    def find(self, row: StimulusRow, field: str) -> dict[str, Any] | None:
        """The stored form of the picture that `row` names; None where it is not there. Raises InvalidPayload."""
        self.fetch([row])
        found = self._found[row.media[field]]
        if isinstance(found, InvalidPayload):
            raise InvalidPayload([Problem(field, problem.value, problem.rule, row.where) for problem in found.problems])
        return found

    def fetch(self, rows: Iterable[StimulusRow]) -> None:
        """Store the pictures that these rows name, before a transaction needs them."""
        for row in rows:
            for name in row.media.values():
                if name not in self._found:
                    self._found[name] = self._look(name)

    def _look(self, name: str) -> dict[str, Any] | InvalidPayload | None:
        if "\x00" in name or Path(name).is_absolute() or ".." in Path(name).parts:
            return refuse_name(name)
        if self._folder is None:
            return None
        path = (self._folder / name).resolve()
        if not path.is_relative_to(self._folder):
            return refuse_name(name)
        if not path.is_file():
            return None
        try:
            media = look_at_picture(path) if self._dry_run else store_picture(path)
        except InvalidPayload as error:
            return error
        return {"media": media.id, "width": media.width, "height": media.height}

    def discard_orphans(self) -> None:
        """Delete the stored files whose rows were undone; harmless where nothing was."""
        stored = [found["media"] for found in self._found.values() if isinstance(found, dict)]
        kept = set(Media.objects.filter(id__in=stored).values_list("id", flat=True))
        for media_id in set(stored) - kept:
            find_media_path(media_id).unlink(missing_ok=True)


def refuse_name(name: str) -> InvalidPayload:
    """The error for a picture's name that leads out of the media folder."""
    return InvalidPayload([Problem("image", describe_value(name), "it should name a file inside the media folder")])


def look_at_picture(path: Path) -> Media:
    """What storing the picture would give, without storing it; raises InvalidPayload."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    known = Media.objects.filter(source_digest=digest).first()
    if known is not None:
        return known
    picture = open_picture(path)
    return Media(id=digest[:32], source_digest=digest, width=picture.width, height=picture.height)
