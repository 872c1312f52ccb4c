"""The minimum time of a trial, by the server's clock."""

from datetime import datetime, timedelta


def count_seconds_left(
    issued_at: datetime | None, painted_at: datetime | None, min_seconds: float, *, at: datetime
) -> float:
    """How much of the minimum time is still to go: it runs from the later of issue and painted stimulus.

    Negative once it is over; all of it where the trial was not shown yet.
    """
    shown_at = max(filter(None, (issued_at, painted_at)), default=None)
    if shown_at is None:
        return min_seconds
    return (shown_at + timedelta(seconds=min_seconds) - at).total_seconds()
