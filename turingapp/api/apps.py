"""Tells Django about this app."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Tokens, the pace of requests and kept answers; the resources are one module each."""

    name = "turingapp.api"
    label = "api"
