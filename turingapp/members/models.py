"""Who is what, in a study or in the lab."""

from django.conf import settings
from django.db import models

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
