"""What the API keeps: tokens, how many requests an account has made of late, and answers that may be given again."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q


class ApiToken(models.Model):
    """Lets a program do with an account's rights what its scopes name; of the token itself only a digest is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=80, help_text="what it is for")
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the token")
    hint = models.CharField(max_length=12, help_text="its first signs, to tell it by")
    scopes = models.JSONField()
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, help_text="the last time, to the minute")
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-made_at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("user", "name"), condition=Q(revoked_at=None), name="one_live_token_per_name"
            ),
            models.CheckConstraint(condition=Q(expires_at__gt=models.F("made_at")), name="token_lives_some_time"),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.hint}…)"

    def is_live(self, at: datetime) -> bool:
        """Whether it is taken at this time."""
        return self.revoked_at is None and at < self.expires_at


class RequestCount(models.Model):
    """How many requests of a kind an account has made in the minute of its last one."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=5, help_text="read or write")
    minute = models.PositiveBigIntegerField(help_text="minutes since 1970")
    requests = models.PositiveIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("user", "kind"), name="one_request_count_per_kind"),)

    def __str__(self) -> str:
        return f"{self.requests} to {self.kind}"


class KeptAnswer(models.Model):
    """The answer to a request with an Idempotency-Key, written with what the request did, given again for the same."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    request_digest = models.CharField(max_length=64, help_text="SHA-256 of address and body")
    status = models.PositiveSmallIntegerField(null=True)
    body = models.JSONField(null=True)
    kept_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("user", "key"), name="one_answer_per_idempotency_key"),)

    def __str__(self) -> str:
        return f"answer {self.pk}"
