"""How a visit ends: its final state, and the code by which it is paid."""

import random
from datetime import datetime

from judging.models import Assignment

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that are mistaken for another
CODE_LENGTH = 10

State = Assignment.State
# Whoever gave some of their time is paid for it, in full or in part.
WITH_CODE = {State.FINISHED, State.SCREENED_OUT, State.WITHDRAWN, State.ERASED}


def make_code() -> str:
    """A completion code: 50 random bits."""
    return "".join(random.SystemRandom().choices(CODE_LETTERS, k=CODE_LENGTH))


def end_visit(assignment: Assignment, state: Assignment.State, *, at: datetime) -> None:
    """Set the final state of a visit that the caller has locked and will save."""
    assignment.stage, assignment.state = Assignment.Stage.OVER, state
    assignment.over_at = assignment.over_at or at
    if state in WITH_CODE and not assignment.code:
        assignment.code = make_code()
