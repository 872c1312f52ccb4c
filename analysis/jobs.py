"""What the worker does for analysis. A beat starts it each minute; what is due is found from rows."""

from celery import shared_task
from django.utils import timezone

from analysis.evaluating_runs import carry_out, take_run


@shared_task  # type: ignore[untyped-decorator]  # celery ships no types
def continue_evaluations() -> bool:
    """Carry out the oldest evaluation that waits, or whose worker was killed; False where there is none."""
    run = take_run(at=timezone.now())
    if run is not None:
        carry_out(run)
    return run is not None
