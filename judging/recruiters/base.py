"""The contract of a recruiter: who brings people and pays them. Values in, values out; it knows no database."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar

from django.conf import settings

from judging.recruiters.calling import Call
from judging.recruiters.money import Money
from turingapp.errors import PermanentServiceError, Problem

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


class Recruiter(ABC):
    """Brings people and pays them. Methods that act on the platform raise TemporaryServiceError or
    PermanentServiceError; those that take a `Call` may run again after any failure and still act once.
    """

    slug: ClassVar[str]
    title: ClassVar[str]
    environments: ClassVar[tuple[str, ...]] = ("live",)
    currencies: ClassVar[tuple[str, ...]] = ("USD",)
    calls_platform: ClassVar[bool] = False  # whether it opens, lists and pays by itself; else people do that there
    secrets: ClassVar[Mapping[str, str]] = {}  # the settings that must be set, each with what belongs there
    closed: ClassVar[str] = ""  # a sentence, where the platform itself takes no accounts any more
    compensates_by_posting: ClassVar[bool] = False  # whether who could not submit is paid by a posting of their own
    keeps_lists: ClassVar[bool] = False  # whether the platform can shut out who is on a list of ours
    shortest_reason: ClassVar[int] = 10  # letters that a rejection's reason needs
    accept_first: ClassVar[str] = "Start at the platform first"  # on the button of a preview
    how_to_return: ClassVar[str] = "Please return or cancel your place at the site that sent you."  # a place, unpaid

    def list_unset(self) -> tuple[str, ...]:
        """The names of secrets that are needed and not set."""
        return tuple(name for name in self.secrets if not getattr(settings, name, ""))

    def test_connection(self, environment: str) -> str:
        """One sentence on the account; raises ServiceError with one where the platform is closed to us."""
        return "Nothing to connect to: people come by their addresses, and are paid by hand or not at all."

    @abstractmethod
    def validate(self, offer: Offer, environment: str) -> tuple[Problem, ...]:
        """What keeps this offer from being posted."""

    def estimate_cost(self, offer: Offer) -> Cost:
        """What all places cost."""
        return Cost(offer.reward * offer.places, Money(0, offer.reward.currency))

    def count_fee(self, amount: int, *, part_places: int, requirements: Requirements) -> int:
        """The platform's fee on one reward or bonus, in minor units."""
        return 0

    def share_out(self, offer: Offer) -> tuple[int, ...]:
        """How many places each of the posting's parts has when it is opened."""
        return (offer.places,)

    def plan_extension(self, offer: Offer, places: Sequence[int], more: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The new sizes of the parts there are, and the sizes of further ones."""
        return ((places[0] + more, *places[1:]), ()) if places else ((), (more,))

    def open_part(self, offer: Offer, *, environment: str, call: Call) -> Part:
        """Put one part with `offer.places` on the platform."""
        return Part(call.token, environment)

    def extend(self, part: Part, places: int, *, call: Call) -> None:  # noqa: B027 - nothing to do by default
        """See to it that the part has so many places in all."""

    def close(self, part: Part, *, call: Call) -> None:  # noqa: B027 - nothing to do by default
        """See to it that nobody more can take a place."""

    def pause(self, part: Part, *, call: Call) -> None:
        """See to it that nobody more can take a place for the time being."""
        self.close(part, call=call)

    def resume(self, part: Part, *, open_hours: int, call: Call) -> None:  # noqa: B027 - nothing to do by default
        """Let people in again, after a pause."""

    def read_part(self, part: Part) -> PartStatus | None:
        """How the part stands; None where the recruiter cannot tell."""
        return None

    def list_parts(self, environment: str) -> Iterator[tuple[str, str]]:
        """The account's objects that carry a token of ours, each as token and platform id."""
        return iter(())

    def list_submissions(self, part: Part) -> Iterator[Submission]:
        """All that the platform tells of a part's submissions."""
        return iter(())

    def approve(self, payee: Payee, *, call: Call) -> None:
        """Pay the reward."""
        raise self.cannot("approve submissions")

    def reject(self, payee: Payee, reason: str, *, call: Call) -> None:
        """Refuse to pay the reward."""
        raise self.cannot("reject submissions")

    def pay_bonus(self, payee: Payee, bonus: Bonus, *, call: Call) -> None:
        """Pay a bonus."""
        raise self.cannot("pay bonuses")

    def list_bonuses(self, part: Part) -> Iterator[tuple[str, int]]:
        """Every bonus that the platform tells of: the submission's id there, and the amount."""
        return iter(())

    def admit_only(self, person: str, *, name: str, environment: str, call: Call) -> Requirements:
        """Requirements that this one person alone meets."""
        raise self.cannot("post to one person only")

    def find_list(self, name: str, *, offer: Offer, environment: str) -> str:
        """The id of our list of people of this name, made where it is new; an offer's requirements may name it."""
        raise self.cannot("keep lists of people")

    def put_on_list(self, list_id: str, person: str, *, environment: str) -> None:
        """Put a person on a list; again changes nothing."""
        raise self.cannot("keep lists of people")

    @abstractmethod
    def read_arrival(self, offer: Offer, query: Mapping[str, str]) -> Coming:
        """Who comes, by the address; raises NotEligible where it does not say."""

    @abstractmethod
    def find_exit(self, offer: Offer, outcome: Outcome, *, environment: str, coming: Coming, code: str) -> Exit:
        """The way back for a visit that ended so."""

    def find_return(self, offer: Offer, *, environment: str, coming: Coming) -> Exit | None:
        """The way to where a place is returned, which hands nothing in; None where no address leads there."""
        return None

    def read_notices(self, headers: Mapping[str, str], body: bytes) -> tuple[Notice, ...]:
        """The notices in a request; raises NotEligible where they are not the platform's. May ask the platform."""
        raise self.cannot("send notices")

    def cannot(self, deed: str) -> PermanentServiceError:
        """What is raised where a recruiter is asked for more than it does."""
        return PermanentServiceError(f"{self.title} cannot {deed} from here; do it at the platform.")
