"""Management commands, called in this process."""

from io import StringIO

from django.core.management import call_command


def run(*arguments: object) -> str:
    """What a command prints."""
    told = StringIO()
    call_command(*map(str, arguments), stdout=told)
    return told.getvalue()
