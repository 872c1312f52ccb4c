"""The fields that a draft's page draws: those that mean something for its kind and task, with what is wrong in each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from judging.beginning import PAIRINGS
from judging.protocol_row_words import ROWS, find_words
from judging.protocol_words import SUBJECTS
from turingapp.errors import Problem
from turingapp.workplace.building.controls import find_bounds, list_literals, name_control
from turingapp.workplace.building.drawn import DrawnField, DrawnRow, DrawnRows, DrawnSubject, Option
from turingapp.workplace.building.known import Choices, list_known
from turingapp.workplace.building.meaning import find_kind, find_usual, has_meaning
from turingapp.workplace.building.shape import drop_positions, find_field, find_model, is_mapping, list_items
from turingapp.workplace.building.telling import add_problems
from turingapp.workplace.building.values import find_value, show

FIXED = ("slug", "kind", "task", "simulated")  # of a study that is open


@dataclass(frozen=True, slots=True)
class Sheet:
    """What all fields of one page are drawn from: the study's kind and task, and what may be chosen here."""

    kind: str
    task: str
    known: Mapping[str, Choices]
    is_change: bool  # of a study that is open


def draw_subjects(
    document: Mapping[str, Any], problems: Sequence[Problem] = (), *, is_change: bool = False
) -> list[DrawnSubject]:
    """The subjects that have fields for the document's kind and task."""
    kind, task = find_kind(document), str(document.get("task", ""))
    sheet = Sheet(kind, task, list_known(task, document), is_change)
    subjects = []
    for subject in SUBJECTS:
        named = [(name, find_value(document, name)) for name in subject.fields if has_meaning(name, kind, task)]
        drawn = [add_problems(draw_field(sheet, name, value), value, problems) for name, value in named]
        if drawn:
            subjects.append(DrawnSubject(subject.slug, subject.title, drawn))
    return subjects


def draw_field(sheet: Sheet, name: str, value: Any, beside: Mapping[str, Any] | None = None) -> DrawnField:
    """One field with this value; `beside` is what else is said in the same row."""
    control, known = name_control(name), sheet.known.get(drop_positions(name))
    label, told = find_words(name)
    if control == "part":
        return DrawnField(name, label, told, control, is_on=bool(value), fields=draw_part(sheet, name, value))
    if control == "rows":
        return draw_rows(sheet, name, value)
    if known is not None:
        control = "ticks" if control == "lines" else "choose"
    usual = find_usual(name, sheet.kind, sheet.task, beside or {})
    return DrawnField(
        name=name,
        label=label,
        help=told,
        control=control,
        text=show(control, value),
        usual=say_usual(control, usual),
        options=list_options(control, name, value, usual, known),
        bounds=find_bounds(name) if control == "number" else {},
        is_on=bool(usual if value is None else value),
        is_fixed=sheet.is_change and name in FIXED,
    )


def draw_part(sheet: Sheet, name: str, value: Any) -> list[DrawnField]:
    """The fields of a part that has no subject of its own."""
    said = value if isinstance(value, Mapping) else {}
    inner = {f"{name}.{last}": said.get(last) for last in find_model(drop_positions(name)).model_fields}
    return [draw_field(sheet, full, inner[full]) for full in inner if has_meaning(full, sheet.kind, sheet.task)]


def draw_rows(sheet: Sheet, name: str, value: Any) -> DrawnField:
    """A list of parts or a mapping, row by row; as YAML where rows cannot show all of it."""
    (label, told), (title, adding) = find_words(name), ROWS[drop_positions(name).rpartition(".")[2]]
    items = list_items(name, value)
    if items is None:
        return DrawnField(name, label, told, "yaml", show("yaml", value), rows=DrawnRows((), adding))
    can_move, last = not is_mapping(name), len(items) - 1
    rows = [
        DrawnRow(
            name=f"{name}.{number}",
            title=f"{title} {number + 1}",
            fields=draw_cells(sheet, f"{name}.{number}", item),
            goes_up=can_move and number > 0,
            goes_down=can_move and number < last,
        )
        for number, item in enumerate(items)
    ]
    return DrawnField(name, label, told, "rows", rows=DrawnRows(rows, adding))


def draw_cells(sheet: Sheet, row: str, item: Mapping[str, Any]) -> list[DrawnField]:
    """The fields of one row: those that mean something beside the others, and those in which something stands."""
    model = find_model(drop_positions(row))
    idle = model.find_idle(item)
    return [
        draw_field(sheet, f"{row}.{last}", item.get(last), item)
        for last in model.model_fields
        if last not in idle or item.get(last) not in (None, [], "")
    ]


def say_usual(control: str, usual: Any) -> str:
    """What holds where nothing is typed, for the empty control."""
    if control in ("number", "text") and usual not in (None, ""):
        return f"{usual:g}" if isinstance(usual, float) else str(usual)
    return ""


def list_options(control: str, name: str, value: Any, usual: Any, known: Choices | None) -> list[Option]:
    """What can be chosen; a value that is none of these stays among them, so that nothing is lost by looking."""
    if control == "shares":
        shares = value if isinstance(value, Mapping) else {}
        return [Option(pairing, show("number", shares.get(pairing)), is_chosen=False) for pairing in PAIRINGS]
    if control not in ("ticks", "choose"):
        return []
    offered = list(known if known is not None else [(one, one.replace("_", " ")) for one in list_literals(name)])
    listed = value if control == "ticks" and isinstance(value, list) else [] if value is None else [value]
    chosen = [str(one) for one in listed]
    offered += [(one, _("%(name)s (not here)") % {"name": one}) for one in chosen if one not in dict(offered)]
    if control == "choose":
        chosen = chosen or [str(usual or "")]
        if usual in (None, ""):
            is_needed = find_field(name).is_required()
            if not is_needed or chosen == [""]:
                offered.insert(0, ("", _("Choose one") if is_needed else _("None")))
    return [Option(one, label, one in chosen) for one, label in offered]
