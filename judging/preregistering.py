"""Locking a study's plan before anybody has come, and what was done otherwise since."""

from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from judging.models import Assignment, Preregistration, Study
from judging.models.preregistrations import find_preregistration
from judging.preregistration import Plan
from judging.versioning import Change, diff_settings
from turingapp.errors import InvalidProtocol, Problem


@dataclass(frozen=True, slots=True)
class VersionDeviations:
    """What a version of the protocol has otherwise than the plan."""

    version: int
    created_at: datetime
    changes: list[Change]


@transaction.atomic
def lock_plan(plan: Plan, *, slug: str, who: str, at: datetime) -> Preregistration:
    """Write the plan of a study down for good.

    The same plan again changes nothing. Raises InvalidProtocol where the protocol is another study's, a plan is locked
    already, or visits have begun.
    """
    if plan.protocol.slug != slug:
        rule = _("the protocol in the file is on another study; this one is %(study)s") % {"study": slug}
        raise InvalidProtocol([Problem("protocol.slug", repr(plan.protocol.slug), rule)])
    study = Study.objects.select_for_update(no_key=True).filter(slug=slug).first()
    locked = find_preregistration(slug)
    if locked is not None:
        return check_same(locked, plan)
    if study is not None and (visits := study.assignments.filter(kind=Assignment.Kind.MAIN).count()):
        rule = _("visits to it have begun (%(number)s); a plan is locked before the first") % {"number": visits}
        raise InvalidProtocol([Problem("study", repr(slug), rule)])
    facts = {"document": plan.document, "sha256": plan.sha256, "locked_at": at, "locked_by": who}
    try:
        with transaction.atomic():
            return Preregistration.objects.create(study_slug=slug, **facts)
    except IntegrityError:  # somebody locked one at the same moment
        return check_same(Preregistration.objects.get(study_slug=slug), plan)


def check_same(locked: Preregistration, plan: Plan) -> Preregistration:
    """The plan that is locked, where this is the same; raises InvalidProtocol otherwise."""
    if locked.sha256 == plan.sha256:
        return locked
    rule = _("another plan is locked since %(at)s UTC and is never changed; what is done otherwise is reported") % {
        "at": format(locked.locked_at, "%Y-%m-%d %H:%M")
    }
    raise InvalidProtocol([Problem("study", repr(locked.study_slug), rule)])


def list_deviations(locked: Preregistration) -> list[VersionDeviations]:
    """What each version of the study's protocol has otherwise than the plan; none that keeps to it."""
    plan, study = locked.plan, Study.objects.filter(slug=locked.study_slug).first()
    if plan is None:
        return []
    found = [
        VersionDeviations(protocol.version, protocol.created_at, diff_settings(plan.protocol, protocol.settings))
        for protocol in (study.protocols.order_by("version") if study else ())
    ]
    return [one for one in found if one.changes]
