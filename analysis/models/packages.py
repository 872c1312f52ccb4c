"""Data packages that were asked for, and studies that came here in one."""

import secrets

from django.db import models
from django.utils.translation import gettext_noop


def make_file_name() -> str:
    """A name that nobody guesses: 128 random bits."""
    return f"{secrets.token_hex(16)}.zip"


class StudyPackage(models.Model):
    """A data package of a study that was asked for: how far it is, and until when its file is there."""

    class State(models.TextChoices):
        """What becomes of it; the last two are final, and a file that is READY is GONE after some time."""

        QUEUED = "queued", gettext_noop("Waiting")
        WRITING = "writing", gettext_noop("Being written")
        READY = "ready", gettext_noop("Ready")
        GONE = "gone", gettext_noop("Deleted")
        FAILED = "failed", gettext_noop("Stopped")

    study = models.ForeignKey("judging.Study", on_delete=models.CASCADE, related_name="packages")
    with_media = models.BooleanField(default=False)
    smallest_group = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    token = models.CharField(max_length=32, blank=True, help_text="of the worker that writes it")
    total = models.PositiveIntegerField(default=0, help_text="rows, about")
    done = models.PositiveIntegerField(default=0)
    error = models.TextField(blank=True)
    file_name = models.CharField(max_length=40, unique=True, default=make_file_name)
    bytes = models.PositiveBigIntegerField(null=True)
    created_at = models.DateTimeField()
    heartbeat_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("study",),
                condition=models.Q(state__in=("queued", "writing")),
                name="one_package_at_a_time",
            ),
        )
        ordering = ("-created_at", "-pk")

    def __str__(self) -> str:
        return f"package {self.pk} of {self.study_id}"

    @property
    def is_over(self) -> bool:
        """Whether nothing more is awaited of it."""
        return self.state not in (self.State.QUEUED, self.State.WRITING)

    @property
    def percent(self) -> int:
        """How much is done; the end is told by the state alone."""
        return min(99, 100 * self.done // self.total) if self.total else 0


class ImportedStudy(models.Model):
    """That a study was collected elsewhere and came here in a package."""

    study = models.OneToOneField("judging.Study", on_delete=models.CASCADE, related_name="imported")
    manifest_sha256 = models.CharField(max_length=64, unique=True, help_text="of the package; each comes in once")
    source = models.SlugField(max_length=60, help_text="the study's name where it was collected")
    imported_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "imported studies"

    def __str__(self) -> str:
        return f"{self.study_id} from {self.source}"
