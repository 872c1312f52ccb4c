"""Builders of accounts with roles."""

from django.contrib.auth.models import User

from judging.models import Study
from tests.builders import AT
from turingapp.members.models import Membership
from turingapp.members.roles import Role

PASSWORD = "plenty of letters"


def make_member(name: str, role: Role | None = None, study: Study | None = None) -> User:
    """An account with a role in a study, or in the lab where none is named; None for no role yet."""
    user = User.objects.filter(username=name).first() or User.objects.create_user(name, password=PASSWORD)
    if role is not None:
        Membership.objects.create(user=user, study=study, role=role, given_by="", given_at=AT)
    return user
