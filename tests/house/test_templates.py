"""Templates and sheets keep the house's rules: nothing inline, nothing from elsewhere, enough contrast."""

import re
from pathlib import Path

import pytest
from django.template.loader import get_template

from agents.tasks import TASKS

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
TOKENS = (ROOT / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
FORBIDDEN = {
    "a style attribute": r"<[^>]*\sstyle\s*=",
    "a style element": r"<style\b",
    "an inline script": r"<script(?![^>]*\ssrc=)[^>]*>",
    "an event attribute": r"<[^>]*\son[a-z]+\s*=",
    "something from another host": r"""(?:src|href)\s*=\s*["'](?:https?:)?//""",
}
# A report in a file stands alone: its sheets are in it, and its own policy lets nothing else in.
STANDING_ALONE = {"report/file.html": "a style element"}
# Pairs of text and ground that occur on the pages.
TEXTS = [
    ("ink", "paper"),
    ("ink", "surface"),
    ("ink", "line"),
    ("ink", "accent-soft"),
    ("muted", "paper"),
    ("muted", "surface"),
    ("muted", "accent-soft"),
    ("accent", "paper"),
    ("accent", "surface"),
    ("accent-strong", "accent-soft"),
    ("on-accent", "accent"),
    ("on-accent", "accent-strong"),
    ("bad", "surface"),
    ("bad", "bad-soft"),
    ("note", "surface"),
    ("note", "note-soft"),
    ("good", "surface"),
]
BORDERS = [("edge", "surface"), ("edge", "paper"), ("accent", "surface"), ("accent", "accent-soft")]
LIGHT, DARK = TOKENS.split("@media (prefers-color-scheme: dark)")


def read_colors(sheet: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z-]+): #([0-9a-f]{6});", sheet))


def find_luminance(color: str) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    channels = [int(color[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def find_contrast(one: str, other: str) -> float:
    """Contrast ratio as WCAG 2.2 defines it, from 1 to 21."""
    low, high = sorted((find_luminance(one), find_luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_black_on_white_has_the_contrast_that_the_guideline_gives() -> None:
    assert find_contrast("000000", "ffffff") == pytest.approx(21)


@pytest.mark.parametrize("sheet", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), TEXTS)
def test_text_stands_out_from_its_ground(text: str, ground: str, sheet: str) -> None:
    colors = read_colors(sheet)
    assert find_contrast(colors[text], colors[ground]) >= 4.5  # WCAG 2.2, 1.4.3


@pytest.mark.parametrize("sheet", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("border", "ground"), BORDERS)
def test_borders_of_fields_stand_out_from_their_ground(border: str, ground: str, sheet: str) -> None:
    colors = read_colors(sheet)
    assert find_contrast(colors[border], colors[ground]) >= 3  # WCAG 2.2, 1.4.11


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_a_template_holds_nothing_that_the_content_rules_forbid(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = [what for what, pattern in FORBIDDEN.items() if re.search(pattern, text, re.IGNORECASE)]
    allowed = STANDING_ALONE.get(str(path.relative_to(ROOT / "templates")))
    assert [what for what in found if what != allowed] == []


@pytest.mark.parametrize("task", TASKS.slugs)
def test_what_agents_wrote_is_kept_from_translators_and_keeps_its_direction(task: str) -> None:
    source = (ROOT / "templates" / "tasks" / task / "judge.html").read_text(encoding="utf-8")
    values = re.findall(r"<(\w+)([^>]*)>\{\{ (?:shown\.|turn\.text|word)", source)
    written = [attributes for tag, attributes in values if tag not in {"text", "svg"}]
    assert written or "fixation" in source
    for attributes in written:
        assert 'translate="no"' in attributes
        assert "notranslate" in attributes
        assert 'dir="auto"' in attributes


@pytest.mark.parametrize("name", ["400.html", "403.html", "403_csrf.html", "404.html", "500.html"])
def test_an_error_page_needs_no_context(name: str) -> None:
    text = get_template(name).render()
    assert text.count("<h1>") == 1
    assert 'href="/"' in text


def test_no_address_of_ours_looks_like_an_advertisement() -> None:
    """Blockers stop such addresses, and with them the visit."""
    files = [str(path.relative_to(ROOT)) for path in (ROOT / "static").rglob("*") if path.is_file()]
    assert files
    assert not [path for path in files if re.search(r"(?:^|[/_-])(?:ads?|track\w*|analytics|pixel|banner)[/._-]", path)]
