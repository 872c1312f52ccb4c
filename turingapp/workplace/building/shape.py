"""What types the protocol's own model gives its fields: parts with fields of their own, lists and mappings of rows.

A field has a dotted name; a row's name ends in its position, as in `screening.0.least`. A mapping is taken as the list
of its entries, each with a name and its values.
"""

import types
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin

from django.utils.translation import gettext as _
from pydantic import create_model
from pydantic.fields import FieldInfo

from judging.protocol import Settings
from judging.screening_rules import Part
from turingapp.errors import InvalidPayload, Problem

KEY, VALUES = "name", "values"  # the fields of a mapping's entry, as its model has them
MOST_ROWS = 40  # on one page; more are easier as text
Item = dict[str, Any]


def find_field(name: str) -> FieldInfo:
    """The field of the protocol's model at a dotted name."""
    owner, _dot, last = drop_positions(name).rpartition(".")
    return find_model(owner).model_fields[last]


def drop_positions(name: str) -> str:
    """The name that all rows share: `screening.least` of `screening.0.least`."""
    return ".".join(part for part in name.split(".") if not part.isdecimal())


@cache
def find_model(name: str) -> type[Part]:
    """The model of a part, or of each row, at a name without positions; "" is the protocol."""
    if not name:
        return Settings
    kind = find_type(name)
    if get_origin(kind) is dict:
        key, listed = get_args(kind)
        entry: type[Part] = create_model("Entry", __base__=Part, name=(key, ...), values=(listed, ...))
        return entry
    model = list_types(get_args(kind)[0])[0] if get_origin(kind) is list else kind
    if not is_part(model):
        raise LookupError(f"{name} has no fields of its own.")
    return model  # type: ignore[no-any-return]  # it is a Part


def find_type(name: str) -> Any:
    """The first type that a field may have, besides None."""
    return list_types(find_field(name).annotation)[0]


def list_types(annotation: Any) -> list[Any]:
    """The types that an annotation allows, without None and without its bounds."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return list_types(get_args(annotation)[0])
    if origin in (Union, types.UnionType):
        return [one for arm in get_args(annotation) for one in list_types(arm) if arm is not type(None)]
    return [annotation]


def is_part(kind: Any) -> bool:
    """Whether a type is a part of the protocol with fields of its own."""
    return isinstance(kind, type) and issubclass(kind, Part)


def is_mapping(name: str) -> bool:
    """Whether a field is a mapping, whose entries have names of one's own."""
    return get_origin(find_type(name)) is dict


def has_rows(name: str) -> bool:
    """Whether a field is a list of parts, or a mapping."""
    kind = find_type(name)
    return is_mapping(name) or (get_origin(kind) is list and is_part(list_types(get_args(kind)[0])[0]))


def list_items(name: str, value: Any) -> list[Item] | None:
    """The rows of a value; None where rows cannot show all that it says, or there are very many."""
    if value is None:
        return []
    if is_mapping(name):
        items = [{KEY: key, VALUES: values} for key, values in value.items()] if isinstance(value, Mapping) else None
    else:
        known = find_model(drop_positions(name)).model_fields
        is_shown = isinstance(value, list) and all(isinstance(one, Mapping) and set(one) <= set(known) for one in value)
        items = [dict(one) for one in value] if is_shown else None
    return items if items is None or len(items) <= MOST_ROWS else None


def join_items(name: str, items: Sequence[Item]) -> Any:
    """The value that rows say, None for no rows. Raises InvalidPayload where two entries of a mapping have one name."""
    if not is_mapping(name):
        return [*items] or None
    joined: dict[Any, Any] = {}
    for position, item in enumerate(items):
        key = item.get(KEY, "")
        if key in joined:
            rule = _("another one has this name; give each its own")
            raise InvalidPayload([Problem(f"{name}.{position}.{KEY}", repr(key), rule)])
        values = item.get(VALUES)
        joined[key] = [] if values is None else values
    return joined or None


def place_problem(field: str, name: str, items: Sequence[Item]) -> str:
    """The name of what a problem is with, the entries of a mapping counted as rows."""
    if not is_mapping(name):
        return field
    for position, item in enumerate(items):
        path = f"{name}.{item[KEY]}"
        if field == f"{path}.[key]":
            return f"{name}.{position}.{KEY}"
        if field == path or field.startswith(f"{path}."):
            return f"{name}.{position}.{VALUES}"
    return field
