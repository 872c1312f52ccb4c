"""What experimenters said of cues that may give an origin away."""

from __future__ import annotations

from django.db import models


class ParityAcknowledgement(models.Model):
    """That an experimenter knows of a cue that may give an origin away, and goes on."""

    task = models.SlugField(max_length=40)
    pool = models.SlugField(max_length=60)
    cue = models.CharField(max_length=300)
    who = models.CharField(max_length=150)
    at = models.DateTimeField()
    note = models.TextField(blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("task", "pool", "cue"), name="cue_acknowledged_once"),)

    def __str__(self) -> str:
        return f"{self.task}/{self.pool}: {self.cue}"
