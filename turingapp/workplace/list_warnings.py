"""What in a study asks for a look: many who leave, wrong controls, signs of programs, alerts; and what it has spent."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.db.models import Count, Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from judging.models import Alert, Assignment, LedgerEntry, Study, VisitTally
from judging.recruiters.money import Money
from judging.signs import HONEYPOT

State = Assignment.State
FEWEST_VISITS, FEWEST_CONTROLS = 10, 20  # below these a share says nothing
MOST_LEFT, FEWEST_RIGHT = 0.25, 0.75
OVER = (State.FINISHED, State.SCREENED_OUT, State.WITHDRAWN, State.ERASED, State.EXPIRED)


def list_warnings(studies: Sequence[Study], states: Mapping[int, Mapping[str, int]]) -> Mapping[int, list[str]]:
    """By study, each in a few words."""
    found: defaultdict[int, list[str]] = defaultdict(list)
    for study in studies:
        over = sum(states[study.pk].get(state, 0) for state in OVER)
        left = over - states[study.pk].get(State.FINISHED, 0)
        if over >= FEWEST_VISITS and left > MOST_LEFT * over:
            found[study.pk].append(_("%(share)d%% left before the end") % {"share": 100 * left // over})
    for study_id, controls, right in sum_controls(studies):
        if controls >= FEWEST_CONTROLS and right < FEWEST_RIGHT * controls:
            found[study_id].append(_("%(share)d%% of controls right") % {"share": 100 * right // controls})
    for study_id, number in count_signs(studies):
        said = ngettext("%(number)d visit like a program", "%(number)d visits like a program", number)
        found[study_id].append(said % {"number": number})
    for study_id, number in count_alerts(studies):
        found[study_id].append(ngettext("%(number)d alert", "%(number)d alerts", number) % {"number": number})
    return found


def sum_controls(studies: Sequence[Study]) -> list[tuple[int, int, int]]:
    """Control questions answered, and answered right, by study, as far as visits are counted."""
    tallies = VisitTally.objects.filter(study__in=studies, is_main=True).order_by()
    return list(tallies.values_list("study").annotate(Sum("controls"), Sum("controls_right")))


def count_signs(studies: Sequence[Study]) -> list[tuple[int, int]]:
    """Visits that filled in the field that only programs see, by study."""
    visits = Assignment.objects.filter(study__in=studies, kind=Assignment.Kind.MAIN)
    trapped = visits.filter(**{f"signs__{HONEYPOT}__gt": 0})
    return list(trapped.order_by().values_list("study").annotate(Count("pk")))


def count_alerts(studies: Sequence[Study]) -> list[tuple[int, int]]:
    """Alerts that have not passed, by study."""
    raised = Alert.objects.filter(study__in=studies, passed_at=None)
    return [(study, number) for study, number in raised.order_by().values_list("study").annotate(Count("pk")) if study]


def sum_spending(studies: Sequence[Study]) -> Mapping[int, list[Money]]:
    """What is set aside and paid, fees too, by study; one amount for each currency."""
    rows = LedgerEntry.objects.filter(study__in=studies).exclude(state=LedgerEntry.State.VOID)
    found: defaultdict[int, list[Money]] = defaultdict(list)
    for study, currency, amount in rows.order_by("currency").values_list("study", "currency").annotate(Sum("amount")):
        found[study].append(Money(amount, currency))
    return found
