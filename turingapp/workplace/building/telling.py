"""What is wrong with a draft, put beside the field that it is wrong in: the innermost that the page draws."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from turingapp.errors import Problem
from turingapp.words import say_words
from turingapp.workplace.building.drawn import DrawnField
from turingapp.workplace.building.shape import list_items, place_problem


def add_problems(drawn: DrawnField, value: Any, problems: Sequence[Problem]) -> DrawnField:
    """The field with what is wrong in it, or in a part of it, beside what is drawn of that."""
    own = [problem for problem in problems if is_within(problem.field, drawn.name)]
    if not own:
        return drawn
    if drawn.rows is not None and (items := list_items(drawn.name, value)):
        own = [replace(problem, field=place_problem(problem.field, drawn.name, items)) for problem in own]
        rows = [
            replace(row, fields=[add_problems(cell, item.get(cell.last), own) for cell in row.fields])
            for row, item in zip(drawn.rows.rows, items, strict=True)
        ]
        drawn = replace(drawn, rows=replace(drawn.rows, rows=rows))
    if drawn.fields:
        said = value if isinstance(value, dict) else {}
        fields = [add_problems(one, said.get(one.last), own) for one in drawn.fields]
        drawn = replace(drawn, fields=fields)
    told_within = [inner.name for inner in drawn.within]
    rest = [problem for problem in own if not any(is_within(problem.field, name) for name in told_within)]
    rules = [say_words(problem.rule) for problem in rest]
    return replace(drawn, problems=[f"{rule[:1].upper()}{rule[1:]}" for rule in rules])


def is_within(field: str, name: str) -> bool:
    """Whether what is wrong with `field` belongs to the drawn field `name`; of a whole pool, to its names."""
    return field == name or field.startswith(f"{name}.") or name == f"{field}.names"
