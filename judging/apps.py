"""Tells Django about this app."""

from django.apps import AppConfig


class JudgingConfig(AppConfig):
    """Who judges."""

    name = "judging"
    label = "judging"
