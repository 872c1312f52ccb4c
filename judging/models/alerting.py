"""What is worth an alert, who hears of it, what is the matter now, and every message that tells so."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from judging.models.recruiting import make_token
from judging.models.studies import Study
from turingapp.words import Words, read_words, say_words

LONGEST_SENTENCE = 400


class AlertKind(models.TextChoices):
    """What an alert may be about; `judging.alerting.rules` says when."""

    QUOTA_NEAR = "quota_near", _("Nearly as many as wanted")
    QUOTA_FULL = "quota_full", _("As many as wanted")
    SPENDING = "spending", _("Spending near the cap")
    REQUESTS = "requests", _("Requests to platforms given up")
    DECISIONS = "decisions", _("People wait for their pay")
    DROP_OUT = "drop_out", _("Many people leave")
    CONTROLS = "controls", _("Many wrong answers to control questions")
    RUNS = "runs", _("A run of an AI agent stopped")
    WORKER = "worker", _("No worker")


def keep_words(words: Words) -> dict[str, Any]:
    """What a row keeps: the words, and the sentence in English, by which it is found."""
    return {"sentence": str(words)[:LONGEST_SENTENCE], "words": words.keep()}


class AlertRule(models.Model):
    """A bound that differs from the usual one, for one study or, without one, for all."""

    study = models.ForeignKey(Study, null=True, on_delete=models.CASCADE, related_name="alert_rules")
    kind = models.CharField(max_length=12, choices=AlertKind.choices)
    is_on = models.BooleanField()
    bound = models.FloatField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("study", "kind"), name="one_rule_per_study_and_kind"),
            models.UniqueConstraint(fields=("kind",), condition=Q(study=None), name="one_rule_per_kind_for_all"),
        )

    def __str__(self) -> str:
        return f"{self.kind} from {self.bound:g}" if self.is_on else f"{self.kind} off"


class AlertReceiver(models.Model):
    """Who hears of the alerts of one study or, without one, of all."""

    class Channel(models.TextChoices):
        """By which way."""

        MAIL = "mail", _("Mail")
        HOOK = "hook", _("Webhook")

    study = models.ForeignKey(Study, null=True, on_delete=models.CASCADE, related_name="alert_receivers")
    channel = models.CharField(max_length=5, choices=Channel.choices)
    address = models.CharField(max_length=400)
    language = models.CharField(max_length=10, default="en", db_default="en")
    added_by = models.CharField(max_length=150)
    added_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("study", "address"), name="one_receiver_per_study_and_address"),
            models.UniqueConstraint(fields=("address",), condition=Q(study=None), name="one_receiver_per_address"),
        )
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.address


class Alert(models.Model):
    """Something that is the matter, once until it has passed. It passes after some minutes of calm."""

    kind = models.CharField(max_length=12, choices=AlertKind.choices)
    subject = models.CharField(max_length=80, help_text="what it is about: a posting, a run, a study, the lab")
    study = models.ForeignKey(Study, null=True, on_delete=models.CASCADE, related_name="alerts")
    sentence = models.CharField(max_length=LONGEST_SENTENCE, help_text="in English, whoever reads it")
    words = models.JSONField(null=True, help_text="what it is said from in any language; none for those of before")
    raised_at = models.DateTimeField()
    calm_since = models.DateTimeField(null=True)
    passed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("kind", "subject"), condition=Q(passed_at=None), name="one_alert_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(passed_at=None) | Q(passed_at__gte=F("raised_at")), name="alert_passes_after_it_is_raised"
            ),
        )
        ordering = ("-raised_at", "-pk")

    def __str__(self) -> str:
        return self.sentence

    @property
    def said(self) -> str:
        """The sentence in the language of whoever reads it."""
        return say_words(read_words(self.words)) if self.words else self.sentence


class AlertMessage(models.Model):
    """One message to one receiver, written with its cause and sent by a worker."""

    class News(models.TextChoices):
        """What it tells."""

        RAISED = "raised", _("Raised")
        PASSED = "passed", _("Passed")
        TEST = "test", _("Test")

    class State(models.TextChoices):
        """DUE until it has arrived or is given up."""

        DUE = "due", _("Due")
        SENT = "sent", _("Sent")
        FAILED = "failed", _("Failed")

    token = models.CharField(max_length=32, unique=True, default=make_token, editable=False)
    alert = models.ForeignKey(Alert, null=True, on_delete=models.CASCADE, related_name="messages")
    receiver = models.ForeignKey(AlertReceiver, on_delete=models.CASCADE, related_name="messages")
    news = models.CharField(max_length=6, choices=News.choices)
    state = models.CharField(max_length=6, choices=State.choices, default=State.DUE)
    tries = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField()
    problem = models.TextField(blank=True)
    created_at = models.DateTimeField()
    over_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("alert", "receiver", "news"), name="each_receiver_hears_once"),
            models.CheckConstraint(
                condition=Q(news="test", alert=None) | (~Q(news="test") & Q(alert__isnull=False)),
                name="only_tests_have_no_alert",
            ),
        )
        indexes = (models.Index(fields=("state", "due_at")),)

    def __str__(self) -> str:
        return f"{self.news} to receiver {self.receiver_id}"
