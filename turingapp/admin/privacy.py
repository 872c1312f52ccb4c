"""What people agreed to, and what was erased in time."""

from django.contrib import admin

from judging.models import ConsentText, RetentionDone, RetentionRule
from turingapp.admin.looking import Looking


@admin.register(ConsentText)
class ConsentTextTable(Looking):
    """Every text that somebody agreed to."""

    shown = ("text", "release", "first_shown_at")
    search_fields = ("text",)
    date_hierarchy = "first_shown_at"


@admin.register(RetentionRule)
class RetentionRuleTable(Looking):
    """How long studies keep what, where they say so themselves."""

    shown = ("study", "kind", "days", "set_by", "set_at")
    list_filter = ("kind",)
    search_fields = ("study__slug", "set_by")


@admin.register(RetentionDone)
class RetentionDoneTable(Looking):
    """What was erased in time."""

    shown = ("study", "kind", "rows", "at")
    list_filter = ("kind",)
    search_fields = ("study__slug",)
