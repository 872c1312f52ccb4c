"""What was typed into the fields of a draft, as changes of its text."""

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict

from agents.tasks import TASKS
from judging.beginning import PAIRINGS
from judging.kind_rules import FIELDS, KIND_RULES
from turingapp.workplace.building.controls import find_value, read, read_number, show
from turingapp.workplace.building.fields import DrawnField, draw_subjects, has_meaning

SHOWN = "shown"  # the fields that a form had, so that an empty tick box is told from one that was not there


def read_changes(document: Mapping[str, Any], posted: QueryDict, *, is_change: bool) -> dict[str, Any]:
    """The fields that differ from the document, by dotted name; None leaves one out.

    With another kind or task the fields go that mean nothing there.
    """
    shown = set(posted.getlist(SHOWN))
    drawn = [one for subject in draw_subjects(document, is_change=is_change) for one in subject.fields]
    changes: dict[str, Any] = {}
    for one in drawn:
        if one.name in shown and not one.is_fixed:
            changes |= read_field(one, find_value(document, one.name), posted)
    return {**changes, **drop_meaningless(document, changes)}


def read_field(drawn: DrawnField, now: Any, posted: QueryDict) -> dict[str, Any]:
    """The change of one field; none where what was typed is what the page showed."""
    name = drawn.name
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
