"""What was done in the admin: who, when, to which row. It is kept, and nobody changes it."""

from django.contrib import admin
from django.contrib.admin.models import LogEntry

from turingapp.admin.looking import Looking


@admin.register(LogEntry)
class LogEntryTable(Looking):
    """The admin's own history, accounts and permissions included."""

    shown = ("action_time", "user", "content_type", "object_id", "object_repr", "action_flag", "change_message")
    list_filter = ("action_flag", "content_type")
    search_fields = ("user__username", "object_repr")
    date_hierarchy = "action_time"
