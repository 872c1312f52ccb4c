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


@shared_task  # type: ignore[untyped-decorator]  # celery ships no types
def answer_turns() -> int:
    """Ask the AI agents whose turn it is in conversations."""
    from agents.chatting.answering import answer_due_turns

    return answer_due_turns(clock=timezone.now)


@shared_task  # type: ignore[untyped-decorator]  # celery ships no types
def settle_rooms() -> int:
    """End the conversations that nobody looks at any more."""
    from agents.chatting.sweeping import settle_rooms

    return settle_rooms(at=timezone.now())
