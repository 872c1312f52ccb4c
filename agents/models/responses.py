"""Responses and their authorships."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_noop

from agents.models.agents import Agent
from agents.models.aside import SOMEBODY_DID, CanBeSetAside
from agents.models.stimuli import Stimulus


class Provenance(models.TextChoices):
    """How a response came to be in the database."""

    LOADED = "loaded", gettext_noop("loaded from a file")
    COLLECTED = "collected", gettext_noop("collected from people by this platform")
    COMPUTED = "computed", gettext_noop("computed on this platform by an AI agent")
    WRITTEN = "written", gettext_noop("written for the sample")
    SENT = "sent", gettext_noop("sent in from outside, through the API")
    SIMULATED = "simulated", gettext_noop("simulated by a program")
    STAND_IN = "stand-in", gettext_noop("judged elsewhere, and its content was not published")


class Gender(models.TextChoices):
    """A speaker's gender, where it is known."""

    FEMALE = "female", gettext_noop("Female")
    MALE = "male", gettext_noop("Male")
    OTHER = "other", gettext_noop("Another")


NOT_IN_USE = Q(set_aside_at__isnull=False) | Q(provenance=Provenance.STAND_IN)


class ResponseQuerySet(models.QuerySet["Response"]):
    """Clauses on responses."""

    def with_content(self) -> ResponseQuerySet:
        """Those that can be shown and read; a stand-in says only who answered what."""
        return self.exclude(provenance=Provenance.STAND_IN)

    def in_use(self) -> ResponseQuerySet:
        """Those of them that can be drawn from a pool: neither they nor their stimuli are set aside."""
        return self.with_content().filter(set_aside_at=None, stimulus__set_aside_at=None)


class Response(CanBeSetAside):
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
        constraints = (
            models.UniqueConstraint(fields=("stimulus", "key"), name="response_once_per_stimulus"),
            models.CheckConstraint(condition=SOMEBODY_DID, name="response_set_aside_by_somebody"),
        )
        indexes = (
            models.Index(fields=("pool", "pairing")),
            models.Index(fields=("pool", "id"), name="responses_of_a_pool_in_order"),
            models.Index(fields=("set_aside_at",), condition=NOT_IN_USE, name="responses_not_in_use"),
        )

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
        indexes = (models.Index(fields=("agent", "response"), name="responses_of_an_agent"),)

    def __str__(self) -> str:
        return f"{self.agent_id} as {self.role}"
