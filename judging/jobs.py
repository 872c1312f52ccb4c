"""What the worker does for judging. A beat starts each; each finds what is due from rows and may run twice."""

from celery import shared_task
from django.utils import timezone

from judging import leasing


@shared_task  # type: ignore[untyped-decorator]  # celery ships no types
def release_lapsed_places() -> int:
    """Give the places of judges who left back to the pool."""
    return leasing.release_lapsed_places(at=timezone.now())
