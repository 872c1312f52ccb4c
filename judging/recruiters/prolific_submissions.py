"""What Prolific tells of submissions, as ours."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from judging.recruiters.values import Status, Submission

STATUSES = {
    "RESERVED": Status.ACTIVE,
    "ACTIVE": Status.ACTIVE,
    "AWAITING REVIEW": Status.SUBMITTED,
    "APPROVED": Status.APPROVED,
    "REJECTED": Status.REJECTED,
    "RETURNED": Status.RETURNED,
    "TIMED-OUT": Status.TIMED_OUT,
    "SCREENED OUT": Status.SCREENED_OUT,
}


def make_submission(row: Mapping[str, Any]) -> Submission:
    """What we keep of a submission that Prolific lists."""
    return Submission(
        row["id"],
        row.get("participant_id") or row.get("participant", ""),
        STATUSES[row["status"]],
        read_time(row.get("started_at")),
        read_time(row.get("completed_at")),
        None,
        row.get("study_code") or row.get("entered_code") or "",
    )


def read_time(text: Any) -> datetime | None:
    """A time as Prolific writes it; None where there is none."""
    if not text:
        return None
    return datetime.fromisoformat(str(text)).astimezone(UTC)
