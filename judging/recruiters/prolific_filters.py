"""Prolific's filters in its own form: what is wrong with them, found before Prolific is asked."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from turingapp.errors import Problem

KNOWN = {"filter_id", "selected_values", "selected_range", "weightings"}
ENDS = {"lower", "upper"}


def check_filters(filters: Sequence[Mapping[str, Any]]) -> Iterator[Problem]:
    """Each names a filter and what is chosen of it: values, or a range with a lower or an upper end."""
    for number, one in enumerate(filters, 1):
        for name, value, rule in list_faults(one):
            yield Problem(f"filters.{name}", value, rule, _("filter %(number)s") % {"number": number})


def list_faults(one: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Where, what and what would be right, for one filter."""
    for name in sorted(one.keys() - KNOWN):
        yield name, repr(one[name])[:60], _("a filter has %(names)s") % {"names": ", ".join(sorted(KNOWN))}
    if not isinstance(one.get("filter_id"), str) or not one["filter_id"]:
        found = repr(one["filter_id"])[:60] if "filter_id" in one else _("missing")
        yield "filter_id", found, _("it should be the name of one of Prolific's filters")
    values, ends = one.get("selected_values"), one.get("selected_range")
    if (values is None) == (ends is None):
        yield (
            "selected_values",
            _("given beside a range") if values else _("missing"),
            _("give selected_values or selected_range"),
        )
    if values is not None and not is_list_of_texts(values):
        yield "selected_values", repr(values)[:60], _('it should be a list of texts, ["1", "2"]')
    if ends is not None and not is_range(ends):
        yield "selected_range", repr(ends)[:60], _('it should be {"lower": 18, "upper": 60}, one end or both')


def is_list_of_texts(values: Any) -> bool:
    """A list of texts that is not empty."""
    return isinstance(values, list) and bool(values) and all(isinstance(value, str) for value in values)


def is_range(ends: Any) -> bool:
    """One end or both, as numbers or texts (dates)."""
    if not isinstance(ends, dict) or not ends or ends.keys() - ENDS:
        return False
    return all(isinstance(end, int | float | str) and not isinstance(end, bool) for end in ends.values())
