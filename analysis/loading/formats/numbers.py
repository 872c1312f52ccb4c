"""Whole numbers of the original study's files, which stand there as numbers or as texts."""

from collections.abc import Mapping
from typing import Any

from turingapp.errors import InvalidPayload, Problem

LARGEST = 2**31 - 1  # of the database's whole numbers


def read_number(trial: Mapping[str, Any], field: str, where: str) -> int | None:
    """A whole number from 0, where there is one; raises InvalidPayload."""
    value = trial.get(field)
    if value is None or value == "":
        return None
    number = int(value) if isinstance(value, str) and value.isascii() and value.isdecimal() else value
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= LARGEST:
        rule = f"it should be a whole number from 0 to {LARGEST}"
        raise InvalidPayload([Problem(field, repr(value)[:60], rule, where)])
    return number
