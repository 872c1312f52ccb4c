"""Tells Django about this app."""

from importlib import import_module

from django.apps import AppConfig


class JudgingConfig(AppConfig):
    """Who judges."""

    name = "judging"
    label = "judging"

    def ready(self) -> None:
        """The models of recruitment stand apart from those of the visit."""
        import_module("judging.recruiting_models")
