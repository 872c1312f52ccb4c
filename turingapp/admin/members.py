"""Who has which role."""

from django.contrib import admin

from turingapp.admin.looking import Looking
from turingapp.members.models import Membership


@admin.register(Membership)
class MembershipTable(Looking):
    """Roles in studies and in the lab; they are given and taken in the workplace."""

    shown = ("user", "study", "role", "given_by", "given_at")
    list_filter = ("role",)
    search_fields = ("user__username", "study__slug")
    date_hierarchy = "given_at"
