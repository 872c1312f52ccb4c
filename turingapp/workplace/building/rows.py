"""What can be done to the rows of a field: one added, removed, moved up or down; and where the page goes on then."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

from turingapp.errors import Refused
from turingapp.workplace.building.drawn import DrawnField
from turingapp.workplace.building.shape import KEY, MOST_ROWS, Item

ROW = "row"  # in a form: what is done, as in "screening.2.up" or "screening.add"
ADD, REMOVE, UP, DOWN = "add", "remove", "up", "down"


@dataclass(frozen=True, slots=True)
class Deed:
    """What is done to the row of a field at a position; adding has none."""

    field: str
    does: str
    position: int = 0


def read_deed(posted: QueryDict) -> Deed | None:
    """What a form does to a row; None for nothing."""
    owner, _dot, does = posted.get(ROW, "").rpartition(".")
    if not owner:
        return None
    if does == ADD:
        return Deed(owner, ADD)
    field, _dot, position = owner.rpartition(".")
    return Deed(field, does, {str(number): number for number in range(MOST_ROWS)}.get(position, MOST_ROWS))


def carry_out(deed: Deed, items: Sequence[Item], *, is_list: bool) -> list[Item]:
    """The rows after it; those of a mapping have no order to move in, and one at a time is without a name.

    Raises Refused where it cannot be done to them.
    """
    rows, at = list(items), deed.position
    other = at + {UP: -1, DOWN: 1}.get(deed.does, 0)
    if deed.does == ADD and len(rows) < MOST_ROWS:
        is_waiting = not is_list and any(not item.get(KEY) for item in rows)
        return rows if is_waiting else [*rows, {}]
    if deed.does == REMOVE and at < len(rows):
        return [*rows[:at], *rows[at + 1 :]]
    if deed.does in (UP, DOWN) and is_list and at < len(rows) and 0 <= other < len(rows):
        rows[at], rows[other] = rows[other], rows[at]
        return rows
    raise Refused(_("There is no such row here, or no room for another."))


def find_focus(deed: Deed, drawn: DrawnField) -> str:
    """The id of what has the focus after it, of the field as it is drawn then."""
    rows = drawn.rows.rows if drawn.rows is not None else ()
    if deed.does == ADD and rows:
        return rows[-1].fields[0].id
    if deed.does == REMOVE:
        return rows[min(deed.position, len(rows) - 1)].fields[0].id if rows else f"{drawn.id}-add"
    row = rows[deed.position + (-1 if deed.does == UP else 1)]
    stays = row.goes_up if deed.does == UP else row.goes_down
    return f"{row.id}-{deed.does if stays else (DOWN if deed.does == UP else UP)}"
