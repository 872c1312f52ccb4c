"""What is to be asked of platforms, every amount of money, and the sign of the worker that sees to both."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_noop

from judging.models.recruiting.people import PlatformSubmission
from judging.models.recruiting.postings import PostingPart, make_token


class Outgoing(models.Model):
    """One request to a platform, written in the transaction of its cause and carried out by a worker."""

    class Kind(models.TextChoices):
        """What is asked."""

        OPEN = "open", gettext_noop("Open a part")
        EXTEND = "extend", gettext_noop("Add places")
        PAUSE = "pause", gettext_noop("Pause a part")
        RESUME = "resume", gettext_noop("Go on with a part")
        CLOSE = "close", gettext_noop("Close a part")
        APPROVE = "approve", gettext_noop("Approve")
        REJECT = "reject", gettext_noop("Reject")
        BONUS = "bonus", gettext_noop("Pay a bonus")
        DISCARD = "discard", gettext_noop("Close what a crash left")
        LIST = "list", gettext_noop("Note who took part")
        MESSAGE = "message", gettext_noop("Write to somebody")

    class State(models.TextChoices):
        """DUE until the platform has answered for good; UNCLEAR until a person says whether to ask again."""

        DUE = "due", gettext_noop("Due")
        DONE = "done", gettext_noop("Done")
        FAILED = "failed", gettext_noop("Failed")
        CANCELED = "canceled", gettext_noop("Canceled")
        UNCLEAR = "unclear", gettext_noop("Unclear")

    token = models.CharField(max_length=32, unique=True, default=make_token, editable=False)
    cause = models.CharField(max_length=100, unique=True, help_text="the same cause is asked for once")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    part = models.ForeignKey(PostingPart, on_delete=models.PROTECT, related_name="outgoing")
    submission = models.ForeignKey(PlatformSubmission, null=True, on_delete=models.PROTECT, related_name="outgoing")
    payload = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State.choices, default=State.DUE)
    tries = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField()
    kept = models.JSONField(default=dict, help_text="what earlier tries have learned")
    problem = models.TextField(blank=True)
    created_at = models.DateTimeField()
    over_at = models.DateTimeField(null=True)

    class Meta:
        indexes = (models.Index(fields=("state", "due_at")),)
        ordering = ("pk",)
        verbose_name_plural = "outgoing"

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class LedgerEntry(models.Model):
    """One amount, in minor units. Entries are added; only their state changes. Sums are over those not VOID."""

    class Kind(models.TextChoices):
        """RESERVED stands for places that may be filled; paying a reward or closing a part releases it."""

        RESERVED = "reserved", gettext_noop("Reserved for places")
        RELEASED = "released", gettext_noop("Released")
        REWARD = "reward", gettext_noop("Reward")
        BONUS = "bonus", gettext_noop("Bonus")
        FEE = "fee", gettext_noop("Fee")

    class State(models.TextChoices):
        """COMMITTED until the platform has confirmed it."""

        COMMITTED = "committed", gettext_noop("Committed")
        PAID = "paid", gettext_noop("Paid")
        VOID = "void", gettext_noop("Void")

    part = models.ForeignKey(PostingPart, on_delete=models.PROTECT, related_name="entries")
    study = models.ForeignKey("judging.Study", on_delete=models.PROTECT, related_name="ledger")
    submission = models.ForeignKey(PlatformSubmission, null=True, on_delete=models.PROTECT, related_name="entries")
    outgoing = models.ForeignKey(Outgoing, null=True, on_delete=models.PROTECT, related_name="entries")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    amount = models.IntegerField()
    currency = models.CharField(max_length=3)
    state = models.CharField(max_length=10, choices=State.choices)
    created_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("submission",), condition=Q(kind="reward") & ~Q(state="void"), name="one_reward_per_submission"
            ),
        )
        indexes = (models.Index(fields=("study", "state")),)
        ordering = ("pk",)
        verbose_name_plural = "ledger entries"

    def __str__(self) -> str:
        return f"{self.kind} {self.amount} {self.currency}"


class WorkerPulse(models.Model):
    """When a worker of a queue last left a sign; a launch asks for a recent one."""

    GENERAL, CONVERSATIONS = "celery", "conversations"

    queue = models.CharField(max_length=20, unique=True, db_default=GENERAL)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.queue}: {self.at:%Y-%m-%d %H:%M:%S}"
