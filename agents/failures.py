"""Why an AI agent that was asked gave no answer."""

from django.db.models import TextChoices


class Failure(TextChoices):
    """Why there is no answer; none of these is ever stored as one."""

    REFUSAL = "refusal", "refused to answer"
    EMPTY = "empty", "empty reply"
    RULE_BROKEN = "rule_broken", "broke a rule of the task"
    NAMED_ITSELF = "named_itself", "said what it is"
    CANNOT_TAKE = "cannot_take", "cannot take the stimulus"
    SERVICE_BUSY = "service_busy", "service failed for now"
    SERVICE_REFUSED = "service_refused", "service failed for good"
