"""Many rows out of few: copies made in SQL, a hundred times faster than one by one."""

from collections.abc import Iterable, Mapping, Sequence

from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.db.models import UniqueConstraint

Model = type[models.Model]
ROOM = 8  # characters for the number of the copy, before a text that is cut where it would become too long
NUMBERS = "WITH RECURSIVE copies(n) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM copies WHERE n < {})"


def grow(kinds: Sequence[Model], *, copies: int, numbered: Mapping[Model, Iterable[str]], mark: str = "") -> None:
    """Copy all rows of these models so many times; copies belong to copies, and each is a second older than the last.

    Unique texts get the number of their copy, as do the fields in `numbered`: texts that name rows of another model.
    Whoever grows the same rows again gives another letter to put before these numbers.
    """
    sizes = {kind: max(kind._default_manager.values_list("pk", flat=True), default=0) for kind in kinds}
    with transaction.atomic(), connection.cursor() as cursor:
        for kind in kinds:
            texts = dict.fromkeys((*numbered.get(kind, ()), *list_unique(kind, sizes)), mark)
            cursor.execute(write_copy(kind, sizes, copies, texts))
        for statement in connection.ops.sequence_reset_sql(no_style(), list(kinds)):
            cursor.execute(statement)
        cursor.execute("ANALYZE")


def write_copy(kind: Model, sizes: Mapping[Model, int], copies: int, texts: Mapping[str, str]) -> str:
    """The statement that copies the rows of one model."""
    values = {field.column: write_value(field, sizes, texts.get(field.name)) for field in kind._meta.concrete_fields}
    columns, table, key = ", ".join(f'"{one}"' for one in values), kind._meta.db_table, kind._meta.pk.column
    chosen = f'SELECT {", ".join(values.values())} FROM "{table}" CROSS JOIN copies WHERE "{key}" <= {sizes[kind]}'  # noqa: S608
    return f'{NUMBERS.format(copies)} INSERT INTO "{table}" ({columns}) {chosen}'


def write_value(field: "models.Field[object, object]", sizes: Mapping[Model, int], mark: str | None) -> str:
    """What a field of the n-th copy is."""
    column = f'"{field.model._meta.db_table}"."{field.column}"'
    kind = field.model if field.primary_key and not field.is_relation else field.related_model
    if kind in sizes:
        return f"{column} + n * {sizes[kind]}"
    if mark is not None:
        return f"'{mark}' || n || '-' || substr({column}, 1, {(field.max_length or 40) - ROOM})"
    if isinstance(field, models.DateTimeField):
        return write_earlier(column)
    return column


def write_earlier(column: str) -> str:
    """A time n seconds earlier."""
    if connection.vendor == "sqlite":
        return f"strftime('%Y-%m-%d %H:%M:%f', {column}, '-' || n || ' seconds')"
    return f"{column} - n * INTERVAL '1 second'"


def list_unique(kind: Model, sizes: Mapping[Model, int]) -> Iterable[str]:
    """The texts by which rows of a model must differ: unique ones, and the last of several that only together are."""
    shifted = {field.name for field in kind._meta.concrete_fields if field.related_model in sizes}
    texts = {field.name for field in kind._meta.concrete_fields if isinstance(field, models.CharField)}
    yield from (field.name for field in kind._meta.concrete_fields if field.unique and field.name in texts)
    for one in kind._meta.constraints:
        if isinstance(one, UniqueConstraint) and not shifted & {*one.fields} and one.fields[-1] in texts:
            yield one.fields[-1]
