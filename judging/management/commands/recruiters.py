"""`manage.py recruiters`: the recruiters, what each needs, and whether its platform answers."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from judging.accounts import ask_account, find_account, list_accounts
from judging.management.postings import refuse
from judging.recruiters import RECRUITERS
from turingapp.errors import TuringError


class Command(BaseCommand):
    """Lists accounts, or tests the connection to one."""

    help = "List recruiters with the secrets they need, set or missing; --test asks one whether it answers."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--test", choices=RECRUITERS.slugs, metavar="RECRUITER", help="ask whether it answers")
        parser.add_argument("--environment", default="live", help="live, sandbox or local")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["test"]:
            self.ask(options["test"], options["environment"])
            return
        for account in list_accounts():
            self.stdout.write(f"{account.recruiter.slug} {account.environment}: {account.recruiter.title}")
            if account.closed:
                self.stdout.write(f"  {account.closed}")
            for secret in account.secrets:
                state = "set" if secret.is_set else f"missing: {secret.meaning}"
                self.stdout.write(f"  {secret.name} is {state}")
            if account.start_command:
                self.stdout.write(f"  started with {account.start_command}")

    def ask(self, slug: str, environment: str) -> None:
        """Ask one platform; a failure is the command's too."""
        try:
            connection = ask_account(find_account(slug, environment))
        except TuringError as error:
            raise refuse(error) from None
        if not connection.is_well:
            raise CommandError(connection.sentence)
        self.stdout.write(connection.sentence)
