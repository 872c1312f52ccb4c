"""What visits have come to, counted once for the monitor, and the steps of a visit that leave no other trace."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from judging.models.studies import Study
from judging.models.visits import Assignment


class VisitTally(models.Model):
    """What one visit had come to when it was `seen_at`: with one row per visit a page need not count judgements.

    It may be behind its visit; `judging.monitoring.counting` brings it up to date.
    """

    assignment = models.OneToOneField(Assignment, on_delete=models.CASCADE, related_name="tally")
    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="tallies")
    is_main = models.BooleanField(help_text="no preview and no pilot, which count nowhere")
    state = models.CharField(max_length=12, choices=Assignment.State.choices)
    page = models.CharField(max_length=15, choices=Assignment.Stage.choices, help_text="where it stands or ended")
    done = models.PositiveIntegerField(help_text="trials answered or put aside")
    answered = models.PositiveIntegerField()
    controls = models.PositiveIntegerField(help_text="control questions answered")
    controls_right = models.PositiveIntegerField()
    early = models.PositiveIntegerField(help_text="answers refused because they came too soon")
    seen_at = models.DateTimeField(help_text="of the visit, as it was counted")

    class Meta:
        indexes = (models.Index(fields=("study", "seen_at"), name="tally_latest"),)
        verbose_name_plural = "visit tallies"

    def __str__(self) -> str:
        return f"tally of {self.assignment_id}"


class VisitStep(models.Model):
    """A form of a visit that was taken on a page around the trials, or refused on any; for who looks at a visit later.

    What is taken on a trial stands in the trial, and what came too early in its attempts.
    """

    class Outcome(models.TextChoices):
        """What became of the form."""

        TAKEN = "taken", _("Taken")
        INCOMPLETE = "incomplete", _("Something was missing or wrong")
        STALE = "stale", _("It belonged to another page")
        CLOSED = "closed", _("The visit was over")

    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="steps")
    stage = models.CharField(max_length=15, help_text="the page that the form was of")
    position = models.PositiveIntegerField(help_text="the trial; 0 on other pages")
    outcome = models.CharField(max_length=10, choices=Outcome.choices)
    at = models.DateTimeField()

    class Meta:
        indexes = (models.Index(fields=("assignment", "at")),)

    def __str__(self) -> str:
        return f"{self.stage} of {self.assignment_id}: {self.outcome}"
