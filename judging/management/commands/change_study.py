"""`manage.py change_study FILE`: give an open study new settings as its next version."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from judging.management.naming import refusals_told
from judging.management.postings import add_by
from judging.opening import change_study
from judging.protocol_files import read_protocol
from judging.versioning import find_changes, rehearse_change


class Command(BaseCommand):
    """Changes an open study."""

    help = "Give the open study that a protocol file names new settings; visits that began keep theirs."

    def add_arguments(self, parser: CommandParser) -> None:
        add_by(parser)
        parser.add_argument("file", type=Path, help="a protocol file (docs/protocols.md)")
        parser.add_argument("--dry-run", action="store_true", help="say what would change, and change nothing")
        parser.add_argument("--simulated", action="store_true", help="change the copy for robots")

    def handle(self, *args: Any, **options: Any) -> None:
        with refusals_told():
            settings = read_protocol(options["file"])
            if options["simulated"]:
                settings = settings.simulate()
            changes = rehearse_change(settings, at=timezone.now()) if options["dry_run"] else find_changes(settings)
            for change in changes:
                self.stdout.write(str(change))
            if options["dry_run"]:
                self.stdout.write("Nothing was changed." if changes else "There is nothing to change.")
                return
            protocol = change_study(settings, at=timezone.now(), by=options["by"])
        what = "is now at" if changes else "stays at"
        self.stdout.write(f"{settings.slug} {what} version {protocol.version}.")
