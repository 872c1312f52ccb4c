"""A study as it is offered at a platform: postings, their parts, and the notices that platforms send of them."""

from __future__ import annotations

import secrets
from collections.abc import Collection

from django.db import models
from django.utils.translation import gettext_noop

from judging.recruiters import RECRUITERS
from judging.recruiters.base import Recruiter


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

        DRAFT = "draft", gettext_noop("Draft")
        OPEN = "open", gettext_noop("Open")
        PAUSED = "paused", gettext_noop("Paused")
        CLOSED = "closed", gettext_noop("Closed")

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

    @property
    def state_word(self) -> str:
        """How it stands, its parts considered."""
        return say_state(self.state, [part.state for part in self.parts.all()])


class PostingPart(models.Model):
    """One object of the platform that belongs to a posting: a HIT, a study."""

    class State(models.TextChoices):
        """How it stands at the platform, as far as we know."""

        PLANNED = "planned", gettext_noop("Being made")
        OPEN = "open", gettext_noop("Open")
        PAUSED = "paused", gettext_noop("Paused")
        CLOSED = "closed", gettext_noop("Closed")
        FAILED = "failed", gettext_noop("Not made")

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


OVER = (PostingPart.State.CLOSED, PostingPart.State.FAILED)  # nobody more can come by such a part


def is_stopping(state: str, parts: Collection[str]) -> bool:
    """Whether a posting in this state is closed here and, by the states of its parts, not yet everywhere there."""
    return state == Posting.State.CLOSED and any(part not in OVER for part in parts)


def is_held_up(state: str, parts: Collection[str]) -> bool:
    """Whether a posting is open here while the platform keeps a part paused, as somebody may have asked it there."""
    return state == Posting.State.OPEN and PostingPart.State.PAUSED in parts


def say_state(state: str, parts: Collection[str]) -> str:
    """How a posting stands, in a word or few for people, by its own state and those of its parts."""
    if is_stopping(state, parts):
        return "Stopping"
    return "Paused at the platform" if is_held_up(state, parts) else Posting.State(state).label
