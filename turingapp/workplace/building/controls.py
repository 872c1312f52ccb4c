"""Which control a field of the protocol has, by its type, and what the type says may be chosen or typed in it."""

from typing import Any, Literal, get_args, get_origin

from annotated_types import Ge, Gt, Le

from turingapp.workplace.building.shape import find_field, find_type, has_rows, is_part, list_types

LONG = frozenset({"consent", "debrief", "release", "chat.context"})
SHARES = "pairings"


def name_control(name: str) -> str:
    """switch, number, choose, ticks, lines, numbers, shares, long, text, part, rows; yaml where none is plainer."""
    if name == SHARES:
        return "shares"
    kind = find_type(name)
    if is_part(kind):
        return "part"
    if has_rows(name):
        return "rows"
    if get_origin(kind) is list:
        return name_list_control(list_types(get_args(kind)[0])[0])
    if get_origin(kind) is Literal:
        return "choose"
    if kind is str:
        return "long" if name in LONG else "text"
    return {bool: "switch", int: "number", float: "number"}.get(kind, "yaml")


def name_list_control(inner: Any) -> str:
    """The control of a list, by the type of what is in it."""
    if get_origin(inner) is Literal:
        return "ticks"
    return {int: "numbers", str: "lines"}.get(inner, "yaml")


def list_literals(name: str) -> list[str]:
    """The values that a field may have, where its type is a closed list."""
    kind = find_type(name)
    kind = list_types(get_args(kind)[0])[0] if get_origin(kind) is list else kind
    return [str(value) for value in get_args(kind)] if get_origin(kind) is Literal else []


def find_bounds(name: str) -> dict[str, float]:
    """What a number input takes: min, max and step, as far as the type says."""
    field = find_field(name)
    bounds: dict[str, float] = {}
    for rule in (*field.metadata, *(part for arm in get_args(field.annotation) for part in get_args(arm)[1:])):
        for limit in getattr(rule, "metadata", (rule,)):
            if isinstance(limit, Ge | Gt):
                bounds["min"] = float(getattr(limit, "ge", getattr(limit, "gt", 0)))
            elif isinstance(limit, Le):
                bounds["max"] = float(limit.le)  # type: ignore[arg-type]
    return bounds
