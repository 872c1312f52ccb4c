"""The pictures of an imported study: those that came along, or that are here already."""

from typing import Any

from agents.media import store_content
from agents.media_store import drop_media
from agents.models import Media
from analysis.packages.checking import CheckedPackage
from analysis.packages.reading_answers import find_media, name_pictures


class Pictures:
    """Finds the picture of each digest; each that came along is checked and stored once."""

    def __init__(self, package: CheckedPackage) -> None:
        self._package = package
        self._names: dict[str, str] = {}
        self._stored: list[str] = []

    def rename(self, payload: dict[str, Any]) -> dict[str, Any]:
        """The payload of a stimulus with the pictures as they are named here, null for one that is not here."""
        for digest in find_media(payload):
            if digest not in self._names and (name := self._find(digest)):
                self._names[digest] = name
        return name_pictures(payload, self._names)

    def _find(self, digest: str) -> str | None:
        known = Media.objects.filter(source_digest=digest).first()
        if known is not None:
            return known.pk
        member = f"pictures/{digest}.jpg"
        if member not in self._package.names:
            return None
        media, _ = store_content(self._package.read(member), member)
        self._stored.append(media.pk)
        return media.pk

    def discard(self) -> None:
        """Delete the files whose rows were undone."""
        kept = set(Media.objects.filter(pk__in=self._stored).values_list("pk", flat=True))
        for media in set(self._stored) - kept:
            drop_media(media)
