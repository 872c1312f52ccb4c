"""Pages of the API: nothing is doubled or lost while rows come in."""

from typing import Any

from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request


class Pages(CursorPagination):
    """Pages in the order of `id`: nothing is doubled or lost while judgements come in."""

    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 1000
    ordering = "id"

    def decode_cursor(self, request: Request) -> Any:
        """The place to go on from; one that names no row is refused like any other bad cursor."""
        cursor = super().decode_cursor(request)
        if cursor is not None and cursor.position is not None and not str(cursor.position).isdecimal():
            raise NotFound(self.invalid_cursor_message)
        return cursor


class NamedPages(Pages):
    """The same for what is listed by its primary key: studies, collections."""

    ordering = "pk"
