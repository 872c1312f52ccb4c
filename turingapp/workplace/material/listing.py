"""What pages with a filter and a long list have in common."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from django.db.models import Model
from django.http import HttpRequest

from turingapp.workplace.material.turning import Leaf

Row = TypeVar("Row", bound=Model)


class Filter(Protocol):
    """A form that says which rows are asked for, and where to go on."""

    cleaned_data: dict[str, Any]

    def is_valid(self) -> bool:
        """Whether it can be read."""

    @property
    def is_filtered(self) -> bool:
        """Whether anything but the place is asked for."""


NOTHING: Leaf[Any] = Leaf([], None, is_cut=False)


def describe_list(
    request: HttpRequest,
    form: Filter,
    find: Callable[[dict[str, Any]], Leaf[Row]],
    describe: Callable[[Sequence[Row]], Sequence[object]],
) -> dict[str, Any]:
    """The form, the lines of the page that it asks for, and the address of the next, which keeps the filters."""
    leaf = find(form.cleaned_data) if form.is_valid() else NOTHING
    kept = request.GET.copy()
    kept.pop("before", None)
    return {
        "form": form,
        "leaf": leaf,
        "lines": describe(leaf.rows),
        "kept": kept.urlencode(),
        "is_first": "before" not in request.GET,
        "is_filtered": not form.is_valid() or form.is_filtered,
    }
