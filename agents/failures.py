"""Why an AI agent that was asked gave no answer."""

from django.db.models import TextChoices

from turingapp.words import gettext_noop


class Failure(TextChoices):
    """Why there is no answer; none of these is ever stored as one."""

    REFUSAL = "refusal", gettext_noop("refused to answer")
    EMPTY = "empty", gettext_noop("empty reply")
    RULE_BROKEN = "rule_broken", gettext_noop("broke a rule of the task")
    NAMED_ITSELF = "named_itself", gettext_noop("said what it is")
    CANNOT_TAKE = "cannot_take", gettext_noop("cannot take the stimulus")
    SERVICE_BUSY = "service_busy", gettext_noop("service failed for now")
    SERVICE_REFUSED = "service_refused", gettext_noop("service failed for good")
