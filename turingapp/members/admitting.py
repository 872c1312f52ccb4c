"""Who is admitted to what: a request held against the permission matrix, for pages, downloads and the API alike."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _

from analysis.packages.asking import find_linked
from judging.models import Collection, Posting, Study
from turingapp.members.matrix import SEE_COLLECTION, SEE_STUDY, Deed, Scope
from turingapp.members.noting import LOOKING, Asked, Outcome, begin, describe, note, remember
from turingapp.members.rights import Rights, find_rights
from turingapp.members.roles import Role


def admit(request: HttpRequest, deed: Deed, named: Mapping[str, Any], *, way: str, doing: str) -> list[Study]:
    """The studies that an address names, where whoever asks is allowed this deed on them, which the log then tells.

    Raises Http404 where they may not be seen, PermissionDenied where this may not be done.
    """
    asked = Asked(deed, way, doing, request.user.get_username(), on=describe(leave_out_study(deed, named)))
    remember(request, asked)
    studies = find_studies(deed.scope, named)
    if deed.scope is Scope.STUDY:
        asked.study = studies[0].slug
    check(find_rights(request), deed, studies)
    if request.method not in LOOKING:
        if deed.reveals:
            note(asked, Outcome.SHOWN, at=timezone.now())
        begin(asked, at=timezone.now())
    return studies


def leave_out_study(deed: Deed, named: Mapping[str, Any]) -> Mapping[str, Any]:
    """The parts of an address but for the study, which has a place of its own in the log."""
    return {name: value for name, value in named.items() if deed.scope is not Scope.STUDY or name != "slug"}


def check(rights: Rights, deed: Deed, studies: Sequence[Study]) -> None:
    """Nothing where the deed is allowed on these studies; raises Http404, PermissionDenied."""
    keys = [study.pk for study in studies]
    seeing = {Scope.STUDY: SEE_STUDY, Scope.COLLECTION: SEE_COLLECTION}.get(deed.scope)
    if seeing is not None and not rights.allow(seeing, keys):
        raise Http404(_("There is nothing of this name that you may see."))
    if not rights.allow(deed, keys):
        raise PermissionDenied(explain(rights, deed))


def explain(rights: Rights, deed: Deed) -> str:
    """Why the matrix does not allow this deed, and who can change that."""
    if not rights.may_enter:
        return _("Your account has no role in the workplace yet. Ask an admin to give it one.")
    if not deed.roles:
        return _("You may not %(deed)s: only admins may.") % {"deed": deed.says}
    roles = ", ".join(str(role.label) for role in Role if role in deed.roles)
    if deed.scope is Scope.LAB:
        sentence = _("You may not %(deed)s. That takes one of these roles %(where)s: %(roles)s. Ask an admin.")
    else:
        sentence = _("You may not %(deed)s. That takes one of these roles %(where)s: %(roles)s. Ask an owner.")
    return sentence % {"deed": deed.says, "where": deed.scope.label, "roles": roles}


def find_studies(scope: Scope, named: Mapping[str, Any]) -> list[Study]:
    """What the parts of an address name: one study, those of a collection, or none; raises Http404."""
    if scope is Scope.COLLECTION:
        return list(get_object_or_404(Collection, slug=named["slug"]).studies.all())
    if scope is not Scope.STUDY:
        return []
    if "public_id" in named:
        return [get_object_or_404(Posting.objects.select_related("study"), public_id=named["public_id"]).study]
    if "link" in named:
        package = find_linked(named["link"], at=timezone.now())
        if package is None:
            raise Http404("This link is over: a package is kept for a day. Ask for another on the study's page.")
        return [package.study]
    return [get_object_or_404(Study, slug=named["slug"])]
