"""People of a study of conversations: from the waiting room to what they say after the debrief."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q

from agents.models import Origin, Seat
from judging.models.visits import Assignment

PRESENT_FOR = timedelta(seconds=12)  # a waiting page asks every second; hidden ones are met by the ready-check


class SeatingQuerySet(models.QuerySet["Seating"]):
    """Clauses on seatings."""

    def waiting(self, *, at: datetime) -> SeatingQuerySet:
        """Those of people who are here and wait for a partner, who waits longest first."""
        here = self.filter(seat=None, is_away=False, seen_at__gte=at - PRESENT_FOR)
        still = here.filter(assignment__state=Assignment.State.OPEN, assignment__stage=Assignment.Stage.TRIALS)
        return still.order_by("waiting_since", "pk")


class Seating(models.Model):
    """One visit's way through a conversation; the seat is empty while its person waits."""

    assignment = models.OneToOneField(Assignment, on_delete=models.CASCADE, related_name="seating")
    seat = models.OneToOneField(Seat, null=True, on_delete=models.PROTECT, related_name="seating")
    waiting_since = models.DateTimeField(help_text="the place in the queue; kept where a partner was not ready")
    limit_from = models.DateTimeField(help_text="since when the longest waiting time runs")
    seen_at = models.DateTimeField()
    is_away = models.BooleanField(default=False, help_text="did not answer the ready-check")
    guess = models.CharField(max_length=5, choices=Origin.choices, blank=True, help_text="of the partner's origin")
    sure = models.PositiveSmallIntegerField(null=True, help_text="from 1, guessing, to 5, certain")
    reason = models.TextField(blank=True)
    guessed_at = models.DateTimeField(null=True)
    keeps = models.BooleanField(null=True, help_text="whether the conversation may be used, said after the debrief")
    decided_at = models.DateTimeField(null=True)

    objects = SeatingQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(guess="", guessed_at=None) | (~Q(guess="") & Q(guessed_at__isnull=False)),
                name="guess_has_a_time",
            ),
            models.CheckConstraint(
                condition=Q(keeps=None, decided_at=None) | Q(keeps__isnull=False, decided_at__isnull=False),
                name="decision_has_a_time",
            ),
        )
        indexes = (models.Index(fields=("seen_at",), condition=Q(seat=None), name="seatings_waiting"),)

    def __str__(self) -> str:
        return f"seating of {self.assignment_id}"
