"""Studies that are still written: the text of a protocol, saved as one goes."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from judging.models.ids import make_public_id
from judging.models.studies import Study


class StudyDraft(models.Model):
    """The protocol of a study to be opened, or of the next version of one that is open; kept once that was done."""

    public_id = models.CharField(max_length=32, unique=True, default=make_public_id, editable=False)
    title = models.CharField(max_length=200, blank=True, help_text="as the text says, for lists")
    content = models.TextField(help_text="YAML, as it was typed; it may be wrong")
    revision = models.PositiveIntegerField(default=1, help_text="counts the savings, so that two windows do not clash")
    study = models.ForeignKey(
        Study,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="drafts",
        help_text="of which it is to be the next version, or that it was opened as",
    )
    base_version = models.PositiveIntegerField(
        default=0, db_default=0, help_text="the study's version that it was begun from; 0 where there is none"
    )
    recruiter = models.SlugField(max_length=20, default="link", help_text="whose fees the cost counts")
    reward = models.PositiveIntegerField(default=0, help_text="in cents or pence, for the cost")
    currency = models.CharField(max_length=3, default="USD")
    begun_at = models.DateTimeField()
    begun_by = models.CharField(max_length=150)
    saved_at = models.DateTimeField()
    saved_by = models.CharField(max_length=150)
    opened_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-saved_at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("study",), condition=Q(opened_at=None), name="one_change_under_way_per_study"
            ),
            models.CheckConstraint(condition=Q(opened_at=None) | Q(study__isnull=False), name="opened_draft_has_study"),
        )

    def __str__(self) -> str:
        return self.title or _("A study without a title")
