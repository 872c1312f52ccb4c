"""What was typed into the fields of a draft, as changes of its text."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict

from agents.tasks import TASKS
from judging.beginning import PAIRINGS
from judging.kind_rules import FIELDS, KIND_RULES
from turingapp.workplace.building.drawn import DrawnField
from turingapp.workplace.building.meaning import has_meaning
from turingapp.workplace.building.rows import carry_out, read_deed
from turingapp.workplace.building.shape import Item, drop_positions, find_model, is_mapping, join_items, list_items
from turingapp.workplace.building.values import find_value, read, read_number, show

SHOWN = "shown"  # the fields that a form had, so that an empty tick box is told from one that was not there


def read_changes(document: Mapping[str, Any], drawn: Sequence[DrawnField], posted: QueryDict) -> dict[str, Any]:
    """The fields that differ from the document, by dotted name; None leaves one out. `drawn` is what the page drew.

    With another kind or task the fields go that mean nothing there. Raises InvalidPayload where two entries of a
    mapping have one name, and Refused where a row cannot be changed in the way that was asked for.
    """
    shown = set(posted.getlist(SHOWN))
    changes: dict[str, Any] = {}
    for one in drawn:
        if one.name in shown and not one.is_fixed:
            changes |= read_field(one, find_value(document, one.name), posted)
    return {**changes, **drop_meaningless(document, changes)}


def read_field(drawn: DrawnField, now: Any, posted: QueryDict) -> dict[str, Any]:
    """The change of one field; none where what was typed is what the page showed."""
    name = drawn.name
    if drawn.control == "rows":
        return read_rows(drawn, now, posted)
    if drawn.control == "part":
        said = now if isinstance(now, Mapping) else {}
        inner = [read_field(one, said.get(one.last), posted) for one in drawn.fields]
        return {name: value for change in inner for name, value in change.items()}
    if drawn.control == "switch":
        is_on = name in posted
        return {} if is_on == drawn.is_on else {name: is_on}
    if drawn.control == "ticks":
        chosen = posted.getlist(name)
        was = [option.value for option in drawn.options if option.is_chosen]
        return {} if sorted(chosen) == sorted(was) else {name: chosen or None}
    if drawn.control == "shares":
        return read_shares(drawn, posted)
    typed = posted.get(name, "").replace("\r\n", "\n")
    if drawn.control == "choose":
        was_chosen = next((option.value for option in drawn.options if option.is_chosen), "")
        return {} if typed == was_chosen else {name: typed or None}
    if typed.strip() == show(drawn.control, now).strip():
        return {}
    return {name: read(drawn.control, typed)}


def read_rows(drawn: DrawnField, now: Any, posted: QueryDict) -> dict[str, Any]:
    """The change of a list of parts or of a mapping, with what is done to a row of it."""
    was, rows = list_items(drawn.name, now) or [], drawn.rows.rows if drawn.rows is not None else ()
    items = [read_row(row.fields, item, posted) for row, item in zip(rows, was, strict=True)]
    deed = read_deed(posted)
    if deed is not None and deed.field == drawn.name:
        items = carry_out(deed, items, is_list=not is_mapping(drawn.name))
    elif items == was:
        return {}
    return {drawn.name: join_items(drawn.name, items)}


def read_row(cells: Sequence[DrawnField], item: Item, posted: QueryDict) -> Item:
    """A row as it was typed, in the order of its model; what says nothing beside another choice goes."""
    changes = {cell.last: value for cell in cells for value in read_field(cell, item.get(cell.last), posted).values()}
    if not changes:
        return item
    model = find_model(drop_positions(cells[0].name.rpartition(".")[0]))
    typed = {**item, **changes}
    gone = model.find_idle(typed) - model.find_idle(item)
    return {last: typed[last] for last in model.model_fields if typed.get(last) is not None and last not in gone}


def read_shares(drawn: DrawnField, posted: QueryDict) -> dict[str, Any]:
    """The shares of pairings that were typed; an empty one is left out."""
    typed = {pairing: posted.get(f"{drawn.name}.{pairing}", "").strip() for pairing in PAIRINGS}
    if typed == {option.value: option.label for option in drawn.options}:
        return {}
    return {drawn.name: {pairing: read_number(text) for pairing, text in typed.items() if text} or None}


def drop_meaningless(document: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, None]:
    """The fields in the document that say nothing for the kind and task now chosen."""
    if "kind" not in changes and "task" not in changes:
        return {}
    kind = str(changes.get("kind", document.get("kind", "judge")))
    task = str(changes.get("task", document.get("task", "")))
    if kind not in KIND_RULES or task not in TASKS.slugs:
        return {}
    return {
        name: None
        for name in sorted(FIELDS)
        if not has_meaning(name, kind, task) and find_value(document, name) is not None
    }
