"""What the worker does for judging. A beat starts each; each finds what is due from rows and may run twice."""

import random

from celery import shared_task
from django.utils import timezone

from judging import deciding_runs, identities, leasing, listing, outbox, polling, reconciling_runs, taking_back
from judging.alerting import raising, sending
from judging.conversing import keeping
from judging.models.recruiting import WorkerPulse
from judging.monitoring import counting
from judging.retaining import carrying_out

DECIDING_SECONDS = 60.0


@shared_task  # type: ignore[untyped-decorator]  # celery ships no types
def release_lapsed_places() -> int:
    """Give the places of judges who left back to the pool."""
    return leasing.release_lapsed_places(at=timezone.now())


@shared_task  # type: ignore[untyped-decorator]  # celery ships no types
def carry_out_due() -> int:
    """Ask the platforms for what is due, and leave a sign that a worker is at work."""
    leave_pulse(WorkerPulse.GENERAL)
    return len(outbox.carry_out_due(clock=timezone.now, rng=random.Random()))


@shared_task  # type: ignore[untyped-decorator]  # celery ships no types
def leave_sign() -> None:
    """Leave a sign that a worker takes the turns of conversations, in whose queue this job comes."""
    leave_pulse(WorkerPulse.CONVERSATIONS)


def leave_pulse(queue: str) -> None:
    """Leave the sign of a worker of this queue."""
    WorkerPulse.objects.update_or_create(queue=queue, defaults={"at": timezone.now()})


@shared_task  # type: ignore[untyped-decorator]  # celery ships no types
def ask_platforms() -> int:
    """Ask the platforms how things stand, within the budget of requests."""
    return len(polling.poll_due(at=timezone.now(), rng=random.Random()))


@shared_task  # type: ignore[untyped-decorator]  # celery ships no types
def reconcile_asked() -> int:
    """Carry out the reconciliations that were asked for."""
    return len(reconciling_runs.carry_out_asked(clock=timezone.now, rng=random.Random()))


@shared_task  # type: ignore[untyped-decorator]  # celery ships no types
def forget_erased() -> int:
    """Forget who people are at platforms whose visits were erased and whose money has arrived."""
    return identities.forget_erased(at=timezone.now())


@shared_task  # type: ignore[untyped-decorator]  # celery ships no types
def empty_taken_back() -> int:
    """Empty the responses that their authors took back."""
    return taking_back.empty_taken_back(at=timezone.now())


@shared_task  # type: ignore[untyped-decorator]  # celery ships no types
def list_takers() -> int:
    """Have platforms note who took part, so that they shut them out of what comes later."""
    return listing.list_takers(at=timezone.now())


@shared_task  # type: ignore[untyped-decorator]  # celery ships no types
def carry_on_decisions() -> int:
    """Go on with decisions on so many submissions that the page did not wait for them."""
    return deciding_runs.carry_on_all(clock=timezone.now, seconds=DECIDING_SECONDS)


@shared_task  # type: ignore[untyped-decorator]  # celery ships no types
def offer_undecided() -> int:
    """Offer for review, with a flag, the conversations that somebody left by closing the window."""
    return keeping.offer_undecided(at=timezone.now())


@shared_task  # type: ignore[untyped-decorator]  # celery ships no types
def count_visits() -> int:
    """Bring the tallies of visits up to date, so that pages need not."""
    return counting.count_all_behind(clock=timezone.now)


@shared_task  # type: ignore[untyped-decorator]  # celery ships no types
def look_for_alerts() -> int:
    """Raise alerts where something is the matter, and let pass what is over."""
    return raising.look_for_alerts(at=timezone.now())


@shared_task  # type: ignore[untyped-decorator]  # celery ships no types
def send_alerts() -> int:
    """Send the messages of alerts."""
    return sending.send_due(clock=timezone.now, rng=random.Random())


@shared_task  # type: ignore[untyped-decorator]  # celery ships no types
def erase_in_time() -> int:
    """Erase what studies keep no longer."""
    return carrying_out.carry_out_due(clock=timezone.now)
