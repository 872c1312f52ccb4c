"""What paying people beyond their rewards would cost, told before anything is asked."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from judging import ledger
from judging.compensating import COMPENSATION
from judging.models.recruiting import Outgoing, PlatformSubmission, Posting
from judging.recruiters.money import Money
from judging.recruiters.values import Requirements
from turingapp.errors import OverCap


@dataclass(frozen=True, slots=True)
class Spending:
    """What a deed would cost, and what the study's cap leaves for it."""

    people: int  # who have not been paid so yet
    amounts: Money
    fees: Money
    left: Money

    @property
    def total(self) -> Money:
        """Amounts and fees."""
        return self.amounts + self.fees

    @property
    def fits(self) -> bool:
        """Whether the cap allows it."""
        return self.total <= self.left


def estimate_bonuses(
    posting: Posting, submissions: Sequence[PlatformSubmission], *, amount: int, name: str
) -> Spending:
    """What a bonus of this name costs; who has it, or will get it, costs nothing more."""
    causes = {f"bonus:{row.pk}:{name}": row for row in submissions}
    over = (Outgoing.State.FAILED, Outgoing.State.CANCELED)
    known = set(Outgoing.objects.filter(cause__in=causes).exclude(state__in=over).values_list("cause", flat=True))
    fees = [ledger.count_fee(row.part, amount, is_bonus=True) for cause, row in causes.items() if cause not in known]
    return make_spending(posting, amount, fees)


def estimate_compensations(posting: Posting, submissions: Sequence[PlatformSubmission], *, amount: int) -> Spending:
    """What compensating costs, as bonuses or as postings for one person each."""
    if not posting.plugin.compensates_by_posting:
        return estimate_bonuses(posting, submissions, amount=amount, name=COMPENSATION)
    keys = [row.pk for row in submissions]
    known = Posting.objects.filter(study=posting.study_id, offer__details__compensation__in=keys).count()
    fee = posting.plugin.count_fee(amount, part_places=1, requirements=Requirements())
    return make_spending(posting, amount, [fee] * (len(keys) - known))


def make_spending(posting: Posting, amount: int, fees: Sequence[int]) -> Spending:
    """The same amount for each, with these fees."""
    currency = posting.currency
    left = ledger.find_caps(posting.study)[0] - ledger.sum_study(posting.study, currency)
    amounts = Money(amount * len(fees), currency)
    return Spending(len(fees), amounts, Money(sum(fees), currency), Money(left, currency))


def check_fits(spending: Spending, title: str) -> None:
    """Raise OverCap where it would pass the cap of the study of this title."""
    if spending.people and not spending.fits:
        raise OverCap(
            _(
                "This would cost %(cost)s with fees; the cap of %(study)s leaves %(left)s. "
                "Nothing was asked of the platform."
            )
            % {"cost": spending.total, "study": title, "left": spending.left}
        )
