"""What every table of the admin keeps to: rows are looked at, never added, changed or deleted here."""

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin
from django.db.models import Field, ForeignKey, JSONField, Model, QuerySet, TextField
from django.http import HttpRequest, StreamingHttpResponse

from analysis.codebook import Value
from analysis.exporting import BYTE_ORDER_MARK, format_line

if TYPE_CHECKING:
    Base = admin.ModelAdmin[Any]
else:
    Base = admin.ModelAdmin

LONG = 200  # letters: what may have more is on the page of a row, not in the list


class Looking(Base):
    """A table of rows that are only looked at. `shown` names the fields that may be seen, on pages and in files."""

    shown: ClassVar[tuple[str, ...]] = ()
    actions: Sequence[Any] | None = ("export",)
    list_per_page = 50
    show_full_result_count = False

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        """The fields on the page of a row."""
        return self.shown

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        """All of them."""
        return self.shown

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        """The short ones, behind the number of the row."""
        return ("pk", *(field.name for field in self.list_shown() if not is_long(field)))

    def get_list_select_related(self, request: HttpRequest) -> tuple[str, ...]:
        """The rows that are named in the list, read with it."""
        return tuple(field.name for field in self.list_shown() if isinstance(field, ForeignKey))

    def list_shown(self) -> "list[Field[Any, Any]]":
        """The fields themselves."""
        return [self.opts.get_field(name) for name in self.shown]  # type: ignore[misc]  # columns only, as tested

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Rows come by deeds of the platform alone."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """What was collected stays as it was."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Erasing has deeds of its own, which keep the counts true."""
        return False

    def has_act_permission(self, request: HttpRequest) -> bool:
        """Who may change such rows by a deed of the platform: Django's permission to change them."""
        return bool(request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}"))

    @admin.action(description="Export the chosen rows as CSV", permissions=["view"])
    def export(self, request: HttpRequest, rows: "QuerySet[Model]") -> StreamingHttpResponse:
        """The shown fields of these rows, safe in spreadsheets."""
        answer = StreamingHttpResponse(self.write_lines(rows), content_type="text/csv; charset=utf-8")
        answer["Content-Disposition"] = f'attachment; filename="{self.opts.model_name}.csv"'
        return answer

    def write_lines(self, rows: "QuerySet[Model]") -> Iterator[str]:
        """The names of the columns, then a line for each row; a row that is named is its number."""
        names = ["pk", *(field.attname for field in self.list_shown())]
        yield BYTE_ORDER_MARK + format_line(names)
        for row in rows.order_by("pk").values_list(*names).iterator():
            yield format_line([write_value(value) for value in row], for_spreadsheets=True)


def is_long(field: "Field[Any, Any]") -> bool:
    """Whether its values may be too long for a list."""
    return isinstance(field, JSONField | TextField) or (field.max_length or 0) > LONG


def write_value(value: Any) -> Value:
    """A value as a cell: times in ISO 8601, what has an inside as JSON."""
    if isinstance(value, datetime):
        return value.isoformat()
    if value is None or isinstance(value, str | int | float):
        return value
    return json.dumps(value, ensure_ascii=False, default=str)
