"""Rows as lines of JSON, the same from every database, and back."""

import base64
import json
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from django.apps.registry import Apps
from django.db import models
from django.db.models import Value

CHUNK = 2_000
# Who is logged in, who log in again; and what is being done, of which the backup itself is a part.
LEFT_OUT = frozenset({"sessions.Session", "members.BegunDeed"})
Field: TypeAlias = "models.Field[Any, Any]"


def list_models(apps: Apps) -> list[type[models.Model]]:
    """The models whose rows are kept, by their tables; many-to-many tables have models of their own here."""
    all_models = apps.get_models(include_auto_created=True)
    kept = [model for model in all_models if model._meta.managed and not model._meta.proxy and not model._meta.swapped]
    return sorted((one for one in kept if one._meta.label not in LEFT_OUT), key=lambda one: one._meta.db_table)


def list_fields(model: type[models.Model]) -> list[Field]:
    """The columns of a model that hold something of their own."""
    return [field for field in model._meta.concrete_fields if not field.generated]


def read_lines(model: type[models.Model]) -> Iterator[bytes]:
    """Each row as a line: a list of the values in the order of `list_fields`."""
    fields = list_fields(model)
    rows = model._base_manager.order_by("pk").values_list(*(field.attname for field in fields))
    for row in rows.iterator(chunk_size=CHUNK):
        values = [encode(field, value) for field, value in zip(fields, row, strict=True)]
        yield json.dumps(values, separators=(",", ":")).encode("ascii") + b"\n"


def encode(field: Field, value: Any) -> Any:
    """A value of a column as JSON: numbers and texts as they are, bytes in base64, the rest as its text."""
    if value is None or isinstance(field, models.JSONField):
        return value
    if isinstance(field, models.BinaryField):
        return base64.b64encode(bytes(value)).decode("ascii")
    return value if isinstance(value, bool | int | float | str) else str(value)


def decode(field: Field, value: Any) -> Any:
    """The value that `encode` was given."""
    if isinstance(field, models.JSONField):
        # None would be stored as no value at all; where the column has one, it is JSON's null.
        return value if value is not None or field.null else Value(None, field)
    if isinstance(field, models.BinaryField):
        return None if value is None else base64.b64decode(value)
    return field.to_python(value)


def make_rows(model: type[models.Model], columns: list[str], lines: Iterable[bytes]) -> Iterator[models.Model]:
    """The rows of lines, whose values stand in the order of `columns`."""
    fields = {field.attname: field for field in list_fields(model)}
    for line in lines:
        values = zip(columns, json.loads(line), strict=True)
        yield model(**{name: decode(fields[name], value) for name, value in values})
