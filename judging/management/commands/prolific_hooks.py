"""`manage.py prolific_hooks`: have Prolific send its notices here."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse

from judging.management.postings import refuse
from judging.recruiters.prolific_hooks import find_workspace, make_secret, subscribe
from turingapp.errors import TuringError


class Command(BaseCommand):
    """Makes the secret where there is none, else subscribes; again changes nothing."""

    help = "Have Prolific send its notices here: first it makes the secret they are signed with, then it subscribes."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--environment", choices=("live", "local"), default="live", help="which platform")
        parser.add_argument("--workspace", default="", metavar="ID", help="where the account has several")
        parser.add_argument("--new-secret", action="store_true", help="replace the secret; the old one ends at once")

    def handle(self, *args: Any, **options: Any) -> None:
        environment = options["environment"]
        target = settings.PUBLIC_URL + reverse("notices", args=["prolific"])
        try:
            workspace = find_workspace(environment, options["workspace"])
            if options["new_secret"] or not settings.PROLIFIC_HOOK_SECRET:
                self.tell_secret(make_secret(environment, workspace))
                return
            made = subscribe(environment, workspace, target)
        except TuringError as error:
            raise refuse(error) from None
        self.stdout.write(f"Subscribed to {', '.join(made)}." if made else "Subscribed already; nothing was changed.")
        self.stdout.write(f"Prolific sends its notices to {target}.")

    def tell_secret(self, secret: str) -> None:
        """Show the secret, this once, and what to do with it."""
        self.stdout.write(f"PROLIFIC_HOOK_SECRET={secret}")
        self.stdout.write(
            "Put this line into the environment of the web process; it is not shown again. Then restart it, and run "
            "this command once more to subscribe."
        )
