"""Tells Django about this app."""

from django.apps import AppConfig


class MembersConfig(AppConfig):
    """Roles, accounts and the audit log."""

    name = "turingapp.members"
    label = "members"
