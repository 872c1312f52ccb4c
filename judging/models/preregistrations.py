"""What was fixed of a study before it opened: written once, never changed."""

from functools import cached_property

from django.db import models

from judging.preregistration import Plan, hash_document


class Preregistration(models.Model):
    """A study's plan with its hash; the study need not be there yet, so it is known by its name."""

    study_slug = models.SlugField(max_length=60, unique=True)
    document = models.JSONField()
    sha256 = models.CharField(max_length=64)
    locked_at = models.DateTimeField()
    locked_by = models.CharField(max_length=150)

    class Meta:
        ordering = ("-locked_at", "-pk")

    def __str__(self) -> str:
        return f"preregistration of {self.study_slug}"

    @cached_property
    def plan(self) -> Plan:
        """The plan, checked and typed."""
        return Plan.model_validate(self.document)

    @property
    def is_intact(self) -> bool:
        """Whether the document is still the one that was hashed."""
        return hash_document(self.document) == self.sha256


def find_preregistration(slug: str) -> Preregistration | None:
    """What was locked of the study of this name; None for nothing."""
    return Preregistration.objects.filter(study_slug=slug).first()
