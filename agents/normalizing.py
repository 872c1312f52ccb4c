"""Text brought to one form, alike for every origin: Unicode NFC, quotes, dashes, spaces, controls, case."""

import re
import unicodedata

# What a lone surrogate becomes: half of a broken emoji cannot be stored or shown (RFC 3629, section 3).
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"

_LONE_SURROGATES = re.compile("[\ud800-\udfff]")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff\u200b\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_SPACES = re.compile(r"\s+")
_SIGNS = str.maketrans(
    {
        "\u2018": "'",
        "\u2019": "'",
        "\u201a": "'",
        "\u2032": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u201e": '"',
        "\u2033": '"',
        "\u00ab": '"',
        "\u00bb": '"',
        "\u2010": "-",
        "\u2011": "-",
        "\u2012": "-",
        "\u2013": "-",
        "\u2014": "-",
        "\u2212": "-",
        "\u2026": "...",
    }
)


def make_storable(text: str) -> str:
    """`text` without what no database or page can hold: NUL goes, lone surrogates become U+FFFD; all else stays."""
    return _LONE_SURROGATES.sub(REPLACEMENT, text).replace("\x00", "")


def normalize_text(text: str) -> str:
    """One line in NFC with plain quotes, dashes and single spaces, and without control characters; case stays."""
    plain = unicodedata.normalize("NFC", make_storable(text)).translate(_SIGNS)
    return _SPACES.sub(" ", _CONTROLS.sub(" ", plain)).strip()


def normalize_words(text: str) -> str:
    """As normalize_text, in lower case and without full stops, commas or exclamation marks around it."""
    return normalize_text(text).lower().strip(" .,;:!?\"'")
