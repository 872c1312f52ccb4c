"""One step of a visit: which deed the form of each page calls, if it belongs to where the visit stands."""

from collections.abc import Mapping
from datetime import datetime

from judging.answering import answer_page
from judging.kinds import find_kind_of_step
from judging.leasing import retake_places
from judging.models import Assignment
from judging.setting_aside import pass_feedback, put_aside
from judging.tokens import FEEDBACK, read_step

LONGEST_SUBMISSION = 64


def take_step(public_id: str, data: Mapping[str, str], *, at: datetime) -> Assignment | None:
    """Do what the form says, if it belongs to where the visit with this public id stands.

    Gives the visit where it goes on with another trial, which can be shown at once; None where it goes on elsewhere.

    Raises StaleStep, AssignmentClosed, TooFast, IncompleteAnswer; a form sent twice is accepted twice and written once.
    """
    stage, position = read_step(public_id, data.get("step", ""))
    kind = find_kind_of_step(stage)
    if kind is not None and not data.get("put_aside"):
        submission = data.get("submission", "")[:LONGEST_SUBMISSION]
        held = kind.take(public_id, position, data, submission=submission, at=at)
        return held if held is not None and held.stage == Assignment.Stage.TRIALS else None
    assignment = Assignment.objects.get(public_id=public_id)
    if assignment.released_at is not None:
        retake_places(assignment, at=at)
    if kind is not None:
        put_aside(assignment, position, data["put_aside"], at=at)
    elif stage == FEEDBACK:
        pass_feedback(assignment, position, at=at)
    else:
        answer_page(assignment, stage, data, at=at)
    return None
