"""Who came from a platform, and how it stands with what they have handed in there."""

from __future__ import annotations

from django.db import models

from judging.models.recruiting.postings import PostingPart
from judging.recruiters.values import Status

STATUSES = tuple((status.value, status.value.replace("_", " ")) for status in Status)


class PlatformIdentity(models.Model):
    """Who somebody is at a platform, encrypted: the only table that holds ids of people, and in no export."""

    person_key = models.CharField(max_length=64, help_text="as in Judge.person_key")
    recruiter = models.SlugField(max_length=20)
    sealed = models.TextField(help_text="the platform's id, encrypted")
    sealed_with = models.CharField(max_length=16, blank=True, db_index=True, help_text="the name of the key")
    is_to_forget = models.BooleanField(default=False, help_text="erasing was asked for; done once no money is due")
    created_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("recruiter", "person_key"), name="one_identity_per_person"),)
        verbose_name_plural = "platform identities"

    def __str__(self) -> str:
        return f"identity {self.pk}"


class PlatformSubmission(models.Model):
    """One person's hold of one place, as the platform tells of it. An id that a platform hands on to somebody else is
    another row.
    """

    part = models.ForeignKey(PostingPart, on_delete=models.PROTECT, related_name="submissions")
    platform_assignment = models.CharField(max_length=120)
    identity = models.ForeignKey(PlatformIdentity, on_delete=models.PROTECT, related_name="submissions")
    assignment = models.ForeignKey(
        "judging.Assignment", null=True, on_delete=models.SET_NULL, related_name="platform_submissions"
    )
    status = models.CharField(max_length=15, choices=STATUSES)
    code = models.CharField(max_length=100, blank=True, help_text="the completion code that was handed in")
    is_told_done = models.BooleanField(default=False, help_text="our page has sent this person back as done")
    accepted_at = models.DateTimeField(null=True)
    submitted_at = models.DateTimeField(null=True)
    decided_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    seen_at = models.DateTimeField(help_text="when the platform last told of it")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("part", "platform_assignment", "identity"), name="one_submission_per_person_and_id"
            ),
        )
        indexes = (models.Index(fields=("part", "status")),)

    def __str__(self) -> str:
        return f"submission {self.pk} of part {self.part_id}"
