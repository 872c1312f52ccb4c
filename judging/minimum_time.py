"""The minimum time of a trial, by the server's clock."""

from datetime import datetime, timedelta

CLOCKS_DIFFER = timedelta(minutes=1)  # at most, of two machines; what lies further ahead, a clock was set back from


def count_seconds_left(
    issued_at: datetime | None, painted_at: datetime | None, min_seconds: float, *, at: datetime
) -> float:
    """How much of the minimum time is still to go: it runs from the later of issue and painted stimulus.

    Negative once it is over; all of it where the trial was not shown yet. Where the clock was set back since, nobody
    knows how long the trial has been looked at, and nobody is made to wait until the clock is there again: it is over.
    """
    shown_at = max(filter(None, (issued_at, painted_at)), default=None)
    if shown_at is None:
        return min_seconds
    if shown_at > at + CLOCKS_DIFFER:
        return 0.0
    return (shown_at + timedelta(seconds=min_seconds) - at).total_seconds()
