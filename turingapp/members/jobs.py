"""What the worker does for the audit log."""

from celery import shared_task
from django.utils import timezone

from turingapp.members import noting


@shared_task  # type: ignore[untyped-decorator]  # celery ships no types
def note_unended() -> None:
    """A line for each deed that was begun and of which no end was seen."""
    noting.note_unended(at=timezone.now())
