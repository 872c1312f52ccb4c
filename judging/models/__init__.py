"""Who judges what: studies and their places, visits and their trials, and how people are brought and paid."""

from judging.models.alerting import Alert, AlertKind, AlertMessage, AlertReceiver, AlertRule
from judging.models.conversing import Seating
from judging.models.decisions import Decision, DecisionResult, PostingChange, Reconciliation, RevealedIdentity
from judging.models.drafts import StudyDraft
from judging.models.games import Choice, Game, Side
from judging.models.monitoring import VisitStep, VisitTally
from judging.models.preregistrations import Preregistration
from judging.models.privacy import ConsentText, Kept, RetentionDone, RetentionRule
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
    "Alert",
    "AlertKind",
    "AlertMessage",
    "AlertReceiver",
    "AlertRule",
    "Assignment",
    "Attempt",
    "Budget",
    "Cell",
    "Choice",
    "Collection",
    "ConsentText",
    "ControlAnswer",
    "Decision",
    "DecisionResult",
    "Game",
    "Judge",
    "Judgement",
    "Kept",
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
    "RetentionDone",
    "RetentionRule",
    "RevealedIdentity",
    "Seating",
    "Side",
    "Study",
    "StudyDraft",
    "TakenNotice",
    "Trial",
    "TrialKind",
    "VisitStep",
    "VisitTally",
    "WorkerPulse",
]
