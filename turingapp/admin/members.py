"""Who has which role, and who did what."""

from django.contrib import admin

from turingapp.admin.looking import Looking
from turingapp.members.models import AuditEntry, BegunDeed, Membership


@admin.register(Membership)
class MembershipTable(Looking):
    """Roles in studies and in the lab; they are given and taken in the workplace."""

    shown = ("user", "study", "role", "given_by", "given_at")
    list_filter = ("role",)
    search_fields = ("user__username", "study__slug")
    date_hierarchy = "given_at"


@admin.register(AuditEntry)
class AuditEntryTable(Looking):
    """The audit log; the workplace has it with filters."""

    shown = ("at", "who", "way", "deed", "doing", "study", "on", "outcome")
    list_filter = ("outcome", "way", "deed")
    search_fields = ("who", "study")
    date_hierarchy = "at"


@admin.register(BegunDeed)
class BegunDeedTable(Looking):
    """What is being done right now, or has no end yet."""

    shown = ("at", "who", "way", "deed", "doing", "study", "on")
    list_filter = ("way", "deed")
    search_fields = ("who", "study")
    date_hierarchy = "at"
