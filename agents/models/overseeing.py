"""What experimenters did about live conversations."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_noop

from agents.models.rooms import Room


class RoomTrace(models.Model):
    """That somebody had a conversation's text shown, gave it more time or stopped it; kept for ever."""

    class Kind(models.TextChoices):
        """What was done."""

        SHOW = "show", gettext_noop("Text shown")
        EXTEND = "extend", gettext_noop("Time added")
        STOP = "stop", gettext_noop("Stopped")

    room = models.ForeignKey(Room, on_delete=models.PROTECT, related_name="traces")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    minutes = models.PositiveSmallIntegerField(default=0, help_text="that were added")
    by = models.CharField(max_length=150, help_text="who did it")
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(kind="extend", minutes__gt=0) | ~Q(kind="extend") & Q(minutes=0),
                name="only_extending_adds_minutes",
            ),
            models.CheckConstraint(condition=~Q(by=""), name="traced_by_somebody"),
        )
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.get_kind_display()}{f': {self.minutes} minutes' if self.minutes else ''}, by {self.by}"
