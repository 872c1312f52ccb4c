"""Postings at platforms, who came from there, what is to be asked of platforms, and every amount of money."""

from __future__ import annotations

import secrets

from django.db import models
from django.db.models import Q

from judging.recruiters import RECRUITERS
from judging.recruiters.base import Recruiter, Status

STATUSES = tuple((status.value, status.value.replace("_", " ")) for status in Status)


def make_token() -> str:
    """A token that a platform remembers a request by: 128 random bits, written down before the request."""
    return secrets.token_hex(16)


class Budget(models.Model):
    """Caps of one study, in minor units, where they differ from the settings."""

    study = models.OneToOneField("judging.Study", on_delete=models.CASCADE, related_name="budget")
    study_cap = models.PositiveIntegerField(null=True, blank=True)
    person_cap = models.PositiveIntegerField(null=True, blank=True)

    def __str__(self) -> str:
        return f"budget of {self.study_id}"


class Posting(models.Model):
    """A study as it is offered through one recruiter."""

    class State(models.TextChoices):
        """OPEN once its places were asked for; CLOSED once nobody more is wanted."""

        DRAFT = "draft", "Draft"
        OPEN = "open", "Open"
        PAUSED = "paused", "Paused"
        CLOSED = "closed", "Closed"

    public_id = models.CharField(max_length=32, unique=True, default=make_token, editable=False)
    study = models.ForeignKey("judging.Study", on_delete=models.PROTECT, related_name="postings")
    recruiter = models.SlugField(max_length=20)
    environment = models.CharField(max_length=20)
    offer = models.JSONField(help_text="what is offered; judging/offers.py reads and writes it")
    places = models.PositiveIntegerField()
    currency = models.CharField(max_length=3)
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    created_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("created_at", "pk")

    def __str__(self) -> str:
        return f"{self.recruiter} ({self.environment}) for {self.study_id}"

    @property
    def plugin(self) -> Recruiter:
        """Who brings people."""
        return RECRUITERS[self.recruiter]


class PostingPart(models.Model):
    """One object of the platform that belongs to a posting: a HIT, a study."""

    class State(models.TextChoices):
        """How it stands at the platform, as far as we know."""

        PLANNED = "planned", "Being made"
        OPEN = "open", "Open"
        PAUSED = "paused", "Paused"
        CLOSED = "closed", "Closed"
        FAILED = "failed", "Not made"

    posting = models.ForeignKey(Posting, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    places = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.PLANNED)
    recruiter = models.SlugField(max_length=20)
    environment = models.CharField(max_length=20)
    platform_id = models.CharField(max_length=120, null=True, help_text="empty until the platform has made it")
    details = models.JSONField(default=dict)
    address = models.CharField(max_length=400, blank=True, help_text="where people find it")
    available = models.PositiveIntegerField(null=True, help_text="free places when it was last asked")
    busy = models.PositiveIntegerField(default=0, help_text="people at work then, where the platform tells")
    polled_at = models.DateTimeField(null=True)
    poll_due_at = models.DateTimeField(null=True, db_index=True)
    quiet_polls = models.PositiveIntegerField(default=0, help_text="polls in a row that brought nothing new")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("posting", "number"), name="one_part_per_number"),
            models.UniqueConstraint(fields=("recruiter", "environment", "platform_id"), name="one_part_per_object"),
        )
        ordering = ("number",)

    def __str__(self) -> str:
        return f"part {self.number} of posting {self.posting_id}"


class PlatformIdentity(models.Model):
    """Who somebody is at a platform, encrypted: the only table that holds ids of people, and in no export."""

    person_key = models.CharField(max_length=64, help_text="as in Judge.person_key")
    recruiter = models.SlugField(max_length=20)
    sealed = models.TextField(help_text="the platform's id, encrypted")
    created_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("recruiter", "person_key"), name="one_identity_per_person"),)
        verbose_name_plural = "platform identities"

    def __str__(self) -> str:
        return f"identity {self.pk}"


class PlatformSubmission(models.Model):
    """One person's hold of one place, as the platform tells of it. An id that a platform hands on to somebody else is
    another row.
    """

    part = models.ForeignKey(PostingPart, on_delete=models.PROTECT, related_name="submissions")
    platform_assignment = models.CharField(max_length=120)
    identity = models.ForeignKey(PlatformIdentity, on_delete=models.PROTECT, related_name="submissions")
    assignment = models.ForeignKey(
        "judging.Assignment", null=True, on_delete=models.SET_NULL, related_name="platform_submissions"
    )
    status = models.CharField(max_length=15, choices=STATUSES)
    code = models.CharField(max_length=100, blank=True, help_text="the completion code that was handed in")
    is_told_done = models.BooleanField(default=False, help_text="our page has sent this person back as done")
    accepted_at = models.DateTimeField(null=True)
    submitted_at = models.DateTimeField(null=True)
    decided_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    seen_at = models.DateTimeField(help_text="when the platform last told of it")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("part", "platform_assignment", "identity"), name="one_submission_per_person_and_id"
            ),
        )
        indexes = (models.Index(fields=("part", "status")),)

    def __str__(self) -> str:
        return f"submission {self.pk} of part {self.part_id}"


class Outgoing(models.Model):
    """One request to a platform, written in the transaction of its cause and carried out by a worker."""

    class Kind(models.TextChoices):
        """What is asked."""

        OPEN = "open", "Open a part"
        EXTEND = "extend", "Add places"
        PAUSE = "pause", "Pause a part"
        RESUME = "resume", "Go on with a part"
        CLOSE = "close", "Close a part"
        APPROVE = "approve", "Approve"
        REJECT = "reject", "Reject"
        BONUS = "bonus", "Pay a bonus"
        DISCARD = "discard", "Close what a crash left"
        LIST = "list", "Note who took part"

    class State(models.TextChoices):
        """DUE until the platform has answered for good; UNCLEAR until a person says whether to ask again."""

        DUE = "due", "Due"
        DONE = "done", "Done"
        FAILED = "failed", "Failed"
        CANCELED = "canceled", "Canceled"
        UNCLEAR = "unclear", "Unclear"

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

        RESERVED = "reserved", "Reserved for places"
        RELEASED = "released", "Released"
        REWARD = "reward", "Reward"
        BONUS = "bonus", "Bonus"
        FEE = "fee", "Fee"

    class State(models.TextChoices):
        """COMMITTED until the platform has confirmed it."""

        COMMITTED = "committed", "Committed"
        PAID = "paid", "Paid"
        VOID = "void", "Void"

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


class TakenNotice(models.Model):
    """A platform's notice that was taken; the same one again does nothing."""

    recruiter = models.SlugField(max_length=20)
    event_id = models.CharField(max_length=100)
    at = models.DateTimeField()
    part = models.ForeignKey(PostingPart, null=True, on_delete=models.CASCADE, related_name="notices")
    platform_assignment = models.CharField(max_length=120, blank=True)
    accepted_at = models.DateTimeField(null=True, help_text="when the place was taken, where the notice tells that")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("recruiter", "event_id"), name="one_notice_per_event"),)
        indexes = (models.Index(fields=("part", "platform_assignment")),)

    def __str__(self) -> str:
        return f"{self.recruiter} {self.event_id}"


class WorkerPulse(models.Model):
    """When a worker last carried out what was due; a launch asks for a recent one."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"
