"""Made-up inputs to every reader of foreign text, which must take or refuse each in words."""

import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import strategies as st

from agents.formats import FORMATS
from analysis.loading.formats import JUDGEMENT_FORMATS
from analysis.packages.checking import open_package, parse_manifest
from bench.breaking.trying import Kind
from judging.protocol import Settings
from judging.protocol_files import parse_protocol
from tests.agents import test_formats_any_bytes as rows
from tests.analysis.loading import test_any_bytes as judgements
from turingapp.errors import TuringError

NOWHERE = Path("made-up")
FIELDS = sorted(Settings.model_fields)
WORDS = st.sampled_from(
    ("color", "conversation", "0.5", "-1", "1e400", "yes", "~", "&a", "*a", "!!python/none", "2001-02-30")
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS) | st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=15,
)
protocols = st.binary(max_size=200) | st.dictionaries(st.sampled_from(FIELDS), values, max_size=8).map(
    lambda fields: "\n".join(f"{name}: {json.dumps(value)}" for name, value in fields.items()).encode()
)
manifests = st.binary(max_size=200) | st.dictionaries(
    st.sampled_from(("format", "version", "made_at", "study", "protocols", "rows", "members")), values, max_size=7
).map(lambda fields: json.dumps(fields).encode())
contents = st.binary(max_size=200) | rows.documents.map(lambda document: json.dumps(document).encode())
judged = st.binary(max_size=200) | judgements.documents.map(lambda document: json.dumps(document).encode())
SUFFIXES = (".csv", ".json", ".jsonl")


def list_readers() -> list[Kind]:
    """What reads foreign text, what it gets, and how it is asked."""
    formats = [
        Kind(f"the format {slug}", st.tuples(contents, st.sampled_from(SUFFIXES)), make_format_reader(slug))
        for slug in FORMATS.slugs
    ]
    of_judgements = [
        Kind(
            f"the format of judgements {slug}",
            st.tuples(judged, st.sampled_from(SUFFIXES)),
            make_judgement_reader(slug),
        )
        for slug in JUDGEMENT_FORMATS.slugs
    ]
    parsers = [
        Kind("protocols", protocols, refusing(lambda content: parse_protocol(content, NOWHERE))),
        Kind("manifests of packages", manifests, refusing(lambda content: parse_manifest(content, NOWHERE))),
        Kind("packages", st.binary(max_size=300), refusing(open_made_up)),
    ]
    return [*formats, *of_judgements, *parsers]


def make_format_reader(slug: str) -> Callable[[Any], None]:
    """A reader of stimuli and responses, which gives rows or problems."""
    return lambda made: rows.check_items(rows.read_all(slug, *made))


def make_judgement_reader(slug: str) -> Callable[[Any], None]:
    """A reader of judgements, which gives rows or problems."""

    def read(made: tuple[bytes, str]) -> None:
        judgements.read_all(slug, *made)

    return read


def refusing(parse: Callable[[bytes], object]) -> Callable[[Any], None]:
    """A parser that may refuse in words."""

    def read(content: bytes) -> None:
        try:
            parse(content)
        except TuringError as refusal:
            if not str(refusal):
                raise AssertionError(f"refused without a word: {content!r}") from refusal

    return read


def open_made_up(content: bytes) -> None:
    """A file that calls itself a package."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "package.zip"
        path.write_bytes(content)
        with open_package(path):
            return
