"""What recruiters and we tell each other: offers, parts, submissions, who comes and how they leave. Plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from judging.recruiters.money import Money

Data = dict[str, Any]


class Outcome(StrEnum):
    """How a visit ends, as the platform is to hear of it."""

    COMPLETE = "complete"
    SCREENED_OUT = "screened_out"
    FULL = "full"
    FAILED = "failed"


class Status(StrEnum):
    """How a submission stands at its platform."""

    ACTIVE = "active"
    SUBMITTED = "submitted"
    APPROVED = "approved"
    REJECTED = "rejected"
    RETURNED = "returned"
    TIMED_OUT = "timed_out"
    SCREENED_OUT = "screened_out"


DECIDED = (Status.SUBMITTED, Status.APPROVED, Status.REJECTED, Status.SCREENED_OUT)
UNDECIDED = (Status.ACTIVE, Status.SUBMITTED)  # who may still hand in, or waits for a decision


@dataclass(frozen=True, slots=True)
class Requirements:
    """Who may take part. Each platform refuses what it cannot ask for."""

    countries: tuple[str, ...] = ()  # ISO 3166 alpha-2
    least_approval_percent: int | None = None
    least_approved: int | None = None
    masters: bool = False
    adult: bool = False
    without: tuple[str, ...] = ()  # the platform's ids of groups or qualifications whose holders are left out
    only: tuple[str, ...] = ()  # … and of those whose holders alone may take part
    filters: tuple[Data, ...] = ()  # Prolific's own form


@dataclass(frozen=True, slots=True)
class Offer:
    """What a posting offers to people."""

    title: str
    description: str
    address: str  # of the arrival page
    reward: Money
    places: int
    minutes: int  # that a visit is expected to take
    allowed_minutes: int  # that a visit may take
    open_hours: int = 72
    approve_after_hours: int = 72  # the platform approves by itself what nobody has decided by then
    keywords: tuple[str, ...] = ()
    requirements: Requirements = field(default_factory=Requirements)
    part_places: int = 0  # how many places the platform's own objects should have; 0 for the recruiter's habit
    codes: Mapping[Outcome, str] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)  # what only one recruiter understands

    @property
    def hourly(self) -> Money:
        """What an hour pays at the expected pace."""
        return Money(self.reward.amount * 60 // max(self.minutes, 1), self.reward.currency)


@dataclass(frozen=True, slots=True)
class Cost:
    """What an offer costs: the platform's fee apart."""

    rewards: Money
    fees: Money

    @property
    def total(self) -> Money:
        """Both together."""
        return self.rewards + self.fees


@dataclass(frozen=True, slots=True)
class Part:
    """One object of the platform that belongs to a posting: a HIT, a study."""

    platform_id: str
    environment: str
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PartStatus:
    """How a part stands at its platform."""

    places: int
    available: int
    is_open: bool
    is_paused: bool = False  # not open, and can go on, where the platform knows of pauses
    busy: int = 0  # people at work, where the platform tells
    address: str = ""  # where people find it


@dataclass(frozen=True, slots=True)
class Submission:
    """What a platform says of one person's hold of one place."""

    platform_assignment: str
    person: str
    status: Status
    accepted_at: datetime | None = None
    submitted_at: datetime | None = None
    decided_at: datetime | None = None
    code: str = ""


@dataclass(frozen=True, slots=True)
class Payee:
    """Whom a decision or a bonus is for: the pair that the platform knows."""

    part: Part
    platform_assignment: str
    person: str


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus to pay."""

    amount: Money
    reason: str
    earlier: int = 0  # bonuses of this amount that we have paid for the same submission before


@dataclass(frozen=True, slots=True)
class Coming:
    """What the address says of who comes; a preview has nobody."""

    part_id: str
    platform_assignment: str
    person: str
    is_preview: bool = False


@dataclass(frozen=True, slots=True)
class Exit:
    """The way back to the platform: a form to post, an address to follow, a code to type, or nothing."""

    method: str = ""  # "post", "get" or empty
    address: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    code: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """A platform's hint that something has happened to a part or a submission."""

    event_id: str
    part_id: str = ""
    platform_assignment: str = ""
    accepted_at: datetime | None = None  # when somebody took the place, where that is what happened
    is_local: bool = False  # from the platform on this machine, whose word goes for nothing else
