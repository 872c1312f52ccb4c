"""The local platforms and the clock of the recruiters' tests, and a browser that is logged in as staff."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.judging.recruiters.conftest import clock, mturk, prolific, study

__all__ = ["clock", "mturk", "prolific", "staff", "study"]


@pytest.fixture
def staff(client: Client) -> Client:
    """A browser that is logged in as staff."""
    client.force_login(User.objects.create_user("experimenter", password="a-long-password", is_staff=True))
    return client
