"""How a visit ends: its final state, and the code by which it is paid."""

from datetime import datetime

from judging.models import Assignment
from judging.models.ids import make_code

CODE_LENGTH = 10  # 50 random bits

State = Assignment.State
# Whoever gave some of their time is paid for it, in full or in part.
PAID = {State.FINISHED, State.SCREENED_OUT}
PAID_ONCE_BEGUN = {State.WITHDRAWN, State.ERASED}


def end_visit(assignment: Assignment, state: Assignment.State, *, at: datetime) -> None:
    """Set the final state of a visit that the caller has locked and will save.

    Stopping or erasing earns a code only where trials had begun; erasing a visit that is over changes no code.
    """
    stops = state in PAID_ONCE_BEGUN and assignment.state == State.OPEN and assignment.began_at is not None
    if (state in PAID or stops) and not assignment.code:
        assignment.code = make_code(CODE_LENGTH)
    assignment.stage, assignment.state = Assignment.Stage.OVER, state
    assignment.over_at = assignment.over_at or at
