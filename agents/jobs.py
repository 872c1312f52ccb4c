"""What the worker does for agents. A beat starts each; each finds what is due from rows and may run twice.

What the jobs need is imported by them: it takes longer than all else at a worker's start, and payments should not wait.
"""

import random

from celery import shared_task
from django.utils import timezone


@shared_task  # type: ignore[untyped-decorator]  # celery ships no types
def carry_on_runs() -> int:
    """Ask AI agents about what is due of their runs, for some seconds."""
    from agents.running.carrying_out import carry_on_all

    return carry_on_all(clock=timezone.now, rng=random.Random())
