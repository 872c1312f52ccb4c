"""Giving and taking roles, in a study or in the lab."""

from datetime import datetime

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db import transaction
from django.utils.translation import gettext as _

from judging.models import Study
from turingapp.errors import Refused
from turingapp.members.models import Membership
from turingapp.members.roles import Role


@transaction.atomic
def give_role(user: User, role: Role, *, study: Study | None = None, by: str, at: datetime) -> Membership:
    """The role of an account in a study, or in the lab where none is named; another that it had there is over.

    Raises Refused where the study would be left without an owner, or the lab would get one.
    """
    if study is None and role is Role.OWNER:
        raise Refused(_("Nobody owns the lab: choose another role."))
    keep_an_owner(user, study, role)
    given = {"role": role, "given_by": by, "given_at": at}
    return Membership.objects.update_or_create(user=user, study=study, defaults=given)[0]


@transaction.atomic
def take_role(user: User, *, study: Study | None = None) -> bool:
    """Take what an account has in a study, or in the lab; whether it had something. Raises Refused for a last owner."""
    keep_an_owner(user, study, None)
    return bool(Membership.objects.filter(user=user, study=study).delete()[0])


def keep_an_owner(user: User, study: Study | None, role: Role | None) -> None:
    """Raise Refused where this account is the only owner of the study and would be it no more; locks the study."""
    if study is None or role is Role.OWNER:
        return
    owners = Membership.objects.filter(
        study=Study.objects.select_for_update(no_key=True).get(pk=study.pk), role=Role.OWNER
    )
    if [owner.user_id for owner in owners] == [user.pk]:
        sentence = _("%(name)s is the only owner of %(study)s. Make somebody else an owner first.")
        raise Refused(sentence % {"name": user.get_username(), "study": study.title})


def make_owner(user: AbstractBaseUser | AnonymousUser, study: Study, *, at: datetime) -> None:
    """Who opens a study owns it; called in the transaction that opens it."""
    if isinstance(user, User):
        give_role(user, Role.OWNER, study=study, by=user.get_username(), at=at)


def own_what_is_new(user: AbstractBaseUser | AnonymousUser, slug: str, *, at: datetime) -> None:
    """Who loads the first judgements of a study, by which it is made at this time, owns it; called as above."""
    for study in Study.objects.filter(slug=slug, created_at=at):
        make_owner(user, study, at=at)
