"""Plug-in families: a closed list in the code, plus dotted paths that one setting names."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import ClassVar, Generic, Protocol, TypeVar

from django.conf import settings
from django.utils.module_loading import import_string

from turingapp.errors import UnknownPlugin


class Plugin(Protocol):
    """What every plug-in has."""

    slug: ClassVar[str]
    title: ClassVar[str]


P = TypeVar("P", bound=Plugin)


class Registry(Generic[P]):
    """The plug-ins of one family by slug: those listed here, then those named in `settings.EXTRA_PLUGINS[family]`."""

    def __init__(self, family: str, listed: Sequence[P]) -> None:
        self.family = family
        self._listed = tuple(listed)

    @cached_property
    def _by_slug(self) -> dict[str, P]:
        extra = [import_string(path)() for path in settings.EXTRA_PLUGINS[self.family]]
        return {plugin.slug: plugin for plugin in (*self._listed, *extra)}

    def __getitem__(self, slug: str) -> P:
        """The plug-in called `slug`; raises UnknownPlugin."""
        try:
            return self._by_slug[slug]
        except KeyError:
            raise UnknownPlugin(self.family, slug, self._by_slug) from None

    def __contains__(self, slug: object) -> bool:
        return slug in self._by_slug

    def __iter__(self) -> Iterator[P]:
        return iter(self._by_slug.values())

    def __len__(self) -> int:
        return len(self._by_slug)

    @property
    def slugs(self) -> tuple[str, ...]:
        """All slugs, in the order of the list."""
        return tuple(self._by_slug)

    def forget(self) -> None:
        """Read the setting anew at the next look (for tests that change it)."""
        self.__dict__.pop("_by_slug", None)
