"""What an offer would cost, before anything is written or asked."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _

from judging import ledger
from judging.models import Study
from judging.protocol import Settings
from judging.recruiters.base import Recruiter
from judging.recruiters.money import Money
from judging.recruiters.values import Offer


@dataclass(frozen=True, slots=True)
class Estimate:
    """Amounts if every place is filled. The hourly rate is at the expected pace; floor and ceiling are per hour."""

    reward: Money
    rewards: Money
    fees: Money
    total: Money
    hourly: Money
    floor: Money
    ceiling: Money
    cap: Money
    spent: Money
    is_paid_here: bool  # else the platform pays, and what it charges on top is not known here

    @property
    def left(self) -> Money:
        """What the study's cap leaves before this."""
        return self.cap + self.spent * -1

    @property
    def is_fair(self) -> bool:
        """Whether the hourly rate is within floor and ceiling."""
        return self.floor <= self.hourly <= self.ceiling

    @property
    def is_affordable(self) -> bool:
        """Whether the cap leaves room for the total."""
        return self.total <= self.left

    def list_amounts(self) -> Iterator[tuple[str, Money]]:
        """What a command tells, by name."""
        yield from (("rewards", self.rewards), ("fees", self.fees), ("total", self.total), ("hourly", self.hourly))
        yield _("left in the study's cap"), self.left


@dataclass(frozen=True, slots=True)
class PlanCost:
    """What all the people of a plan cost, before there is a study or a posting."""

    rewards: Money
    fees: Money
    hourly: Money
    has_known_fees: bool  # else the platform pays, and what it charges on top is not known here

    @property
    def total(self) -> Money:
        """Rewards and fees."""
        return self.rewards + self.fees


def estimate_plan(protocol: Settings, people: int, reward: Money, plugin: Recruiter) -> PlanCost:
    """What so many people cost through a recruiter, if each gets the reward."""
    offer = Offer(
        title=protocol.title,
        description="",
        address="",
        reward=reward,
        places=people,
        minutes=protocol.minutes,
        allowed_minutes=protocol.minutes,
    )
    cost = plugin.estimate_cost(offer)
    return PlanCost(cost.rewards, cost.fees, offer.hourly, has_known_fees=plugin.calls_platform)


def estimate_offer(study: Study, offer: Offer, plugin: Recruiter) -> Estimate:
    """What an offer costs through a recruiter, beside what the study may still spend."""
    cost, currency = plugin.estimate_cost(offer), offer.reward.currency
    return Estimate(
        reward=offer.reward,
        rewards=cost.rewards,
        fees=cost.fees,
        total=cost.total,
        hourly=offer.hourly,
        floor=Money(settings.PAY_FLOOR_PER_HOUR, currency),
        ceiling=Money(settings.PAY_CEILING_PER_HOUR, currency),
        cap=Money(ledger.find_caps(study)[0], currency),
        spent=Money(ledger.sum_study(study, currency), currency),
        is_paid_here=plugin.calls_platform,
    )
