"""What the admin may do with many rows at once: deeds of the platform, each noted in the admin's history."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from django.contrib import messages
from django.db.models import Model
from django.http import HttpRequest

from turingapp.admin.looking import Looking
from turingapp.errors import TuringError

Row = TypeVar("Row", bound=Model)


def do_each(
    table: Looking, request: HttpRequest, rows: Iterable[Row], deed: Callable[[Row], bool], *, done: str
) -> None:
    """Do something with each row by itself, and say of how many it was true; a refusal is told and stops no other."""
    count = 0
    for row in rows:
        try:
            if deed(row):
                table.log_change(request, row, done)
                count += 1
        except TuringError as error:
            table.message_user(request, f"{row}: {error}", messages.ERROR)
    table.message_user(request, f"{done}: {count} of the chosen rows. The others stood so already, or were refused.")
