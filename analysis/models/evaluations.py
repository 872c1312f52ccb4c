"""Evaluations of AI judges as runs that survive their worker, and the predictions they have made so far."""

from django.db import models
from django.utils.translation import gettext_noop


class EvaluationRun(models.Model):
    """One evaluation that was asked for: of what, by which judges, how far it is, and what it found."""

    class State(models.TextChoices):
        """What becomes of a run; the last three are final."""

        QUEUED = "queued", gettext_noop("Waiting")
        RUNNING = "running", gettext_noop("Running")
        FINISHED = "finished", gettext_noop("Finished")
        CANCELED = "canceled", gettext_noop("Canceled")
        FAILED = "failed", gettext_noop("Stopped")

    source = models.CharField(max_length=100, help_text="a study's name or a task")
    judges = models.JSONField(help_text="slugs")
    unit = models.CharField(max_length=10)
    pool = models.CharField(max_length=60, blank=True, help_text="of a benchmark: whose stimuli were answered")
    agent = models.CharField(max_length=120, blank=True, help_text="of a benchmark: the new agent's name")
    answers = models.JSONField(null=True, blank=True, help_text="of a benchmark: {stimulus: response}")
    threshold_on = models.JSONField(default=list, blank=True, help_text="stimuli whose human answers set the threshold")
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    digest = models.CharField(max_length=64, blank=True, help_text="of the items; other items begin anew")
    step = models.CharField(max_length=120, blank=True, help_text="what it is at")
    total = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    token = models.CharField(max_length=32, blank=True, help_text="of the worker that carries it out")
    error = models.TextField(blank=True)
    result = models.JSONField(null=True, blank=True)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"evaluation {self.pk} of {self.source}"

    @property
    def is_over(self) -> bool:
        """Whether its state is final."""
        return self.state in (self.State.FINISHED, self.State.CANCELED, self.State.FAILED)

    @property
    def percent(self) -> int:
        """How much is done."""
        return 100 * self.done // self.total if self.total else 0

    @property
    def seconds_left(self) -> int | None:
        """How long the rest takes at the pace so far; None before a tenth is done."""
        if not self.total or self.done * 10 < self.total or self.started_at is None or self.heartbeat_at is None:
            return None
        passed = (self.heartbeat_at - self.started_at).total_seconds()
        return round(passed * (self.total - self.done) / self.done)


class FoldPredictions(models.Model):
    """P(human) of the test rows of one fold, by one judge in one setting, in the order of the digest's items."""

    run = models.ForeignKey(EvaluationRun, on_delete=models.CASCADE, related_name="folds")
    key = models.CharField(max_length=250, help_text="judge, setting, seed, fold, agent held out")
    rows_digest = models.CharField(max_length=64, help_text="of the rows that were learned from and judged")
    embedder = models.CharField(max_length=300, blank=True, help_text="with its revision")
    p = models.BinaryField(help_text="64-bit floating point, little-endian; NaN is no answer")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("run", "key"), name="fold_once_per_run"),)
        verbose_name_plural = "fold predictions"

    def __str__(self) -> str:
        return f"{self.key} of run {self.run_id}"
