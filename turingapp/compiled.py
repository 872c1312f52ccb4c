"""Queries that Django compiles once per process: those of a trial are the same each time but for their values.

Building and compiling one costs more than sending it; only where hundreds come a second does that matter.
"""

from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.models import Field, Model, QuerySet, Value
from django.db.models.sql import UpdateQuery

Row = TypeVar("Row", bound=Model)
Statement = tuple[str, list[Any]]


class Slot(NamedTuple):
    """A value that is given by this name when the query runs, and the field as whose value it is sent."""

    name: str
    field: "Field[Any, Any]"


def slot(model: type[Model], field: str, name: str = "") -> Value:
    """What stands in a query in place of a value of this field; its name is the field's, or `name`."""
    return Value(Slot(name or field, model._meta.get_field(field)))  # type: ignore[arg-type]


class Plan(NamedTuple):
    """A compiled SELECT: SQL, parameters with slots among them, and of each column what makes it a value of Python."""

    sql: str
    parameters: tuple[Any, ...]
    columns: tuple[tuple[Any, list[Any]], ...]


class Selection:
    """A SELECT; `build` makes its queryset, with slots for values."""

    def __init__(self, build: Callable[[], QuerySet[Any, Any]]) -> None:
        self.build = build

    @cached_property
    def plan(self) -> Plan:
        """What is kept; threads that come at once each make the same."""
        compiler: Any = self.build().query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        expressions = [column for column, *_ in compiler.select]
        converters = compiler.get_converters(expressions)
        columns = tuple((column, converters[n][0] if n in converters else []) for n, column in enumerate(expressions))
        return Plan(sql, tuple(parameters), columns)

    def fill(self, **values: Any) -> Statement:
        """What is sent with these values."""
        return self.plan.sql, fill(self.plan.parameters, values)

    def fetch(self, *before: Statement, **values: Any) -> list[tuple[Any, ...]]:
        """The rows, as tuples of columns; what is to be sent `before` goes along."""
        with connection.cursor() as cursor:
            execute(cursor, *before, self.fill(**values))
            return [convert(row, self.plan) for row in cursor.fetchall()]

    def get(self, model: type[Row], **values: Any) -> Row:
        """The one object, its other fields deferred; raises the model's DoesNotExist."""
        rows = self.fetch(**values)
        if not rows:
            raise model.DoesNotExist(f"There is no such {model.__name__}.")  # type: ignore[attr-defined]
        return model.from_db(connection.alias, [column.target.attname for column, _ in self.plan.columns], rows[0])

    def get_joined(self, *before: Statement, **values: Any) -> list[Any]:
        """Of the one row an object of each model that is joined, or None where it has none; empty without a row."""
        rows = self.fetch(*before, **values)
        columns = [column.target for column, _ in self.plan.columns]
        parts = groupby(zip(columns, rows[0], strict=True), lambda part: part[0].model) if rows else ()
        return [make_object(model, list(part)) for model, part in parts]


class Change:
    """An UPDATE of the rows of a queryset: what it sets, and which rows, may have slots."""

    def __init__(self, build: Callable[[], QuerySet[Any, Any]], **sets: Any) -> None:
        self.build, self.sets = build, sets

    @cached_property
    def statement(self) -> tuple[str, tuple[Any, ...]]:
        """SQL, and its parameters with slots among them."""
        query: Any = self.build().query.chain(UpdateQuery)
        query.add_update_values(self.sets)
        sql, parameters = query.get_compiler(connection=connection).as_sql()
        return sql, tuple(parameters)

    def fill(self, **values: Any) -> Statement:
        """What is sent with these values."""
        sql, parameters = self.statement
        return sql, fill(parameters, values)

    def carry_out(self, **values: Any) -> None:
        """Run it."""
        send(self.fill(**values))


class Insertion:
    """An INSERT of one row of a model, whose columns are all given; what the row's id becomes is not told."""

    def __init__(self, model: type[Model]) -> None:
        self.model = model

    @cached_property
    def statement(self) -> tuple[str, tuple[Slot, ...]]:
        """SQL, and a slot for each column."""
        fields = [field for field in self.model._meta.concrete_fields if not field.primary_key]
        quote = connection.ops.quote_name
        columns = ", ".join(quote(str(field.column)) for field in fields)
        places = ", ".join("%s" for _ in fields)
        sql = f"INSERT INTO {quote(self.model._meta.db_table)} ({columns}) VALUES ({places})"  # noqa: S608
        return sql, tuple(Slot(str(field.attname), field) for field in fields)

    def fill(self, **values: Any) -> Statement:
        """What is sent for a row of these values, by the attributes of the model."""
        sql, slots = self.statement
        return sql, fill(slots, values)


def make_object(model: type[Row], part: list[tuple[Any, Any]]) -> Row | None:
    """An object with these fields, its other ones deferred; None where its key is."""
    given = {field.attname: value for field, value in part}
    names = [field.attname for field in model._meta.concrete_fields if field.attname in given]  # from_db takes no other
    is_there = given[model._meta.pk.attname] is not None
    return model.from_db(connection.alias, names, [given[name] for name in names]) if is_there else None


def send(*statements: Statement) -> None:
    """Run them in their order."""
    with connection.cursor() as cursor:
        execute(cursor, *statements)


def execute(cursor: CursorWrapper, *statements: Statement) -> None:
    """Run them in their order: in one message to PostgreSQL, which takes several at once."""
    if connection.vendor == "postgresql":
        parameters = [parameter for _, some in statements for parameter in some]
        cursor.execute("; ".join(sql for sql, _ in statements), parameters)
    else:
        for sql, some in statements:
            cursor.execute(sql, some)


def fill(parameters: tuple[Any, ...], values: dict[str, Any]) -> list[Any]:
    """The parameters with the values of their slots; raises KeyError where one is missing."""
    return [
        parameter.field.get_db_prep_save(values[parameter.name], connection)
        if isinstance(parameter, Slot)
        else parameter
        for parameter in parameters
    ]


def convert(row: Iterable[Any], plan: Plan) -> tuple[Any, ...]:
    """A row as the database gave it, in values of Python."""
    converted = []
    for value, (column, converters) in zip(row, plan.columns, strict=True):
        for converter in converters:
            value = converter(value, column, connection)
        converted.append(value)
    return tuple(converted)
