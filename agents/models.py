"""Agents, media, stimuli, responses and their authorships."""

from __future__ import annotations

import secrets

from django.db import models

from agents.tasks import TASKS
from agents.tasks.base import Task


class Origin(models.TextChoices):
    """What an agent truly is; a verdict has the same type."""

    HUMAN = "human", "Human"
    AI = "ai", "Machine"


class Gender(models.TextChoices):
    """A speaker's gender, where it is known."""

    FEMALE = "female", "Female"
    MALE = "male", "Male"
    OTHER = "other", "Another"


class Provenance(models.TextChoices):
    """How a response came to be in the database."""

    LOADED = "loaded", "loaded from a file"
    COLLECTED = "collected", "collected from people by this platform"
    COMPUTED = "computed", "computed on this platform by an AI agent"
    WRITTEN = "written", "written for the sample"
    SIMULATED = "simulated", "simulated by a program"
    STAND_IN = "stand-in", "judged elsewhere, and its content was not published"


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


class Agent(models.Model):
    """Who produces responses: a human or an AI system at one version."""

    slug = models.SlugField(max_length=120, unique=True)
    title = models.CharField(max_length=200)
    origin = models.CharField(max_length=5, choices=Origin.choices)
    person_key = models.CharField(max_length=64, blank=True, db_index=True, help_text="keyed hash of the person's id")
    details = models.JSONField(default=dict, blank=True, help_text="model, version and endpoint; or demographics")

    def __str__(self) -> str:
        return self.title


class StimulusQuerySet(models.QuerySet["Stimulus"]):
    """Clauses on stimuli."""

    def of_task(self, task: str) -> StimulusQuerySet:
        """Those of one task."""
        return self.filter(task=task)

    def ready(self, *, control: bool) -> StimulusQuerySet:
        """Those that can be shown; with `control` also those whose control question has a known truth."""
        shown = self.filter(has_picture=True)
        return shown.filter(has_control=True) if control else shown


class Stimulus(models.Model):
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
        constraints = (models.UniqueConstraint(fields=("task", "pool", "key"), name="stimulus_once_per_pool"),)
        indexes = (models.Index(fields=("task", "pool", "has_picture", "has_control")),)

    def __str__(self) -> str:
        return f"{self.task}/{self.pool}/{self.key}"

    @property
    def plugin(self) -> Task:
        """The task that this stimulus belongs to."""
        return TASKS[self.task]

    @property
    def lacks(self) -> tuple[str, ...]:
        """What keeps it pending, in words."""
        missing = (("its picture", self.has_picture), ("its control's truth", self.has_control))
        return tuple(name for name, is_there in missing if not is_there)


class ResponseQuerySet(models.QuerySet["Response"]):
    """Clauses on responses."""

    def with_content(self) -> ResponseQuerySet:
        """Those that can be shown and read; a stand-in says only who answered what."""
        return self.exclude(provenance=Provenance.STAND_IN)


class Response(models.Model):
    """What an agent produced for a stimulus, normalized; the text as given is kept beside it."""

    stimulus = models.ForeignKey(Stimulus, on_delete=models.PROTECT, related_name="responses")
    pool = models.SlugField(max_length=60)
    key = models.CharField(max_length=64, help_text="digest of who answered what; loading twice changes nothing")
    pairing = models.CharField(max_length=8, help_text="origins of its authors in the order of roles: H, A, HH, HA, …")
    payload = models.JSONField()
    raw = models.JSONField(help_text="the payload as it was given")
    provenance = models.CharField(max_length=10, choices=Provenance.choices)
    remarks = models.JSONField(default=list, blank=True, help_text="rules of the original study that it bends")
    created_at = models.DateTimeField()

    objects = ResponseQuerySet.as_manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("stimulus", "key"), name="response_once_per_stimulus"),)
        indexes = (models.Index(fields=("pool", "pairing")),)

    def __str__(self) -> str:
        return f"response {self.pk} to {self.stimulus_id}"


class Authorship(models.Model):
    """That an agent made a response, in a role."""

    response = models.ForeignKey(Response, on_delete=models.CASCADE, related_name="authorships")
    agent = models.ForeignKey(Agent, on_delete=models.PROTECT, related_name="authorships")
    role = models.CharField(max_length=20)
    gender = models.CharField(max_length=10, choices=Gender.choices, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("response", "role"), name="one_author_per_role"),)

    def __str__(self) -> str:
        return f"{self.agent_id} as {self.role}"


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


PAIRING_LETTERS = {Origin.HUMAN: "H", Origin.AI: "A"}
