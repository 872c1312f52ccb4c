"""Studies with their protocols, and the places to fill."""

from __future__ import annotations

from functools import cached_property, lru_cache

from django.db import models
from django.utils.translation import gettext_noop

from agents.models import Response, Stimulus
from agents.tasks import TASKS
from agents.tasks.base import Task
from judging.kind_rules import KIND_RULES, KindRule
from judging.models.ids import make_public_id
from judging.protocol import Settings


class Collection(models.Model):
    """Studies to be reported together."""

    slug = models.SlugField(max_length=60, unique=True)
    title = models.CharField(max_length=200)

    def __str__(self) -> str:
        return self.title


class Study(models.Model):
    """One configured collection of judgements, or of answers, on one task."""

    class Kind(models.TextChoices):
        """What people do in it."""

        JUDGE = "judge", gettext_noop("People judge responses")
        RESPOND = "respond", gettext_noop("People answer the task")
        CONVERSE = "converse", gettext_noop("People chat with each other or with a machine")
        IDENTIFY = "identify", gettext_noop("People chat with two witnesses and say who is human")

    class State(models.TextChoices):
        """OPEN admits judges, CLOSED lets those inside finish."""

        OPEN = "open", gettext_noop("Open")
        CLOSED = "closed", gettext_noop("Closed")

    slug = models.SlugField(max_length=60, unique=True)
    title = models.CharField(max_length=200)
    task = models.SlugField(max_length=40)
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.JUDGE)
    collection = models.ForeignKey(Collection, null=True, blank=True, on_delete=models.SET_NULL, related_name="studies")
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    link = models.CharField(max_length=32, unique=True, default=make_public_id, editable=False)
    is_listed = models.BooleanField(default=False, help_text="named on the start page")
    is_simulated = models.BooleanField(default=False, help_text="judged by robots, never by people")
    label = models.CharField(
        max_length=300, blank=True, help_text="what every page says about where the data come from"
    )
    created_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    archived_at = models.DateTimeField(null=True, blank=True, help_text="lists leave it out since; its data stay")

    class Meta:
        verbose_name_plural = "studies"
        constraints = (
            models.CheckConstraint(
                condition=models.Q(archived_at=None) | models.Q(state="closed"), name="archived_study_is_closed"
            ),
        )
        ordering = ("created_at", "pk")

    def __str__(self) -> str:
        return self.title

    @property
    def plugin(self) -> Task:
        """The task that is judged."""
        return TASKS[self.task]

    @property
    def rule(self) -> KindRule:
        """What people give in it, and what it has."""
        return KIND_RULES[self.kind]


class Protocol(models.Model):
    """A study's frozen settings, one row per version; visits are pinned to theirs."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="protocols")
    version = models.PositiveIntegerField(default=1)
    document = models.JSONField()
    created_at = models.DateTimeField()
    created_by = models.CharField(max_length=150, blank=True, help_text="who opened or changed the study")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("study", "version"), name="one_protocol_per_version"),)

    def __str__(self) -> str:
        return f"{self.study_id} version {self.version}"

    @cached_property
    def settings(self) -> Settings:
        """The settings, checked and typed."""
        return Settings.model_validate(self.document)

    def count_places(self) -> int:
        """How many places its cells have, of every kind of trial."""
        return sum(self.cells.values_list("places_count", flat=True))


@lru_cache(maxsize=1000)
def find_settings(protocol_id: int) -> Settings:
    """The settings of a protocol, kept in this process: they are frozen, so what was read once stays true."""
    return Protocol.objects.get(pk=protocol_id).settings


class TrialKind(models.TextChoices):
    """Only MAIN trials count in a study's results; FEEDBACK trials have a report of their own."""

    MAIN = "main", gettext_noop("Main")
    PRACTICE = "practice", gettext_noop("Practice")
    FEEDBACK = "feedback", gettext_noop("Feedback")
    CATCH = "catch", gettext_noop("Catch")


class Cell(models.Model):
    """The places of one protocol with the same kind, pairing and AI agents, and how often they are taken in all."""

    protocol = models.ForeignKey(Protocol, on_delete=models.CASCADE, related_name="cells")
    kind = models.CharField(max_length=10, choices=TrialKind.choices, default=TrialKind.MAIN)
    name = models.CharField(max_length=250, help_text="H, A:blip, HA:eliza, …")
    pairing = models.CharField(max_length=8)
    places_count = models.PositiveIntegerField()
    taken = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("protocol", "kind", "name"), name="one_cell_per_name"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.name} of {self.protocol_id}"


class Place(models.Model):
    """One view of one response in a cell, or one stimulus to answer, and how many trials hold or have done it."""

    cell = models.ForeignKey(Cell, on_delete=models.CASCADE, related_name="places")
    response = models.ForeignKey(
        Response,
        null=True,
        on_delete=models.PROTECT,
        related_name="places",
        help_text="none where the stimulus is to be answered",
    )
    stimulus = models.ForeignKey(Stimulus, on_delete=models.PROTECT, related_name="+")
    view = models.PositiveIntegerField(help_text="0 for the whole response, else the number of turns")
    taken = models.PositiveIntegerField(default=0)
    salt = models.PositiveBigIntegerField(help_text="random; orders places that are equally taken")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("cell", "response", "view"), name="one_place_per_view"),
            models.UniqueConstraint(
                fields=("cell", "stimulus"), condition=models.Q(response=None), name="one_place_per_stimulus_to_answer"
            ),
        )
        indexes = (models.Index(fields=("cell", "taken", "salt"), name="place_least_taken"),)

    def __str__(self) -> str:
        return f"response {self.response_id} to {self.stimulus_id} in cell {self.cell_id}"

    @property
    def judged(self) -> Response:
        """The response that is judged here; raises Response.DoesNotExist where the stimulus is to be answered."""
        if self.response is None:
            raise Response.DoesNotExist(f"{self} has no response to judge.")
        return self.response
