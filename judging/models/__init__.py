"""Who judges what: studies and their places, visits and their trials."""

from judging.models.studies import Cell, Collection, Place, Protocol, Study, TrialKind
from judging.models.visits import Assignment, Attempt, ControlAnswer, Judge, Judgement, Trial

__all__ = [
    "Assignment",
    "Attempt",
    "Cell",
    "Collection",
    "ControlAnswer",
    "Judge",
    "Judgement",
    "Place",
    "Protocol",
    "Study",
    "Trial",
    "TrialKind",
]
