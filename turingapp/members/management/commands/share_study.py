"""`manage.py share_study STUDY [ACCOUNT --role ROLE]`: who has which role in a study, given and taken."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from judging.management.naming import find_study
from turingapp.errors import InvalidPayload, Refused
from turingapp.members.accounts import find_account
from turingapp.members.granting import give_role, take_role
from turingapp.members.roles import Role


class Command(BaseCommand):
    """Shares a study."""

    help = "Show who has a role in a study; give an account one with --role, or take what it has with --take."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("study", help="the study's slug")
        parser.add_argument("account", nargs="?", help="the name with which somebody logs in")
        deed = parser.add_mutually_exclusive_group()
        deed.add_argument("--role", choices=Role.values, help="what the account becomes in the study")
        deed.add_argument("--take", action="store_true", help="take the role that it has")

    def handle(self, *args: Any, **options: Any) -> None:
        study, name = find_study(options["study"]), options["account"]
        if bool(name) != bool(options["role"] or options["take"]):
            raise CommandError("Name an account and either --role or --take, or neither to see who has a role.")
        try:
            if options["role"]:
                give_role(find_account(name), Role(options["role"]), study=study, by="", at=timezone.now())
            elif options["take"] and not take_role(find_account(name), study=study):
                raise CommandError(f"{name} has no role in {study.slug}.")
        except (InvalidPayload, Refused) as error:
            raise CommandError(str(error)) from error
        for one in study.memberships.select_related("user").order_by("given_at", "pk"):
            self.stdout.write(f"{one.user.username}: {one.role}, since {one.given_at:%Y-%m-%d}")
        if not study.memberships.exists():
            self.stdout.write("Nobody has a role in it: only admins see it.")
