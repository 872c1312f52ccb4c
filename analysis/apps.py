"""Tells Django about this app."""

from django.apps import AppConfig


class AnalysisConfig(AppConfig):
    """What it means."""

    name = "analysis"
    label = "analysis"
