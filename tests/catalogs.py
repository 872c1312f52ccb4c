"""Catalogues of translations: texts drawn from code and templates, and compiled (`make messages`).

Each room of the code has one catalogue per language, in its own `locale` folder, where Django looks by itself; what a
template says belongs to the room that draws it. A text that several rooms say is in the first of them alone.
"""

import io
import re
import warnings
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("agents", "judging", "analysis", "turingapp")
ROOMS_OF_TEMPLATES = {"tasks": "agents", "visit": "judging", "report": "analysis"}
LANGUAGES = ("zh_Hans",)
CALLS: Mapping[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "ngettext_noop": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "say_later": (1,),
}
HEADER = """\
# Texts in Simplified Chinese.
# Not yet reviewed by a native speaker: corrections are welcome, and need nothing but this file and `make messages`."""
BEGUN = datetime(2026, 11, 30, tzinfo=UTC)  # a date that changed would make each renewal a change
Key = tuple[str, str | tuple[str, ...]]


def find_catalog(room: str, language: str) -> Path:
    """Where the catalogue of a room is."""
    return ROOT / room / "locale" / language / "LC_MESSAGES" / "django.po"


def list_sources(room: str) -> Iterator[Path]:
    """The files whose texts belong to a room."""
    yield from sorted(path for path in (ROOT / room).rglob("*.py") if "migrations" not in path.parts)
    for path in sorted((ROOT / "templates").rglob("*.html")):
        if ROOMS_OF_TEMPLATES.get(path.relative_to(ROOT / "templates").parts[0], "turingapp") == room:
            yield path


def read_code(path: Path) -> str:
    """What the texts are drawn from: the code, or a template as calls in Python."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return source if "gettext" in source or "turingapp.words" in source else ""
    # Spaces before a call would be an indentation.
    return re.sub(r"^[ \t]+", "", templatize(source, origin=str(path)), flags=re.MULTILINE)


def extract_texts(room: str) -> dict[Key, list[str]]:
    """The texts of a room, each with the files that say it; a text with a plural is a pair."""
    found: dict[Key, list[str]] = {}
    for path in list_sources(room):
        code = io.BytesIO(read_code(path).encode())
        name = path.relative_to(ROOT).as_posix()
        for _, text, _, context in extract("python", code, keywords=CALLS, options={"encoding": "utf-8"}):
            files = found.setdefault((context or "", text), [])
            if name not in files:
                files.append(name)
    return found


def share_out() -> dict[str, dict[Key, list[str]]]:
    """The texts of each room that no room before it says."""
    shared: dict[str, dict[Key, list[str]]] = {}
    seen: set[Key] = set()
    for room in ROOMS:
        shared[room] = {key: files for key, files in extract_texts(room).items() if key not in seen}
        seen |= set(shared[room])
    return shared


def read_catalog(room: str, language: str) -> Catalog:
    """The catalogue as it is; an empty one where there is none."""
    path = find_catalog(room, language)
    if not path.exists():
        return Catalog(locale=language, header_comment=HEADER)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def renew(catalog: Catalog, texts: Mapping[Key, list[str]]) -> Catalog:
    """The catalogue with these texts and no others; known translations stay, wherever a text is said now."""
    fresh = Catalog(
        locale=catalog.locale,
        header_comment=HEADER,
        project="turingapp",
        msgid_bugs_address="see CONTRIBUTING.md",
        creation_date=BEGUN,
        revision_date=BEGUN,
        last_translator="not yet reviewed by a native speaker",
        language_team="none yet",
        fuzzy=False,
    )
    for (context, text), files in sorted(texts.items(), key=lambda item: (item[1][0], str(item[0][1]))):
        known = catalog.get(text if isinstance(text, str) else text[0], context or None)
        string = known.string if known is not None and same_form(known, text) else ""
        fresh.add(text, string, locations=[(name, None) for name in files], context=context or None)
    return fresh


def same_form(known: Message, text: str | tuple[str, ...]) -> bool:
    """Whether a known text has a plural if and only if this one has."""
    return isinstance(known.id, str) == isinstance(text, str)


def compile_catalog(catalog: Catalog) -> bytes:
    """The catalogue as programs read it."""
    content = io.BytesIO()
    write_mo(content, catalog)
    return content.getvalue()


def main() -> None:
    """Draw all texts anew into the catalogues, compile them, and say what lacks a translation."""
    for room, texts in share_out().items():
        for language in LANGUAGES:
            path = find_catalog(room, language)
            catalog = renew(read_catalog(room, language), texts)
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as file:
                write_po(file, catalog, width=120, include_lineno=False, sort_output=False)
            path.with_suffix(".mo").write_bytes(compile_catalog(catalog))
            lacking = sum(not is_translated(message) for message in catalog if message.id)
            print(f"{path.relative_to(ROOT)}: {len(catalog)} texts, {lacking} without a translation")


def is_translated(message: Message) -> bool:
    """Whether a text has its translation, in all its forms."""
    return all(message.string) if isinstance(message.string, (tuple, list)) else bool(message.string)


if __name__ == "__main__":
    warnings.simplefilter("error")
    main()
