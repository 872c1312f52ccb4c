"""Pictures named by file rows: found in the folder or archive, stored once, or only looked at in a dry run."""

from collections import Counter
from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Any

from agents.formats.base import StimulusRow
from agents.loading_sources import PictureSource, refuse_name
from agents.media import look_at_picture, store_content
from agents.media_store import drop_media
from agents.models import Media
from turingapp.errors import InvalidPayload, Problem


class PictureShelf:
    """The pictures of one load: each file is opened once."""

    def __init__(self, source: PictureSource | None, *, dry_run: bool) -> None:
        self._source = source
        self._dry_run = dry_run
        self._found: dict[str, dict[str, Any] | InvalidPayload | None] = {}
        self.remarks: Counter[str] = Counter()

    @property
    def has_source(self) -> bool:
        """Whether there is a folder or an archive to look in."""
        return self._source is not None

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the folder or archive itself."""
        return self._source.problems if self._source else ()

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
        if not is_inside(name):
            return refuse_name(name)
        try:
            content = self._source.read(name) if self._source else None
            if content is None:
                return None
            media, remarks = (look_at_picture if self._dry_run else store_content)(content, PurePosixPath(name).name)
        except InvalidPayload as error:
            return error
        self.remarks.update(remarks)
        return {"media": media.id, "width": media.width, "height": media.height}

    def discard_orphans(self) -> None:
        """Delete the stored files whose rows were undone; harmless where nothing was."""
        stored = [found["media"] for found in self._found.values() if isinstance(found, dict)]
        kept = set(Media.objects.filter(id__in=stored).values_list("id", flat=True))
        for media_id in set(stored) - kept:
            drop_media(media_id)


def is_inside(name: str) -> bool:
    """Whether a name is a relative one that stays where it begins and that a file can have."""
    path = PurePosixPath(name)
    is_storable = "\x00" not in name and not any("\ud800" <= character <= "\udfff" for character in name)
    return is_storable and not path.is_absolute() and ".." not in path.parts and len(name) <= 1000
