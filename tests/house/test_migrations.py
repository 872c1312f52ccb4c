"""The migrations are in step with the models."""

import pytest
from django.core.management import call_command


@pytest.mark.django_db
def test_no_model_has_changed_without_a_migration() -> None:
    # Exits with 1 where a migration is missing.
    assert call_command("makemigrations", check=True, dry_run=True, verbosity=0) is None
