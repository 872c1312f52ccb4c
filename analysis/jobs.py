"""What the worker does for analysis. A beat starts it each minute; what is due is found from rows.

What the jobs need is imported by them: it takes longer than all else at a worker's start, and payments should not wait.
"""

from celery import shared_task
from django.utils import timezone


@shared_task  # type: ignore[untyped-decorator]  # celery ships no types
def continue_evaluations() -> bool:
    """Carry out the oldest evaluation that waits, or whose worker was killed; False where there is none."""
    from analysis.evaluations.runs import carry_out, take_run

    run = take_run(at=timezone.now())
    if run is not None:
        carry_out(run)
    return run is not None


@shared_task  # type: ignore[untyped-decorator]  # celery ships no types
def write_packages() -> bool:
    """Write the oldest data package that waits, and delete files whose time is over; False where none waits."""
    from analysis.packages.carrying_out import carry_out, delete_expired, take_package

    delete_expired(at=timezone.now())
    package = take_package(at=timezone.now())
    if package is not None:
        carry_out(package, clock=timezone.now)
    return package is not None


@shared_task  # type: ignore[untyped-decorator]  # celery ships no types
def renew_results() -> int:
    """Measure the large studies and collections that were lately looked at and have changed; how many."""
    from analysis.collections.keeping import renew_collections
    from analysis.keeping import renew_due

    return renew_due(clock=timezone.now) + renew_collections(clock=timezone.now)
