"""Tells Django about this app."""

from django.apps import AppConfig


class AgentsConfig(AppConfig):
    """Who answers."""

    name = "agents"
    label = "agents"
