"""Media and stimuli: what agents were shown."""

from __future__ import annotations

import secrets

from django.db import models
from django.db.models import Q

from agents.models.aside import SOMEBODY_DID, CanBeSetAside
from agents.tasks import TASKS
from agents.tasks.base import Task
from turingapp.words import say_later


def make_media_id() -> str:
    """An opaque random id: 128 bits, in no telling order."""
    return secrets.token_hex(16)


class Media(models.Model):
    """A picture as it is shown: encoded alike, without metadata, under an opaque id."""

    id = models.CharField(primary_key=True, max_length=32, default=make_media_id, editable=False)
    source_digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the file that was loaded")
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    source = models.CharField(max_length=60, blank=True, help_text="codec and colors of the file that was loaded")

    class Meta:
        verbose_name_plural = "media"

    def __str__(self) -> str:
        return f"{self.id} ({self.width} x {self.height})"


NOT_READY = Q(set_aside_at__isnull=False) | Q(has_picture=False) | Q(has_control=False)


class StimulusQuerySet(models.QuerySet["Stimulus"]):
    """Clauses on stimuli."""

    def of_task(self, task: str) -> StimulusQuerySet:
        """Those of one task."""
        return self.filter(task=task)

    def ready(self, *, control: bool) -> StimulusQuerySet:
        """Those that can be shown and are not set aside; with `control`, whose control question has a known truth."""
        shown = self.filter(has_picture=True, set_aside_at=None)
        return shown.filter(has_control=True) if control else shown


class Stimulus(CanBeSetAside):
    """What an agent was shown. Pending while it lacks its picture or its control's truth."""

    task = models.SlugField(max_length=40)
    pool = models.SlugField(max_length=60, help_text="the set it was loaded with; protocols draw from pools by name")
    key = models.CharField(max_length=200, help_text="its name within its pool")
    payload = models.JSONField()
    facets = models.JSONField(default=dict, blank=True, help_text="attributes to report by")
    has_picture = models.BooleanField()
    has_control = models.BooleanField()
    is_catch = models.BooleanField(default=False)

    objects = StimulusQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "stimuli"
        constraints = (
            models.UniqueConstraint(fields=("task", "pool", "key"), name="stimulus_once_per_pool"),
            models.CheckConstraint(condition=SOMEBODY_DID, name="stimulus_set_aside_by_somebody"),
        )
        indexes = (
            models.Index(fields=("task", "pool", "has_picture", "has_control")),
            models.Index(fields=("task", "pool", "id"), name="stimuli_of_a_pool_in_order"),
            models.Index(fields=("set_aside_at",), condition=NOT_READY, name="stimuli_not_ready"),
        )

    def __str__(self) -> str:
        return f"{self.task}/{self.pool}/{self.key}"

    @property
    def plugin(self) -> Task:
        """The task that this stimulus belongs to."""
        return TASKS[self.task]

    @property
    def lacks(self) -> tuple[str, ...]:
        """What keeps it pending, in words."""
        missing = ((say_later("its picture"), self.has_picture), (say_later("its control's truth"), self.has_control))
        return tuple(name for name, is_there in missing if not is_there)
