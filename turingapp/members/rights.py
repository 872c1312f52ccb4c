"""What one account may do: its roles, read once for a request, held against the matrix."""

from collections.abc import Collection as Several
from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import QuerySet
from django.http import HttpRequest

from analysis.models import EvaluationRun
from judging.models import Collection, Study
from turingapp.members.matrix import SEE_STUDY, Deed, Scope
from turingapp.members.models import Membership
from turingapp.members.roles import Role


@dataclass(frozen=True, slots=True)
class Rights:
    """The roles of one account, by the number of the study; None is the lab."""

    is_admin: bool
    roles: Mapping[int | None, Role]

    @property
    def may_enter(self) -> bool:
        """Whether the account has any role."""
        return self.is_admin or bool(self.roles)

    def allow(self, deed: Deed, studies: Several[int] = ()) -> bool:
        """Whether the deed is allowed, on all of these studies where it is about studies.

        A collection without studies is for those who have such a role in the lab.
        """
        if self.is_admin:
            return True
        if deed.scope is Scope.NOBODY:
            return True
        if deed.scope is Scope.ANY:
            return bool(self.roles)
        if deed.scope is Scope.STUDY:
            return bool(studies) and all(self.roles.get(study) in deed.roles for study in studies)
        asked = studies if deed.scope is Scope.COLLECTION and studies else [None]
        return all(self.roles.get(study) in deed.roles for study in asked)

    def choose_studies(self, deed: Deed = SEE_STUDY) -> "QuerySet[Study]":
        """The studies on which the deed is allowed."""
        if self.is_admin:
            return Study.objects.all()
        return Study.objects.filter(pk__in=[pk for pk, role in self.roles.items() if pk and role in deed.roles])

    def choose_hidden_studies(self, deed: Deed = SEE_STUDY) -> "QuerySet[Study]":
        """The studies on which the deed is not allowed."""
        return Study.objects.exclude(pk__in=self.choose_studies(deed).values("pk"))

    def choose_collections(self) -> "QuerySet[Collection]":
        """The collections of which every study may be seen."""
        if self.is_admin:
            return Collection.objects.all()
        hidden = self.choose_hidden_studies().exclude(collection=None)
        chosen = Collection.objects.exclude(pk__in=hidden.values("collection"))
        return chosen if None in self.roles else chosen.exclude(studies=None)

    def choose_evaluations(self) -> "QuerySet[EvaluationRun]":
        """The evaluations of whole tasks and pools, and of studies that may be seen."""
        if self.is_admin:
            return EvaluationRun.objects.all()
        return EvaluationRun.objects.exclude(source__in=self.choose_hidden_studies().values("slug"))


NO_RIGHTS = Rights(is_admin=False, roles={})


def read_rights(user: AbstractBaseUser | AnonymousUser) -> Rights:
    """What this account may do, by one query; nothing for nobody and for accounts that were switched off."""
    if not user.is_active:
        return NO_RIGHTS
    if getattr(user, "is_superuser", False):
        return Rights(is_admin=True, roles={})
    rows = Membership.objects.filter(user_id=user.pk).values_list("study", "role")
    return Rights(is_admin=False, roles={study: Role(role) for study, role in rows})


def find_rights(request: HttpRequest) -> Rights:
    """What whoever asks may do, read once for a request."""
    if not hasattr(request, "rights"):
        request.rights = read_rights(request.user)  # type: ignore[attr-defined]  # of our own
    rights: Rights = request.rights  # type: ignore[attr-defined]
    return rights
