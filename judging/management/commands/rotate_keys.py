"""`manage.py rotate_keys`: seal the ids of people anew under the newest key."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from judging.rotating import BATCH, list_under_old_keys, rotate_keys

UNREADABLE = (
    "{count} ids cannot be opened by any key of IDENTITY_KEYS or by PERSON_KEY_SECRET; put the key that sealed them "
    "back, at the end of IDENTITY_KEYS."
)


class Command(BaseCommand):
    """Rotates keys."""

    help = "Seal the ids of people anew under the first key of IDENTITY_KEYS, and tell how many remain under others."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only tell how many are under an older key")
        parser.add_argument("--batch", type=int, default=BATCH, metavar="N", help="so many in one transaction")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["batch"] < 1:
            raise CommandError(f"--batch is {options['batch']}; it should be at least 1.")
        unreadable = 0
        if not options["dry_run"]:
            for done in rotate_keys(batch=options["batch"]):
                unreadable += done.unreadable
                self.stdout.write(f"Sealed anew: {done.resealed}.")
        self.stdout.write(f"Under an older key: {list_under_old_keys().count()}.")
        if unreadable:
            raise CommandError(UNREADABLE.format(count=unreadable))
