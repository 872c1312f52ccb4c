"""What the API keeps: tokens without their secrets, the pace of accounts, answers that may be given again."""

from django.contrib import admin

from turingapp.admin.looking import Looking
from turingapp.api.models import ApiToken, KeptAnswer, RequestCount


@admin.register(ApiToken)
class ApiTokenTable(Looking):
    """Tokens; they are made and revoked in the workplace, or by `manage.py api_token`."""

    shown = ("user", "name", "hint", "scopes", "made_at", "expires_at", "used_at", "revoked_at")
    list_filter = ("expires_at", "revoked_at")
    search_fields = ("user__username", "name", "hint")
    date_hierarchy = "made_at"


@admin.register(RequestCount)
class RequestCountTable(Looking):
    """Requests of the minute in which each account asked last."""

    shown = ("user", "kind", "minute", "requests")
    list_filter = ("kind",)
    search_fields = ("user__username",)


@admin.register(KeptAnswer)
class KeptAnswerTable(Looking):
    """Requests that would be answered as before."""

    shown = ("user", "status", "kept_at", "body")
    list_filter = ("status",)
    search_fields = ("user__username",)
    date_hierarchy = "kept_at"
