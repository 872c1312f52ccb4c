"""Tells Django about this app."""

from django.apps import AppConfig


class TuringappConfig(AppConfig):
    """The project package, for its commands."""

    name = "turingapp"
    label = "turingapp"
