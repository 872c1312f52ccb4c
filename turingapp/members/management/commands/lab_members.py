"""`manage.py lab_members [ACCOUNT]`: the accounts of the lab and their roles, given and taken; new accounts."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from turingapp.errors import InvalidPayload, Refused
from turingapp.members.accounts import (
    ADMIN,
    NONE,
    add_account,
    change_standing,
    find_account,
    list_accounts,
    switch_account,
    take_second_factor,
    write_password_link,
)
from turingapp.members.roles import LAB_ROLES


class Command(BaseCommand):
    """Shows and changes who is what in the lab."""

    help = "List the accounts of the lab; add one, change its role, switch it off, or make a link for its password."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("account", nargs="?", help="the name with which somebody logs in")
        parser.add_argument("--new", action="store_true", help="add the account, and print a link for its password")
        parser.add_argument(
            "--role", choices=[*(role.value for role in LAB_ROLES), ADMIN, NONE], help="what it becomes in the lab"
        )
        parser.add_argument("--link", action="store_true", help="print a link by which its password is set anew")
        parser.add_argument("--no-second-factor", action="store_true", help="take its second factor off, if it is lost")
        switch = parser.add_mutually_exclusive_group()
        switch.add_argument("--off", action="store_true", help="let nobody log in with it")
        switch.add_argument("--on", action="store_true", help="let it log in again")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["account"]:
            try:
                self.change(options["account"], options)
            except (InvalidPayload, Refused) as error:
                raise CommandError(str(error)) from error
        for account in list_accounts():
            off = "" if account.user.is_active else ", switched off"
            self.stdout.write(f"{account.user.username}: {account.standing}, {account.studies} studies{off}")

    def change(self, name: str, options: dict[str, Any]) -> None:
        """Do what was asked for with one account; raises InvalidPayload, Refused."""
        user = add_account(name) if options["new"] else find_account(name)
        if options["role"]:
            change_standing(user, options["role"], by="", at=timezone.now())
        if options["off"] or options["on"]:
            switch_account(user, is_active=bool(options["on"]))
        if options["no_second_factor"]:
            take_second_factor(user)
        if options["new"] or options["link"]:
            self.stdout.write(f"Within three days, once: {settings.PUBLIC_URL}{write_password_link(user)}")
