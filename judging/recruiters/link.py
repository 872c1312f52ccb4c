"""Plain links: open, personal and classroom ones. Nobody is paid through them."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from judging.recruiters.base import Recruiter
from judging.recruiters.calling import Call
from judging.recruiters.checking import LONGEST_DESCRIPTION, LONGEST_TITLE, check_address, check_places, check_text
from judging.recruiters.values import Coming, Exit, Offer, Outcome, Part
from turingapp.errors import NotEligible, Problem

LONGEST_NAME = 120


class Link(Recruiter):
    """An address that is handed out; `?person=` makes it one person's own."""

    slug, title = "link", gettext_noop("Plain link")
    environments = ("live", "local")
    currencies = ("USD", "GBP", "EUR")
    how_to_return = ""  # nobody holds a place

    def validate(self, offer: Offer, environment: str) -> tuple[Problem, ...]:
        """A title and an address; the pay is between the experimenter and those who get the link."""
        return tuple(self._find_problems(offer))

    def _find_problems(self, offer: Offer) -> Iterator[Problem]:
        yield from check_text("title", offer.title, LONGEST_TITLE)
        yield from check_text("description", offer.description, LONGEST_DESCRIPTION)
        yield from check_address(offer.address, is_local=True)
        yield from check_places(offer)
        if offer.reward.amount:
            yield Problem("reward", str(offer.reward), _("a plain link pays nobody; it should be 0"))

    def open_part(self, offer: Offer, *, environment: str, call: Call) -> Part:
        """There is nothing to open but the address itself."""
        return Part(call.token, environment, {"address": offer.address})

    def read_arrival(self, offer: Offer, query: Mapping[str, str]) -> Coming:
        """The personal name where there is one; the page makes one up for an open link."""
        person = query.get("person", "").strip()
        if len(person) > LONGEST_NAME:
            raise NotEligible(_("This link is damaged: its personal part is too long."))
        if offer.details.get("personal") and not person:
            raise NotEligible(_("This study is by invitation: please use your personal link."))
        return Coming("", person, person)

    def find_exit(self, offer: Offer, outcome: Outcome, *, environment: str, coming: Coming, code: str) -> Exit:
        """The visit's own code, for those who are to show it somewhere."""
        return Exit(code=code if outcome is Outcome.COMPLETE else "")
