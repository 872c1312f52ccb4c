"""People brought and paid: postings, submissions, requests, amounts, decisions. Ids of people are in none of them."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from judging.models import (
    Budget,
    Decision,
    DecisionResult,
    LedgerEntry,
    Outgoing,
    PlatformIdentity,
    PlatformSubmission,
    Posting,
    PostingChange,
    PostingPart,
    Reconciliation,
    RevealedIdentity,
    TakenNotice,
    WorkerPulse,
)
from judging.recruiting import pause_posting, resume_posting
from judging.retrying import try_again
from turingapp.admin.deeds import do_each
from turingapp.admin.looking import Looking


@admin.register(Posting)
class PostingTable(Looking):
    """Studies as they are offered; pausing and going on can be done for many at once."""

    shown = ("study", "recruiter", "environment", "state", "places", "currency", "created_at", "opened_at", "closed_at")
    list_filter = ("state", "recruiter", "environment")
    search_fields = ("study__slug",)
    date_hierarchy = "created_at"
    actions = ("export", "pause", "go_on")

    @admin.action(description="Pause the chosen postings", permissions=["act"])
    def pause(self, request: HttpRequest, rows: QuerySet[Posting]) -> None:
        """Let nobody more in for the time being."""
        at, who = timezone.now(), request.user.get_username()
        do_each(self, request, rows, lambda row: bool(pause_posting(row, at=at, by=who)), done="Paused")

    @admin.action(description="Go on with the chosen postings that are paused", permissions=["act"])
    def go_on(self, request: HttpRequest, rows: QuerySet[Posting]) -> None:
        """Let people in again."""
        at, who = timezone.now(), request.user.get_username()
        do_each(self, request, rows, lambda row: bool(resume_posting(row, at=at, by=who)), done="Gone on")


@admin.register(PostingPart)
class PostingPartTable(Looking):
    """Objects at the platforms."""

    shown = (
        *("posting", "number", "recruiter", "environment", "state", "places", "available", "busy", "platform_id"),
        *("address", "polled_at", "poll_due_at"),
    )
    list_filter = ("state", "recruiter", "environment")
    search_fields = ("posting__study__slug", "platform_id")


@admin.register(PostingChange)
class PostingChangeTable(Looking):
    """Who opened, extended, paused and stopped postings."""

    shown = ("posting", "kind", "places", "by", "at")
    list_filter = ("kind",)
    search_fields = ("posting__study__slug", "by")
    date_hierarchy = "at"


@admin.register(PlatformIdentity)
class PlatformIdentityTable(Looking):
    """That a platform knows somebody; who it is stays sealed."""

    shown = ("recruiter", "created_at")
    list_filter = ("recruiter",)


@admin.register(PlatformSubmission)
class PlatformSubmissionTable(Looking):
    """How each person's hold of a place stands."""

    shown = ("part", "status", "is_told_done", "accepted_at", "submitted_at", "decided_at", "created_at", "seen_at")
    list_filter = ("status", "part__recruiter", "part__environment")
    search_fields = ("part__posting__study__slug",)
    date_hierarchy = "created_at"


@admin.register(Outgoing)
class OutgoingTable(Looking):
    """Requests to platforms; what was refused can be asked for again, many at once."""

    shown = ("kind", "part", "submission", "state", "tries", "due_at", "created_at", "over_at", "problem")
    list_filter = ("state", "kind", "part__recruiter", "part__environment")
    search_fields = ("part__posting__study__slug", "problem")
    date_hierarchy = "created_at"
    actions = ("export", "ask_again")

    @admin.action(description="Ask again for what was refused", permissions=["act"])
    def ask_again(self, request: HttpRequest, rows: QuerySet[Outgoing]) -> None:
        """Of the chosen requests those that failed; one that is unclear has to be looked at first, by itself."""
        failed = rows.filter(state=Outgoing.State.FAILED).select_related("part__posting", "submission")
        at = timezone.now()
        do_each(self, request, failed, lambda row: try_again(row, at=at), done="Asked again")


@admin.register(LedgerEntry)
class LedgerEntryTable(Looking):
    """Every amount, in minor units."""

    shown = ("study", "part", "submission", "kind", "amount", "currency", "state", "created_at")
    list_filter = ("kind", "state", "currency")
    search_fields = ("study__slug",)
    date_hierarchy = "created_at"


@admin.register(Budget)
class BudgetTable(Looking):
    """A study's own caps; set in the workplace, where they are held against what is spent."""

    shown = ("study", "study_cap", "person_cap")
    search_fields = ("study__slug",)


@admin.register(Decision)
class DecisionTable(Looking):
    """Reviewers' deeds."""

    shown = ("posting", "kind", "by", "at")
    list_filter = ("kind",)
    search_fields = ("posting__study__slug", "by")
    date_hierarchy = "at"


@admin.register(DecisionResult)
class DecisionResultTable(Looking):
    """What came of a decision for each submission."""

    shown = ("decision", "submission", "state", "taken_at", "reason")
    list_filter = ("state",)


@admin.register(RevealedIdentity)
class RevealedIdentityTable(Looking):
    """Who has looked up who somebody is, and when."""

    shown = ("submission", "by", "at")
    search_fields = ("by",)
    date_hierarchy = "at"


@admin.register(Reconciliation)
class ReconciliationTable(Looking):
    """Our rows held against the platforms'."""

    shown = ("posting", "by", "asked_at", "taken_at", "over_at", "parts", "done", "news")
    search_fields = ("posting__study__slug", "by")


@admin.register(TakenNotice)
class TakenNoticeTable(Looking):
    """Platforms' notices that were taken."""

    shown = ("recruiter", "part", "at", "accepted_at")
    list_filter = ("recruiter",)
    date_hierarchy = "at"


@admin.register(WorkerPulse)
class WorkerPulseTable(Looking):
    """When a worker of each queue last left a sign."""

    shown = ("queue", "at")
