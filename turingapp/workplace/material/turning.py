"""Long lists page by page, newest first: a page costs the same wherever it stands, and however little is found."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db.models import Model, QuerySet

PAGE_ROWS = 50
ROWS_LOOKED_THROUGH = 20_000  # for one page, by filters that no index answers
ROWS_JOINED = 5_000  # the same, where each is found through another table
Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Leaf(Generic[Row]):
    """One page. `before` is the number below which the next goes on; None at the end."""

    rows: list[Row]
    before: int | None
    is_cut: bool  # fewer than a page were found in the rows that were looked through, and there are more to look at


def turn_to(
    chosen: QuerySet[Row], within: QuerySet[Model, int], field: str, *, before: int | None, size: int = PAGE_ROWS
) -> Leaf[Row]:
    """The rows of `chosen` that come next below a number, newest first.

    `within` gives the numbers of the rows among which they are looked for, in its `field`, by an index alone: a filter
    that fits few of a million rows reads some thousand of them, and the next page goes on from there.
    """
    if before is not None:
        chosen, within = chosen.filter(pk__lt=before), within.filter(**{f"{field}__lt": before})
    within, most = within.order_by(f"-{field}"), ROWS_LOOKED_THROUGH
    if field != "pk":
        # Numbers in another table, a bounded part of which is joined: joining all of it would read it whole.
        most = ROWS_JOINED
        chosen = chosen.filter(pk__in=within[:most])
    last = within[most - 1 : most].first()
    rows = list((chosen if last is None else chosen.filter(pk__gte=last)).order_by("-pk")[: size + 1])
    if len(rows) > size:
        return Leaf(rows[:size], rows[size - 1].pk, is_cut=False)
    return Leaf(rows, last, is_cut=last is not None)
