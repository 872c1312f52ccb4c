"""Who judges what: studies and their places, visits and their trials, and how people are brought and paid."""

from judging.models.conversing import Seating
from judging.models.decisions import Decision, DecisionResult, PostingChange, Reconciliation, RevealedIdentity
from judging.models.preregistrations import Preregistration
from judging.models.recruiting import (
    Budget,
    LedgerEntry,
    Outgoing,
    PlatformIdentity,
    PlatformSubmission,
    Posting,
    PostingPart,
    TakenNotice,
    WorkerPulse,
)
from judging.models.studies import Cell, Collection, Place, Protocol, Study, TrialKind
from judging.models.visits import Assignment, Attempt, ControlAnswer, Judge, Judgement, Trial

__all__ = [
    "Assignment",
    "Attempt",
    "Budget",
    "Cell",
    "Collection",
    "ControlAnswer",
    "Decision",
    "DecisionResult",
    "Judge",
    "Judgement",
    "LedgerEntry",
    "Outgoing",
    "Place",
    "PlatformIdentity",
    "PlatformSubmission",
    "Posting",
    "PostingChange",
    "PostingPart",
    "Preregistration",
    "Protocol",
    "Reconciliation",
    "RevealedIdentity",
    "Seating",
    "Study",
    "TakenNotice",
    "Trial",
    "TrialKind",
    "WorkerPulse",
]
