"""The roles that somebody has in a study or in the lab. Admins have none: they may do everything."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Role(models.TextChoices):
    """What somebody is in a study; in the lab the same words, but nobody owns it."""

    OWNER = "owner", _("Owner")
    EXPERIMENTER = "experimenter", _("Experimenter")
    REVIEWER = "reviewer", _("Reviewer")
    ANALYST = "analyst", _("Analyst")


LAB_ROLES = (Role.EXPERIMENTER, Role.REVIEWER, Role.ANALYST)
