"""Accounts at recruiters: names of secrets, and whether platforms answer."""

import pytest
from django.core.management.base import CommandError
from pytest_django.fixtures import Settings

from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.prolific import LocalProlific
from tests.commands import run

pytestmark = pytest.mark.django_db


def test_accounts_tell_names_of_secrets_and_never_values(settings: Settings) -> None:
    settings.PROLIFIC_TOKEN, settings.AWS_ACCESS_KEY_ID = "the-value-itself", ""
    told = run("recruiters")
    assert "PROLIFIC_TOKEN is set" in told
    assert "AWS_ACCESS_KEY_ID is missing: the id of an access key" in told
    assert "the-value-itself" not in told
    assert "started with manage.py fake_platform prolific" in told


def test_a_connection_is_tested_by_command(prolific: LocalProlific, mturk: LocalMTurk, settings: Settings) -> None:
    assert "the account pays in" in run("recruiters", "--test", "prolific", "--environment", "local")
    assert "the balance is USD" in run("recruiters", "--test", "mturk", "--environment", "local")
    settings.PROLIFIC_TOKEN = ""
    with pytest.raises(CommandError, match="Not asked: PROLIFIC_TOKEN must be set"):
        run("recruiters", "--test", "prolific")
    with pytest.raises(CommandError, match="there are live, local|has live, local"):
        run("recruiters", "--test", "prolific", "--environment", "sandbox")


def test_a_platform_that_is_closed_or_not_running_is_told_in_words(settings: Settings) -> None:
    settings.AWS_ACCESS_KEY_ID = settings.AWS_SECRET_ACCESS_KEY = ""
    with pytest.raises(CommandError, match="Amazon closed Mechanical Turk on 30 September 2026.*Use Prolific"):
        run("recruiters", "--test", "mturk")
    settings.PROLIFIC_LOCAL_URL = "http://127.0.0.1:9"
    with pytest.raises(CommandError, match=r"did not answer.*Start it with manage.py fake_platform prolific"):
        run("recruiters", "--test", "prolific", "--environment", "local")
