"""When a trial's stimulus was painted, as its page says with the answer."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from judging.answers import read_ms
from judging.models import Trial


def find_painted_at(trial: Trial, data: Mapping[str, str], *, at: datetime) -> datetime | None:
    """The first time at which a trial that is answered now was painted; None where its page does not say.

    A page says how long ago that was, so that a browser's wrong clock harms nothing. What it says is never taken for
    earlier than the page was issued: whoever makes it up can only make the minimum time end later.
    """
    ms = read_ms(data, "ms_since_painted")
    if ms is None or trial.issued_at is None:
        return None
    return max(at - timedelta(milliseconds=ms), trial.issued_at)
