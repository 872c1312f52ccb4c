"""Pages of the API: nothing is doubled or lost while rows come in."""

from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

LARGEST = 2**63 - 1


class Pages(CursorPagination):
    """Pages in the order of the primary key, in which rows are made: a cursor says after which row to go on."""

    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 1000
    ordering = "pk"

    def decode_cursor(self, request: Request) -> Any:
        """The place to go on from; raises ParseError for one that names no row."""
        cursor = super().decode_cursor(request)
        if cursor is not None and cursor.position is not None:
            position = str(cursor.position)
            if not (position.isascii() and position.isdecimal() and int(position[:20]) <= LARGEST):
                raise ParseError("This cursor is none of ours; begin without one, and follow next.")
        return cursor


class RowPages(Pages):
    """The same for rows of a query that are no objects, which know their key by the name id."""

    ordering = "id"
