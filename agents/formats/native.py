"""The project's own format: CSV or JSON Lines for stimuli and responses of any task (docs/loading.md)."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args, get_origin

from django.utils.translation import gettext_noop
from pydantic.fields import FieldInfo

from agents.formats.base import Author, Format, ResponseItem, ResponseRow, StimulusItem, StimulusRow
from agents.formats.documents import JsonRow, read_json_lines, read_objects
from agents.formats.tables import read_table
from agents.models import Origin
from agents.tasks import TASKS
from agents.tasks.base import Task
from agents.tasks.payloads import ImageRef, describe_value
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later

FACET = "facet_"
AUTHOR_FIELDS = ("agent", "origin", "person", "gender", "title")
TRUE, FALSE = ("1", "true", "yes"), ("", "0", "false", "no")


class Native(Format):
    """Stimuli and responses with the field names of their task."""

    slug = "native"
    title = gettext_noop("CSV or JSON Lines as documented in docs/loading.md")

    def read_stimuli(self, path: Path, task: str) -> Iterator[StimulusItem]:
        """One stimulus a row."""
        plugin = TASKS[task]
        for row in read_rows(path, plugin, required=("key",)):
            if isinstance(row, Problem):
                yield row
                continue
            try:
                yield read_stimulus(row, plugin, key_field="key")
            except InvalidPayload as error:
                yield from error.problems

    def read_responses(self, path: Path, task: str) -> Iterator[ResponseItem]:
        """One response a row; columns of the stimulus may stand beside it."""
        plugin = TASKS[task]
        for row in read_rows(path, plugin, required=("stimulus", "origin")):
            if isinstance(row, Problem):
                yield row
                continue
            try:
                yield read_response(row, plugin)
            except InvalidPayload as error:
                yield from error.problems


def read_rows(path: Path, task: Task, *, required: tuple[str, ...]) -> Iterator[JsonRow | Problem]:
    """The rows of a CSV or JSON Lines file by field name; blank cells of a table are left out."""
    suffix = path.suffix.lower()
    if suffix in (".jsonl", ".ndjson", ".json"):
        yield from read_objects(path) if suffix == ".json" else read_json_lines(path)
        return
    types = {**task.Stimulus.model_fields, **task.Response.model_fields}
    for row in read_table(path, required=required):
        if isinstance(row, Problem):
            yield row
        else:
            cells = {name: read_cell(types.get(name), cell) for name, cell in row.cells.items() if cell.strip()}
            yield JsonRow(row.where, cells)


def read_cell(field: FieldInfo | None, cell: str) -> Any:
    """A cell as its field takes it: `0.5 0.5|0.2 0.3` is a list of lists; other lists are split by their task."""
    parts = get_args(field.annotation) if field and get_origin(field.annotation) is tuple else ()
    if parts and get_origin(parts[0]) is tuple:
        return [part.split() for part in cell.split("|")]
    return cell


def read_stimulus(row: JsonRow, task: Task, *, key_field: str) -> StimulusRow:
    """The stimulus of a row; raises InvalidPayload."""
    fields = dict(row.fields)
    key = take_text(fields, key_field, row.where)
    if not key:
        raise InvalidPayload(
            [Problem(key_field, say_later("missing"), say_later("a stimulus should have a key of its own"), row.where)]
        )
    facets = read_facets(fields, row.where)
    is_catch = read_mark(fields.pop("is_catch", ""), row.where)
    pictures = [name for name, field in task.Stimulus.model_fields.items() if ImageRef in get_args(field.annotation)]
    media = {name: take_text(fields, name, row.where) for name in pictures if fields.get(name)}
    payload = {name: value for name, value in fields.items() if name not in pictures}
    return StimulusRow(row.where, key, payload, media, facets, is_catch)


def read_response(row: JsonRow, task: Task) -> ResponseRow:
    """The response of a row with its stimulus and authors; raises InvalidPayload."""
    fields = dict(row.fields)
    own_key = take_text(fields, "key", row.where)
    authors = read_authors(fields, task, row.where)
    of_stimulus = set(task.Stimulus.model_fields) - set(task.Response.model_fields)
    of_stimulus |= {"stimulus", "facets", "is_catch", *(name for name in fields if name.startswith(FACET))}
    shown = JsonRow(row.where, {name: value for name, value in fields.items() if name in of_stimulus})
    payload = {name: value for name, value in fields.items() if name not in of_stimulus}
    stimulus = read_stimulus(shown, task, key_field="stimulus")
    return ResponseRow(row.where, stimulus, authors, payload, own_key)


def read_authors(fields: dict[str, Any], task: Task, where: str) -> tuple[Author, ...]:
    """The authors, taken out of `fields`: `authors` by role, or one author's columns; raises InvalidPayload."""
    given = fields.pop("authors", None)
    if given is None:
        own = {name: fields.pop(name) for name in AUTHOR_FIELDS if name in fields}
        return (read_author(own, task.roles[0], where),)
    if not isinstance(given, dict) or not all(isinstance(author, dict) for author in given.values()):
        rule = say_later("it should be an object with an object for each of %(roles)s", roles=", ".join(task.roles))
        raise InvalidPayload([Problem("authors", describe_value(given), rule, where)])
    return tuple(read_author(author, role, where) for role, author in given.items())


def read_author(given: Mapping[str, Any], role: str, where: str) -> Author:
    """One author; raises InvalidPayload."""
    fields = dict(given)
    texts = {name: take_text(fields, name, where) for name in AUTHOR_FIELDS}
    if fields:
        rule = say_later("an author has only %(names)s", names=", ".join(AUTHOR_FIELDS))
        raise InvalidPayload([Problem("authors", repr(min(fields)), rule, where)])
    origin = texts.pop("origin").lower()
    if origin not in Origin.values:
        value = repr(origin) if origin else say_later("missing")
        raise InvalidPayload([Problem("origin", value, say_later("it should be human or ai"), where)])
    return Author(role, Origin(origin), texts["agent"], texts["title"], person=texts["person"], gender=texts["gender"])


def take_text(fields: dict[str, Any], name: str, where: str) -> str:
    """The text called `name`, taken out of `fields`; whole numbers are read as text; raises InvalidPayload."""
    value = fields.pop(name, None)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if value is not None and not isinstance(value, str):
        raise InvalidPayload([Problem(name, describe_value(value), say_later("it should be a text"), where)])
    return (value or "").strip()


def read_facets(fields: dict[str, Any], where: str) -> dict[str, str]:
    """The facets, taken out of `fields`: an object `facets`, or fields `facet_<name>`; raises InvalidPayload."""
    given = fields.pop("facets", None) or {}
    if not isinstance(given, dict):
        raise InvalidPayload(
            [Problem("facets", describe_value(given), say_later("it should be an object of texts"), where)]
        )
    found = {str(name): value for name, value in given.items()}
    for name in [name for name in fields if name.startswith(FACET)]:
        found[name.removeprefix(FACET)] = fields.pop(name)
    return {name: take_text(found, name, where) for name in list(found)}


def read_mark(value: Any, where: str) -> bool:
    """Whether a yes-or-no cell says yes; raises InvalidPayload."""
    text = str(value).strip().lower()
    if text in (*TRUE, *FALSE):
        return text in TRUE
    raise InvalidPayload([Problem("is_catch", describe_value(value), say_later("it should be yes or no"), where)])
