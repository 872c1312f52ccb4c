"""What people agreed to, and for how long what they gave is kept."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_noop

from judging.models.studies import Study


class ConsentText(models.Model):
    """A text as somebody was shown it and agreed; written once, and kept as long as a visit that agreed to it."""

    fingerprint = models.CharField(max_length=64, unique=True, help_text="SHA-256 of text and question")
    text = models.TextField()
    release = models.TextField(blank=True, help_text="the question on publication that was asked with it")
    first_shown_at = models.DateTimeField(help_text="when somebody first agreed to it")

    def __str__(self) -> str:
        return f"consent text {self.fingerprint[:12]}"


class Kept(models.TextChoices):
    """Kinds of data that are kept for a time of their own."""

    IDENTITIES = "identities", gettext_noop("Ids at platforms")
    DEMOGRAPHICS = "demographics", gettext_noop("What people told of themselves")
    CONVERSATIONS = "conversations", gettext_noop("Texts of conversations")
    SIGNS = "signs", gettext_noop("What browsers told")


class RetentionRule(models.Model):
    """How long a study keeps one kind of data after its end, where it differs from the whole installation."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="retention_rules")
    kind = models.CharField(max_length=15, choices=Kept.choices)
    days = models.PositiveIntegerField(
        null=True, help_text="after the end of the study; empty for as long as it is here"
    )
    set_by = models.CharField(max_length=150, blank=True)
    set_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("study", "kind"), name="one_retention_rule_per_kind"),)

    def __str__(self) -> str:
        return f"{self.kind} of {self.study_id}"


class RetentionDone(models.Model):
    """That a study's data of one kind are being erased in time, or were; a kind is done once."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="retention_done")
    kind = models.CharField(max_length=15, choices=Kept.choices)
    rows = models.PositiveIntegerField(help_text="that were erased or emptied")
    at = models.DateTimeField(null=True, help_text="when nothing was left")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("study", "kind"), name="retention_done_once_per_kind"),)
        verbose_name_plural = "retention done"

    def __str__(self) -> str:
        return f"{self.kind} of {self.study_id}"
