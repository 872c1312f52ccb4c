"""Postings at platforms, who came from there, what is to be asked of platforms, and every amount of money."""

from judging.models.recruiting.people import PlatformIdentity, PlatformSubmission
from judging.models.recruiting.postings import (
    OVER,
    Budget,
    Posting,
    PostingPart,
    TakenNotice,
    is_held_up,
    is_stopping,
    make_token,
    say_state,
)
from judging.models.recruiting.requests import LedgerEntry, Outgoing, WorkerPulse

__all__ = [
    "OVER",
    "Budget",
    "LedgerEntry",
    "Outgoing",
    "PlatformIdentity",
    "PlatformSubmission",
    "Posting",
    "PostingPart",
    "TakenNotice",
    "WorkerPulse",
    "is_held_up",
    "is_stopping",
    "make_token",
    "say_state",
]
