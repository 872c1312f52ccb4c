"""What stimuli and responses have in common: a bad one can be set aside, and brought back."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

SOMEBODY_DID = Q(set_aside_at=None, set_aside_by="") | Q(set_aside_at__isnull=False) & ~Q(set_aside_by="")
LONGEST_WHY = 300


class CanBeSetAside(models.Model):
    """Since `set_aside_at` nothing new draws it: no study that is opened or changed, no report on its pool."""

    set_aside_at = models.DateTimeField(null=True, blank=True, help_text="since when nothing new draws it")
    set_aside_by = models.CharField(max_length=150, blank=True, db_default="")
    set_aside_why = models.CharField(max_length=LONGEST_WHY, blank=True, db_default="")

    class Meta:
        abstract = True
