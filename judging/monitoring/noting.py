"""Noting the steps of a visit that leave no other trace: pages around the trials, and forms that were refused."""

from datetime import datetime

from judging.models import Assignment, VisitStep
from judging.tokens import read_step
from turingapp.errors import AssignmentClosed, IncompleteAnswer, Refused, StaleStep

MOST_REFUSED = 200  # of one visit: whoever sends forms without end fills no table
OUTCOMES: tuple[tuple[type[Refused], VisitStep.Outcome], ...] = (
    (IncompleteAnswer, VisitStep.Outcome.INCOMPLETE),
    (AssignmentClosed, VisitStep.Outcome.CLOSED),
    (StaleStep, VisitStep.Outcome.STALE),
)


def note_taken(assignment: Assignment, stage: str, *, at: datetime) -> None:
    """A page around the trials was answered; inside the transaction of the answer."""
    VisitStep.objects.create(assignment=assignment, stage=stage, position=0, outcome=VisitStep.Outcome.TAKEN, at=at)


def note_refused(public_id: str, step: str, refusal: Refused, *, at: datetime) -> None:
    """A form was refused; one that no page of this visit carried is not noted, nor what comes without end."""
    outcome = next((outcome for kind, outcome in OUTCOMES if isinstance(refusal, kind)), None)
    try:
        stage, position = read_step(public_id, step)
    except StaleStep:
        return
    visit = Assignment.objects.only("pk").filter(public_id=public_id).first()
    refused = VisitStep.objects.filter(assignment=visit).exclude(outcome=VisitStep.Outcome.TAKEN)
    if visit is not None and outcome is not None and refused.count() < MOST_REFUSED:
        VisitStep.objects.create(assignment=visit, stage=stage, position=position, outcome=outcome, at=at)
