"""A study's own caps on what it may spend."""

from django.db import transaction
from django.db.models import Sum
from django.utils.translation import gettext

from judging import ledger
from judging.models import Study
from judging.models.recruiting import Budget, LedgerEntry
from judging.recruiters.money import Money
from turingapp.errors import InvalidOffer, Problem


@transaction.atomic
def set_budget(study: Study, *, study_cap: int | None, person_cap: int | None) -> Budget:
    """Give a study caps of its own; None for those of the settings. Raises InvalidOffer below what is committed."""
    locked = ledger.lock_study(study.pk)
    budget, _ = Budget.objects.update_or_create(
        study=locked, defaults={"study_cap": study_cap, "person_cap": person_cap}
    )
    caps = ledger.find_caps(locked)
    problems = [
        Problem(
            name,
            str(Money(cap, currency)),
            gettext("%(spent)s is committed or paid already") % {"spent": Money(spent, currency)},
        )
        for name, cap, sums in zip(
            (gettext("cap of the study"), gettext("cap of one person")),
            caps,
            (sum_currencies(study), sum_largest(study)),
            strict=True,
        )
        for currency, spent in sums.items()
        if cap < spent
    ]
    if problems:
        raise InvalidOffer(problems)
    return budget


def sum_currencies(study: Study) -> dict[str, int]:
    """All that the study has committed or paid, by currency."""
    rows = study.ledger.exclude(state=LedgerEntry.State.VOID).values_list("currency")
    return {currency: total for currency, total in rows.annotate(Sum("amount")).order_by() if total}


def sum_largest(study: Study) -> dict[str, int]:
    """The most that one person gets, by currency."""
    rows = study.ledger.filter(kind__in=ledger.TO_PEOPLE).exclude(state=LedgerEntry.State.VOID)
    largest: dict[str, int] = {}
    for currency, _, total in rows.values_list("currency", "submission__identity").annotate(Sum("amount")).order_by():
        largest[currency] = max(largest.get(currency, 0), total)
    return largest
