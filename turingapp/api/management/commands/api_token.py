"""`manage.py api_token USER`: tokens of the API: made, listed, revoked."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from judging.management.naming import refusals_told
from turingapp.api.models import ApiToken
from turingapp.api.scopes import TokenScope
from turingapp.api.tokens import USUAL_DAYS, make_token, revoke_token


class Command(BaseCommand):
    """A token is printed once, by itself, so that it can go where it is needed."""

    help = "Make a token of the API for an account, list its tokens, or revoke one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose token, and what to do."""
        parser.add_argument("user", help="name of the account whose rights the token has")
        parser.add_argument("--name", help="makes a token: what it is for")
        known = ", ".join(TokenScope.values)
        parser.add_argument("--scope", action="append", default=[], help=f"again and again: {known}")
        parser.add_argument("--days", type=int, default=USUAL_DAYS, help=f"that it lives (default: {USUAL_DAYS})")
        parser.add_argument("--revoke", type=int, metavar="NUMBER", help="revokes a token of the list")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do one of the three."""
        user = User.objects.filter(username=options["user"]).first()
        if user is None:
            raise CommandError(f"There is no account {options['user']!r}.")
        if options["name"] is not None:
            self._make(user, options)
        elif options["revoke"] is not None:
            self._revoke(user, options["revoke"])
        else:
            self._list(user)

    def _make(self, user: User, options: dict[str, Any]) -> None:
        wanted = {"name": options["name"], "scopes": options["scope"], "days": options["days"]}
        with refusals_told():
            made = make_token(user, at=timezone.now(), **wanted)
        self.stderr.write(f"This token is shown once; it lives until {made.token.expires_at:%Y-%m-%d %H:%M} UTC.")
        self.stdout.write(made.secret)

    def _revoke(self, user: User, number: int) -> None:
        if not revoke_token(user, number, at=timezone.now()):
            raise CommandError(f"{user.username} has no token {number} that is not revoked.")
        self.stdout.write(f"Token {number} is revoked.")

    def _list(self, user: User) -> None:
        at = timezone.now()
        for token in ApiToken.objects.filter(user=user):
            state = "revoked" if token.revoked_at else "live" if token.is_live(at) else "over"
            until = f"until {token.expires_at:%Y-%m-%d %H:%M} UTC"
            self.stdout.write(f"{token.pk}  {token.hint}…  {state}, {until}  {token.name}: {', '.join(token.scopes)}")
        if not ApiToken.objects.filter(user=user).exists():
            self.stdout.write(f"{user.username} has no tokens; --name and --scope make one.")
