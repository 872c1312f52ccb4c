"""What was fixed of a study before it opened: written once, never changed."""

from functools import cached_property

from django.db import models
from pydantic import ValidationError

from judging.preregistration import Plan, hash_document
from turingapp.words import SPACE, Listing, say_later

BROKEN = say_later("The plan no longer has the hash that it was locked with: it was changed in the database.")
NO_PLAN = say_later(
    "What stands there now cannot be read as a plan: the usual margin is taken, and every finding is exploratory."
)


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
    def plan(self) -> Plan | None:
        """The plan, checked and typed; None where it was changed so that it is none any longer."""
        try:
            return Plan.model_validate(self.document)
        except ValidationError:
            return None

    @property
    def is_intact(self) -> bool:
        """Whether the document is still the one that was hashed."""
        return hash_document(self.document) == self.sha256

    @property
    def fault(self) -> Listing:
        """What was done to it since it was locked; empty where nothing was."""
        if self.is_intact and self.plan is not None:
            return Listing([])
        return Listing([BROKEN] if self.plan is not None else [BROKEN, NO_PLAN], SPACE)


def find_preregistration(slug: str) -> Preregistration | None:
    """What was locked of the study of this name; None for nothing."""
    return Preregistration.objects.filter(study_slug=slug).first()
