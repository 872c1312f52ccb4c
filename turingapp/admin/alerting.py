"""Alerts and their messages. Where they go is in none of these tables: an address of a hook may let somebody in."""

from django.contrib import admin

from judging.models import Alert, AlertMessage, AlertReceiver, AlertRule
from turingapp.admin.looking import Looking


@admin.register(Alert)
class AlertTable(Looking):
    """What was the matter, and until when."""

    shown = ("kind", "study", "subject", "sentence", "raised_at", "calm_since", "passed_at")
    list_filter = ("kind",)
    search_fields = ("study__slug", "sentence")
    date_hierarchy = "raised_at"


@admin.register(AlertMessage)
class AlertMessageTable(Looking):
    """Messages to those who hear of alerts."""

    shown = ("alert", "news", "state", "tries", "due_at", "problem", "created_at", "over_at")
    list_filter = ("state", "news")
    search_fields = ("problem",)
    date_hierarchy = "created_at"


@admin.register(AlertReceiver)
class AlertReceiverTable(Looking):
    """By which ways alerts are told of."""

    shown = ("study", "channel", "added_by", "added_at")
    list_filter = ("channel",)
    search_fields = ("study__slug", "added_by")


@admin.register(AlertRule)
class AlertRuleTable(Looking):
    """Bounds that differ from the usual ones."""

    shown = ("study", "kind", "is_on", "bound")
    list_filter = ("kind", "is_on")
    search_fields = ("study__slug",)
