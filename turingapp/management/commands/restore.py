"""An installation from a backup."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from agents.media_store import name_place
from turingapp.backing_up.restoring import restore_backup
from turingapp.errors import BackupRefused


class Command(BaseCommand):
    """Restore a backup."""

    help = "Restore a backup into the database and the media of this installation (docs/deployment.md#backups)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, and what is allowed."""
        parser.add_argument("file", type=Path, help="a file that manage.py backup has written")
        parser.add_argument("--over", action="store_true", help="drop what is in the database")
        parser.add_argument("--other-secrets", action="store_true", help="go on although the secrets are others here")

    def handle(self, *args: Any, file: Path, over: bool, other_secrets: bool, **options: Any) -> None:
        """Restore, and say what."""
        try:
            manifest = restore_backup(file, over=over, other_secrets=other_secrets)
        except BackupRefused as refusal:
            raise CommandError(str(refusal)) from refusal
        except OSError as error:
            raise CommandError(f"{error.filename or file} cannot be used: {error.strerror}.") from error
        rows = sum(told["rows"] for told in manifest["tables"].values())
        when = manifest["made_at"]
        self.stdout.write(f"Restored as of {when}: {rows:,} rows, {len(manifest['pictures']):,} pictures.")
        self.stdout.write(f"The pictures lie in {name_place()}.")
