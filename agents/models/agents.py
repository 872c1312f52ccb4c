"""Agents, and what they truly are."""

from __future__ import annotations

from django.db import models


class Origin(models.TextChoices):
    """What an agent truly is; a verdict has the same type."""

    HUMAN = "human", "Human"
    AI = "ai", "Machine"


PAIRING_LETTERS = {Origin.HUMAN: "H", Origin.AI: "A"}


class Agent(models.Model):
    """Who produces responses: a human or an AI system at one version."""

    slug = models.SlugField(max_length=120, unique=True)
    title = models.CharField(max_length=200)
    origin = models.CharField(max_length=5, choices=Origin.choices)
    person_key = models.CharField(max_length=64, blank=True, db_index=True, help_text="keyed hash of the person's id")
    details = models.JSONField(default=dict, blank=True, help_text="model, version and endpoint; or demographics")

    def __str__(self) -> str:
        return self.title
