"""The whole installation as one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from turingapp.backing_up.checking import check_backup
from turingapp.backing_up.writing import write_backup
from turingapp.errors import BackupRefused


class Command(BaseCommand):
    """Write a backup, or check one."""

    help = "Write database and pictures into one ZIP file, while people go on judging (docs/deployment.md#backups)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, and whether it is only to be checked."""
        parser.add_argument("file", type=Path, help="file to write, such as turing.zip; it must not exist")
        parser.add_argument("--check", action="store_true", help="read a backup that is there, and change nothing")

    def handle(self, *args: Any, file: Path, check: bool, **options: Any) -> None:
        """Say what the backup holds, and what is missing."""
        try:
            manifest = check_backup(file) if check else write_backup(file, at=timezone.now())
        except BackupRefused as refusal:
            raise CommandError(str(refusal)) from refusal
        except OSError as error:
            raise CommandError(f"{file} cannot be {'read' if check else 'written'}: {error.strerror}.") from error
        rows = sum(told["rows"] for told in manifest["tables"].values())
        pictures = len(manifest["pictures"])
        self.stdout.write(f"{file}: {rows:,} rows of {len(manifest['tables'])} tables, {pictures:,} pictures; whole.")
        if place := manifest.get("pictures_from"):
            self.stdout.write(f"Its pictures were read from {place}; they are in the file.")
        self.stdout.write("It tells who people are: keep it encrypted. Keep the secrets of .env apart from it.")
        for media_id in manifest["missing_pictures"]:
            self.stderr.write(f"Not in it: the picture {media_id}, which is gone.")
