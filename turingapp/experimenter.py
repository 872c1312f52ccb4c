"""Makes the experimenter's account of an installation that has nobody who could log in."""

import secrets

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User

NAME = "experimenter"


def create_experimenter() -> str | None:
    """Make the account with a random password and return that; None where somebody can log in already."""
    users = get_user_model().objects
    if users.filter(is_staff=True).exists():
        return None
    password = secrets.token_urlsafe(12)
    User.objects.create_superuser(NAME, password=password)
    return password
