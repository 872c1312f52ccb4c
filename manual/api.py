"""The page of the API's addresses, from the description that the API gives of itself."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from drf_spectacular.generators import SchemaGenerator

from manual.tables import clean, code, write_table

INTRODUCTION = """# API, every address

[The API](../api.md) says how a token is made, how lists go on and how a repeat stays harmless; `/api/docs/` of an
installation has every field and every refusal. This page is made from the description that the API gives of itself.
"""
HEADINGS = ("asks", "address", "does", "takes", "scope of the token", "role")


def write_page() -> str:
    """All addresses, by what they are about."""
    paths: Mapping[str, Any] = SchemaGenerator().get_schema(request=None, public=True)["paths"]  # type: ignore[no-untyped-call]
    found = [(path, method, about) for path, methods in paths.items() for method, about in methods.items()]
    sections = [
        f"## {subject}\n\n{write_table(HEADINGS, (row for one in rows for row in write_row(*one)))}"
        for subject, rows in groupby(found, key=lambda one: one[2]["tags"][0])
    ]
    return "\n".join([INTRODUCTION, *sections])


def write_row(path: str, method: str, about: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """One address with one method; what the description tells of scope and role stands in cells of its own."""
    does, _, needs = str(about.get("description", "")).partition("\n\nScope of tokens: ")
    scope, _, role = needs.partition(". Role: one that may ")
    taken = (code(one["name"]) for one in about.get("parameters", ()) if one["in"] == "query")
    yield code(method.upper()), code(path), clean(does), ", ".join(taken), scope, clean(role.removesuffix("."))
