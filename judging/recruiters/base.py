"""The contract of a recruiter: who brings people and pays them. Values in, values out; it knows no database."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from judging.recruiters.calling import Call
from judging.recruiters.messaging import Letter
from judging.recruiters.money import Money
from judging.recruiters.values import (
    Bonus,
    Coming,
    Cost,
    Exit,
    Notice,
    Offer,
    Outcome,
    Part,
    PartStatus,
    Payee,
    Requirements,
    Submission,
)
from turingapp.errors import PermanentServiceError, Problem


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
    writes_messages: ClassVar[bool] = False  # whether people can be written to through it
    keeps_lists: ClassVar[bool] = False  # whether the platform can shut out who is on a list of ours
    shortest_reason: ClassVar[int] = 10  # letters that a rejection's reason needs
    accept_first: ClassVar[str] = gettext_noop("Start at the platform first")  # on the button of a preview
    # How a place is returned there, unpaid.
    how_to_return: ClassVar[str] = gettext_noop("Please return or cancel your place at the site that sent you.")

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
        raise self.cannot(_("approve submissions"))

    def reject(self, payee: Payee, reason: str, *, call: Call) -> None:
        """Refuse to pay the reward."""
        raise self.cannot(_("reject submissions"))

    def pay_bonus(self, payee: Payee, bonus: Bonus, *, call: Call) -> None:
        """Pay a bonus."""
        raise self.cannot(_("pay bonuses"))

    def list_bonuses(self, part: Part) -> Iterator[tuple[str, int]]:
        """Every bonus that the platform tells of: the submission's id there, and the amount."""
        return iter(())

    def admit_only(self, person: str, *, name: str, environment: str, call: Call) -> Requirements:
        """Requirements that this one person alone meets."""
        raise self.cannot(_("post to one person only"))

    def find_list(self, name: str, *, offer: Offer, environment: str) -> str:
        """The id of our list of people of this name, made where it is new; an offer's requirements may name it."""
        raise self.cannot(_("keep lists of people"))

    def put_on_list(self, list_id: str, person: str, *, environment: str) -> None:
        """Put a person on a list; again changes nothing."""
        raise self.cannot(_("keep lists of people"))

    def send_message(self, payee: Payee, letter: Letter, *, call: Call) -> None:
        """Write to somebody."""
        raise self.cannot(_("write to people"))

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
        raise self.cannot(_("send notices"))

    def cannot(self, deed: str) -> PermanentServiceError:
        """What is raised where a recruiter is asked for more than it does."""
        return PermanentServiceError(
            _("%(recruiter)s cannot %(deed)s from here; do it at the platform.")
            % {"recruiter": self.title, "deed": deed}
        )
