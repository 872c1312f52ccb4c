"""Public links to written reports."""

from django.db import models

from judging.models.ids import make_public_id


class ReportLink(models.Model):
    """A link by which anyone may read the report of a study or a collection; one that was switched off stays off."""

    study = models.ForeignKey(
        "judging.Study", null=True, blank=True, on_delete=models.CASCADE, related_name="report_links"
    )
    collection = models.ForeignKey(
        "judging.Collection", null=True, blank=True, on_delete=models.CASCADE, related_name="report_links"
    )
    token = models.CharField(max_length=32, unique=True, default=make_public_id, editable=False)
    made_by = models.CharField(max_length=150, help_text="who switched it on")
    made_at = models.DateTimeField()
    revoked_by = models.CharField(max_length=150, blank=True, help_text="who switched it off")
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(study__isnull=True) ^ models.Q(collection__isnull=True), name="link_to_one_report"
            ),
            models.CheckConstraint(
                condition=models.Q(revoked_at__isnull=True) ^ ~models.Q(revoked_by=""), name="link_is_off_by_somebody"
            ),
            models.UniqueConstraint(
                fields=("study",), condition=models.Q(revoked_at=None), name="one_live_link_per_study"
            ),
            models.UniqueConstraint(
                fields=("collection",), condition=models.Q(revoked_at=None), name="one_live_link_per_collection"
            ),
        )

    def __str__(self) -> str:
        return f"link {self.pk} to a report"
