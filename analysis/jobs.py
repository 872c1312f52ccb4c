"""What the worker does for analysis. A beat starts it each minute; what is due is found from rows."""

from celery import shared_task
from django.utils import timezone

from analysis.collections.keeping import renew_collections
from analysis.evaluating_runs import carry_out, take_run
from analysis.keeping import renew_due
from analysis.packages import asking


@shared_task  # type: ignore[untyped-decorator]  # celery ships no types
def continue_evaluations() -> bool:
    """Carry out the oldest evaluation that waits, or whose worker was killed; False where there is none."""
    run = take_run(at=timezone.now())
    if run is not None:
        carry_out(run)
    return run is not None


@shared_task  # type: ignore[untyped-decorator]  # celery ships no types
def write_packages() -> bool:
    """Write the oldest data package that waits, and delete files whose time is over; False where none waits."""
    asking.delete_expired(at=timezone.now())
    package = asking.take_package(at=timezone.now())
    if package is not None:
        asking.carry_out(package, clock=timezone.now)
    return package is not None


@shared_task  # type: ignore[untyped-decorator]  # celery ships no types
def renew_results() -> int:
    """Measure the large studies and collections that were lately looked at and have changed; how many."""
    return renew_due(clock=timezone.now) + renew_collections(clock=timezone.now)
