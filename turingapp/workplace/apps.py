"""Tells Django about this app."""

from django.apps import AppConfig


class WorkplaceConfig(AppConfig):
    """The experimenter's and the admin's pages."""

    name = "turingapp.workplace"
    label = "workplace"
