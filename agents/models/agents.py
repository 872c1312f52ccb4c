"""Agents, and what they truly are."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_noop


class Origin(models.TextChoices):
    """What an agent truly is; a verdict has the same type."""

    HUMAN = "human", gettext_noop("Human")
    AI = "ai", gettext_noop("Machine")


PAIRING_LETTERS = {Origin.HUMAN: "H", Origin.AI: "A"}


class Agent(models.Model):
    """Who produces responses: a human, or an AI system at one version.

    An AI agent that can be asked here is a system (a plug-in) with settings; both are frozen: other settings or another
    version of the system are another agent.
    """

    slug = models.SlugField(max_length=120, unique=True)
    title = models.CharField(max_length=200)
    origin = models.CharField(max_length=5, choices=Origin.choices)
    person_key = models.CharField(max_length=64, blank=True, db_index=True, help_text="keyed hash of the person's id")
    details = models.JSONField(default=dict, blank=True, help_text="model, version and endpoint; or demographics")
    system = models.SlugField(max_length=60, blank=True, help_text="the plug-in that answers for it here; or empty")
    settings = models.JSONField(default=dict, blank=True, help_text="of the system, all of them; never a key")
    fingerprint = models.CharField(
        max_length=64,
        null=True,
        blank=True,
        unique=True,
        help_text="digest of system, version, settings and prompts",
    )
    added_at = models.DateTimeField(null=True, blank=True, help_text="when it was first to be asked here")

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(system="", fingerprint=None)
                | models.Q(origin=Origin.AI, fingerprint__isnull=False) & ~models.Q(system=""),
                name="only_ai_agents_have_a_system",
            ),
        )

    def __str__(self) -> str:
        return self.title

    @property
    def version(self) -> str:
        """Its system's version, where it is known."""
        return str(self.details.get("version", ""))
