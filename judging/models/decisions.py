"""What experimenters did about people and money: changes of postings, decisions, ids shown, reconciliations."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_noop

from judging.models.recruiting import Outgoing, PlatformSubmission, Posting, make_token


class PostingChange(models.Model):
    """That somebody opened, extended, paused or stopped a posting; kept for ever."""

    class Kind(models.TextChoices):
        """What was done."""

        OPEN = "open", gettext_noop("Opened")
        EXTEND = "extend", gettext_noop("Places added")
        PAUSE = "pause", gettext_noop("Paused")
        RESUME = "resume", gettext_noop("Gone on with")
        CLOSE = "close", gettext_noop("Stopped")

    posting = models.ForeignKey(Posting, on_delete=models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    places = models.PositiveIntegerField(help_text="asked for in all, afterwards")
    by = models.CharField(max_length=150, blank=True, help_text="empty where a program did it")
    at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.get_kind_display()} by {self.by or 'a program'}"


class Decision(models.Model):
    """One deed of a reviewer on one or many submissions; its results tell what came of each."""

    class Kind(models.TextChoices):
        """What was decided."""

        APPROVE = "approve", gettext_noop("Approve")
        REJECT = "reject", gettext_noop("Reject")
        BONUS = "bonus", gettext_noop("Pay a bonus")
        COMPENSATE = "compensate", gettext_noop("Compensate")

    token = models.CharField(max_length=32, unique=True, default=make_token, help_text="a form sent twice decides once")
    posting = models.ForeignKey(Posting, on_delete=models.PROTECT, related_name="decisions")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    terms = models.JSONField(default=dict, help_text="amount, reason and name, where the kind has them")
    by = models.CharField(max_length=150, help_text="who decided")
    at = models.DateTimeField()

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"decision {self.pk} to {self.kind}"


class DecisionResult(models.Model):
    """What came of a decision for one submission."""

    class State(models.TextChoices):
        """OPEN until it was come to; ASKED of the platform through `outgoing`."""

        OPEN = "open", gettext_noop("Not begun")
        ASKED = "asked", gettext_noop("Asked")
        ALREADY = "already", gettext_noop("Already")
        REFUSED = "refused", gettext_noop("Refused")

    decision = models.ForeignKey(Decision, on_delete=models.CASCADE, related_name="results")
    submission = models.ForeignKey(PlatformSubmission, on_delete=models.PROTECT, related_name="decided")
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    reason = models.TextField(blank=True)
    taken_at = models.DateTimeField(null=True, help_text="when a process began to see to it")
    outgoing = models.ForeignKey(Outgoing, null=True, on_delete=models.PROTECT, related_name="results")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("decision", "submission"), name="one_result_per_submission"),)
        indexes = (models.Index(fields=("state", "taken_at")),)
        ordering = ("submission_id",)

    def __str__(self) -> str:
        return f"{self.state}: submission {self.submission_id}"


class RevealedIdentity(models.Model):
    """That somebody was shown a person's id at the platform; the id itself is not here."""

    submission = models.ForeignKey(PlatformSubmission, on_delete=models.PROTECT, related_name="revealed")
    by = models.CharField(max_length=150)
    at = models.DateTimeField()

    class Meta:
        ordering = ("-at", "-pk")
        verbose_name_plural = "revealed identities"

    def __str__(self) -> str:
        return f"submission {self.submission_id} to {self.by}"


class Reconciliation(models.Model):
    """One comparison of a posting with its platform, asked for by somebody and carried out by a worker."""

    posting = models.ForeignKey(Posting, on_delete=models.CASCADE, related_name="reconciliations")
    by = models.CharField(max_length=150, blank=True)
    asked_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True, help_text="when a worker last gave a sign of being at it")
    over_at = models.DateTimeField(null=True)
    parts = models.PositiveIntegerField(default=0, help_text="how many are to be asked about")
    done = models.PositiveIntegerField(default=0)
    news = models.PositiveIntegerField(default=0)
    findings = models.JSONField(default=list, help_text="sentences")
    orphans = models.JSONField(default=list, help_text="objects that a crash left: platform_id, and the part's key")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("posting",), condition=Q(over_at=None), name="one_open_reconciliation_per_posting"
            ),
        )
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"reconciliation {self.pk} of posting {self.posting_id}"
