"""What each environment variable takes, from the calls in the code that read it."""

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("turingapp", "agents", "judging", "analysis")
KINDS = {
    "env_str": "text",
    "env_required": "text",
    "env_bool": "true or false",
    "env_int": "a whole number",
    "env_list": "a list, by blanks or commas",
}


class Reading(NamedTuple):
    """One place where a variable is read: what it takes, and its default where that is written out there."""

    variable: str
    takes: str
    default: str | int | bool | None


def find_readings() -> Iterator[Reading]:
    """Each call of a typed helper that names its variable, such as env_int("PORT", 8000)."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            if "env_" in source:
                yield from find_calls(ast.parse(source))


def find_calls(tree: ast.Module) -> Iterator[Reading]:
    """The readings in one module."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Name(helper), [ast.Constant(str(variable)), *rest], keywords) if helper in KINDS:
                yield Reading(variable, KINDS[helper] + write_least(keywords), read_default(rest))


def write_least(keywords: Sequence[ast.keyword]) -> str:
    """The lower bound that a call gives, in words."""
    bounds = [ast.literal_eval(keyword.value) for keyword in keywords if keyword.arg == "least"]
    return f", at least {bounds[0]}" if bounds else ""


def read_default(rest: Sequence[ast.expr]) -> str | int | bool | None:
    """The default that a call writes out; None where it has none or computes it."""
    match rest:
        case [ast.Constant((str() | int()) as default), *_]:
            return default
    return None


def list_kinds() -> dict[str, str]:
    """What each variable takes, in words."""
    return {reading.variable: reading.takes for reading in find_readings()}
