"""How a visit ends: its final state, and the code by which it is paid."""

import random
from datetime import datetime

from judging.models import Assignment

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that are mistaken for another
CODE_LENGTH = 10

State = Assignment.State
# Whoever gave some of their time is paid for it, in full or in part.
PAID = {State.FINISHED, State.SCREENED_OUT}
PAID_ONCE_BEGUN = {State.WITHDRAWN, State.ERASED}


def make_code() -> str:
    """A completion code: 50 random bits."""
    return "".join(random.SystemRandom().choices(CODE_LETTERS, k=CODE_LENGTH))


def end_visit(assignment: Assignment, state: Assignment.State, *, at: datetime) -> None:
    """Set the final state of a visit that the caller has locked and will save.

    Stopping or erasing earns a code only where trials had begun; erasing a visit that is over changes no code.
    """
    stops = state in PAID_ONCE_BEGUN and assignment.state == State.OPEN and assignment.began_at is not None
    if (state in PAID or stops) and not assignment.code:
        assignment.code = make_code()
    assignment.stage, assignment.state = Assignment.Stage.OVER, state
    assignment.over_at = assignment.over_at or at
