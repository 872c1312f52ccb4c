"""Accounts of the lab: which there are, new ones, and the link by which somebody sets their password."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext as _

from turingapp.errors import InvalidPayload, Problem, Refused
from turingapp.members.granting import give_role, take_role
from turingapp.members.models import Membership
from turingapp.members.roles import Role

ADMIN, NONE = "admin", "none"


@dataclass(frozen=True, slots=True)
class Account:
    """One account with what it is in the lab."""

    user: User
    standing: str  # a role, ADMIN or NONE
    studies: int  # in how many it has a role
    has_second_factor: bool

    @property
    def title(self) -> str:
        """What it is, in a word."""
        return {ADMIN: _("Admin"), NONE: _("No role in the lab")}.get(self.standing) or str(Role(self.standing).label)


def list_accounts() -> list[Account]:
    """All accounts by name, with four queries."""
    second = set(Authenticator.objects.filter(type=Authenticator.Type.TOTP).values_list("user_id", flat=True))
    lab = dict(Membership.objects.filter(study=None).values_list("user_id", "role"))
    studies = Counter(Membership.objects.exclude(study=None).values_list("user_id", flat=True))
    return [
        Account(user, ADMIN if user.is_superuser else lab.get(user.pk, NONE), studies[user.pk], user.pk in second)
        for user in User.objects.order_by("username")
    ]


def find_account(name: str) -> User:
    """The account called so; raises InvalidPayload."""
    user = User.objects.filter(username=name).first()
    if user is None:
        raise InvalidPayload([Problem("account", repr(name), _("there is no account of this name"))])
    return user


def add_account(name: str) -> User:
    """A new account that nobody can log in to until its password is set; raises InvalidPayload for a bad name."""
    user = User(username=User.normalize_username(name.strip()))
    user.set_unusable_password()
    try:
        user.full_clean(exclude=("password",))
    except ValidationError as error:
        raise InvalidPayload([Problem("account", repr(name), " ".join(error.messages))]) from error
    user.save(force_insert=True)
    return user


@transaction.atomic
def change_standing(user: User, standing: str, *, by: str, at: datetime) -> None:
    """Make an account an admin, give it a role in the lab, or none. Raises Refused for the last admin."""
    others = User.objects.select_for_update(no_key=True).filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    if user.is_superuser and standing != ADMIN and not list(others):
        raise Refused(_("%(name)s is the only admin. Make somebody else an admin first.") % {"name": user})
    user.is_superuser = user.is_staff = standing == ADMIN
    user.save(update_fields=("is_superuser", "is_staff"))
    if standing in (ADMIN, NONE):
        take_role(user)
    else:
        give_role(user, Role(standing), by=by, at=at)


def switch_account(user: User, *, is_active: bool) -> None:
    """Let an account log in, or no longer; what it was given stays. Raises Refused for the last admin."""
    if not is_active and user.is_superuser:
        raise Refused(_("%(name)s is an admin. Give it another role first.") % {"name": user})
    User.objects.filter(pk=user.pk).update(is_active=is_active)


def take_second_factor(user: User) -> bool:
    """Take the second factor off an account whose owner has lost it; whether it had one."""
    return bool(Authenticator.objects.filter(user=user).delete()[0])


def write_password_link(user: User) -> str:
    """Where somebody sets the password of this account: once, within the days that PASSWORD_RESET_TIMEOUT allows."""
    key = urlsafe_base64_encode(force_bytes(user.pk))
    return reverse("workplace:set_password", args=[key, default_token_generator.make_token(user)])
