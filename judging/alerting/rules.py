"""From which bound on something is worth an alert: as usual, for all studies, or for one."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from judging.models import Study
from judging.models.alerting import AlertKind, AlertRule
from turingapp.errors import InvalidPayload, Problem


@dataclass(frozen=True, slots=True)
class Bound:
    """What a kind of alert is measured by: the usual bound, what it may be, and its unit."""

    usual: float
    least: float
    most: float
    unit: Promise
    says: Promise
    is_of_study: bool = True


PERCENT, HOURS, MINUTES = _("percent"), _("hours"), _("minutes")
BOUNDS: Mapping[AlertKind, Bound] = {
    AlertKind.QUOTA_NEAR: Bound(90, 1, 99, PERCENT, _("of the people or judgements that are wanted have come")),
    AlertKind.QUOTA_FULL: Bound(100, 100, 100, PERCENT, _("of them have come")),
    AlertKind.SPENDING: Bound(80, 1, 100, PERCENT, _("of the study's cap are spent or set aside")),
    AlertKind.REQUESTS: Bound(1, 1, 1000, _("requests"), _("to a platform have failed or are unclear")),
    AlertKind.DECISIONS: Bound(24, 1, 720, HOURS, _("somebody has waited for a decision on their pay")),
    AlertKind.DROP_OUT: Bound(50, 5, 100, PERCENT, _("of the last 50 who came have left before the end")),
    AlertKind.CONTROLS: Bound(30, 5, 100, PERCENT, _("of the control questions of the last 50 visits went wrong")),
    AlertKind.RUNS: Bound(1, 1, 1000, _("runs"), _("of AI agents have stopped by themselves"), is_of_study=False),
    AlertKind.WORKER: Bound(5, 2, 1440, MINUTES, _("no worker has left a sign"), is_of_study=False),
}


@dataclass(frozen=True, slots=True)
class Rule:
    """What holds for a kind of alert."""

    kind: AlertKind
    is_on: bool
    bound: float


def find_rules(study: Study | None) -> dict[AlertKind, Rule]:
    """What holds for one study, or for all where none is named; kinds that are about no study are in the latter."""
    rows = AlertRule.objects.filter(Q(study=study) | Q(study=None))
    found = {AlertKind(row.kind): row for row in sorted(rows, key=lambda row: row.study_id is not None)}
    return {
        kind: Rule(kind, row.is_on, row.bound) if (row := found.get(kind)) else Rule(kind, True, bound.usual)
        for kind, bound in BOUNDS.items()
        if bound.is_of_study or study is None
    }


@transaction.atomic
def set_rule(study: Study | None, rule: Rule) -> None:
    """Keep what is to hold; what holds anyway is not kept apart. Raises InvalidPayload for a bound out of range."""
    allowed = BOUNDS[rule.kind]
    if not allowed.least <= rule.bound <= allowed.most:
        told = {"least": f"{allowed.least:g}", "most": f"{allowed.most:g}", "unit": allowed.unit}
        wanted = gettext("it should be %(least)s to %(most)s %(unit)s") % told
        raise InvalidPayload([Problem(str(rule.kind.label), f"{rule.bound:g}", wanted)])
    if study is not None and not allowed.is_of_study:
        wanted = gettext("it is about no study; set it for all")
        raise InvalidPayload([Problem(str(rule.kind.label), study.slug, wanted)])
    AlertRule.objects.filter(study=study, kind=rule.kind).delete()
    if find_rules(study)[rule.kind] != rule:
        AlertRule.objects.create(study=study, kind=rule.kind, is_on=rule.is_on, bound=rule.bound)
