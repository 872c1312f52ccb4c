"""Every text has its translation: none is missing, empty or unsure, placeholders fit, and no template has bare text."""

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.template.base import Lexer, TokenType
from django.utils.translation import gettext, override, to_language

from tests.catalogs import (
    LANGUAGES,
    ROOMS,
    Key,
    compile_catalog,
    find_catalog,
    is_translated,
    read_catalog,
    renew,
    share_out,
)

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
SCRIPTS = Path(__file__).resolve().parents[2] / "static" / "js"
# Folders and files whose texts all go through the catalogues; others join as they are done.
DONE = (
    "workplace",
    "visit",
    "tasks",
    "errors",
    "report",
    "400.html",
    "403.html",
    "403_csrf.html",
    "404.html",
    "500.html",
    "503.html",
    "base.html",
    "start.html",
)
SPOKEN = ("alt", "title", "aria-label", "placeholder", "label", "content")  # attributes that people read
PLACEHOLDERS = re.compile(r"%\(\w+\)[.\d]*[sdf]|\{\w+\}|<[^>]+>|%%")
# The same in every language; and attributes of a tag that another template opens.
SAME = re.compile(r"\bUTC\b|^\s*(?:[\w-]+=('[^']*'|\"[^\"]*\")\s*)+")
shared = cache(share_out)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS)
def test_a_catalog_has_the_texts_of_its_room_and_no_others(room: str, language: str) -> None:
    catalog = read_catalog(room, language)
    known: set[Key] = {(message.context or "", message.id) for message in catalog if message.id}
    assert known == set(shared()[room]), "`make messages` draws the texts anew"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS)
def test_every_text_is_translated(room: str, language: str) -> None:
    catalog = read_catalog(room, language)
    assert not [message.id for message in catalog if message.id and not is_translated(message)]
    assert not [message.id for message in catalog if message.id and message.fuzzy]
    assert not list(catalog.obsolete)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS)
def test_a_translation_has_the_placeholders_and_tags_of_its_text(room: str, language: str) -> None:
    for message in read_catalog(room, language):
        texts = message.id if isinstance(message.id, tuple) else (message.id,)
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        wanted = sorted(PLACEHOLDERS.findall(texts[-1]))
        assert [string for string in strings if sorted(PLACEHOLDERS.findall(string)) != wanted] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS)
def test_what_programs_read_is_what_the_catalog_says(room: str, language: str) -> None:
    compiled = find_catalog(room, language).with_suffix(".mo").read_bytes()
    catalog = renew(read_catalog(room, language), shared()[room])
    assert compiled == compile_catalog(catalog), "`make messages` compiles the catalogues"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS)
def test_no_package_has_another_word_for_a_text_of_ours(room: str, language: str) -> None:
    with override(to_language(language)):
        said = {
            message.id: gettext(message.id) for message in read_catalog(room, language) if isinstance(message.id, str)
        }
    ours = {message.id: message.string for message in read_catalog(room, language) if isinstance(message.id, str)}
    assert {text for text in said if text and said[text] != ours[text]} == set()


class BareTexts(HTMLParser):
    """Collects what people would read of HTML; what is not to be translated, and keys, are no texts."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.kept = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"script", "style", "code", "kbd", "pre"}:
            self.kept = tag
        spoken = [value for name, value in attrs if name in SPOKEN and value and tag != "meta"]
        self.found += filter(has_words, spoken)

    def handle_endtag(self, tag: str) -> None:
        if tag == self.kept:
            self.kept = ""

    def handle_data(self, data: str) -> None:
        if not self.kept and has_words(data):
            self.found.append(data.strip())


def has_words(text: str) -> bool:
    """Whether there is something to be translated: a word of two letters or more."""
    return re.search(r"[^\W\d_]{2,}", SAME.sub("", text)) is not None


def leave_out_tags(source: str) -> Iterator[str]:
    """The HTML of a template without what its tags put there, be it translated or a value."""
    closing = ""
    for token in Lexer(source).tokenize():
        if token.token_type == TokenType.TEXT and not closing:
            yield token.contents
        elif token.token_type == TokenType.BLOCK:
            name = token.contents.split(maxsplit=1)[0]
            if name in {"blocktranslate", "comment"}:
                closing = f"end{name}"
            elif name == closing:
                closing = ""


def list_done() -> list[Path]:
    return sorted(path for path in TEMPLATES.rglob("*.html") if path.relative_to(TEMPLATES).parts[0] in DONE)


@pytest.mark.parametrize("path", list_done(), ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_a_template_has_no_text_that_cannot_be_translated(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    parser = BareTexts()
    parser.feed("".join(leave_out_tags(source)))
    assert parser.found == []
    # What is handed to another template is a text, too.
    assert re.findall(r"\{% include [^%]*?=\"[A-Z]", source) == []


def test_bare_text_would_be_found() -> None:
    parser = BareTexts()
    parser.feed(
        "".join(leave_out_tags('<p title="A hint">{% translate "Known" %} Bare <kbd>Enter</kbd> {{ value }}</p>'))
    )
    assert parser.found == ["A hint", "Bare"]


@pytest.mark.parametrize("path", sorted(SCRIPTS.rglob("*.js")), ids=lambda path: path.name)
def test_a_script_says_nothing_that_its_page_has_not_brought_along(path: Path) -> None:
    source = re.sub(r"/\*.*?\*/|^\s*//.*$", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    shown = re.findall(r"(?:textContent|title)\s*=[^;]*?([\"'`])([^\"'`]*)\1", source)
    texts = [re.sub(r"\$\{[^}]*\}", "", text) for _, text in shown]
    assert [text for text in texts if has_words(text) and re.search(r"^[A-Z]|\w [a-z]", text)] == []
