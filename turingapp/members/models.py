"""Who is what, in a study or in the lab."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from judging.models import Study
from turingapp.members.roles import Role


class Membership(models.Model):
    """The role of one account in one study, or in the lab where no study is named."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    study = models.ForeignKey(Study, null=True, blank=True, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role.choices)
    given_by = models.CharField(max_length=150, help_text="the name of the account that gave it; empty for a command")
    given_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("user", "study"), name="one_role_per_study"),
            models.UniqueConstraint(fields=("user",), condition=models.Q(study=None), name="one_role_in_the_lab"),
            models.CheckConstraint(
                condition=models.Q(study__isnull=False) | ~models.Q(role=Role.OWNER), name="nobody_owns_the_lab"
            ),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="a_known_role"),
        )

    def __str__(self) -> str:
        return f"{self.user} is {self.role} of {self.study or 'the lab'}"


class Line(models.Model):
    """Who asked for what, on what. No participant is named in it, nor anything that lets somebody in."""

    class Way(models.TextChoices):
        """How somebody asked for it."""

        PAGE = "page", _("Page")
        API = "api", _("API")
        COMMAND = "command", _("Command")
        TABLES = "tables", _("Tables")

    at = models.DateTimeField(db_index=True)
    who = models.CharField(max_length=150, blank=True, help_text="an account; of commands that of the machine")
    way = models.CharField(max_length=10, choices=Way.choices)
    deed = models.SlugField(max_length=40, help_text="as the permission matrix calls it")
    doing = models.CharField(max_length=80, help_text="the page or command")
    study = models.CharField(max_length=60, blank=True, db_index=True)
    on = models.CharField(max_length=300, blank=True, help_text="what else tells on what it was done")

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.who or 'somebody'}: {self.doing}"


class AuditEntry(Line):
    """One line of the audit log. Lines are added and never changed; the database refuses that."""

    class Outcome(models.TextChoices):
        """What came of it. SHOWN is written down before anything is."""

        DONE = "done", _("Done")
        SHOWN = "shown", _("Shown")
        REFUSED = "refused", _("Refused")
        UNENDED = "unended", _("No end was seen")

    outcome = models.CharField(max_length=10, choices=Outcome.choices)

    class Meta(Line.Meta):
        ordering = ("-pk",)
        verbose_name_plural = "audit entries"


class BegunDeed(Line):
    """What somebody was admitted to, until its line is written; a process that is killed before that leaves this."""

    class Meta(Line.Meta):
        ordering = ("-pk",)
