"""Any panel: the names of its parameters, and the addresses or codes by which people go back to it."""

import re
from collections.abc import Iterator, Mapping
from string import Template
from urllib.parse import quote, urlsplit

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from judging.recruiters.base import Recruiter
from judging.recruiters.calling import Call
from judging.recruiters.checking import check_offer, is_address
from judging.recruiters.values import Coming, Exit, Offer, Outcome, Part
from turingapp.errors import NotEligible, Problem

LONGEST_ID = 120
PARAMETERS = ("person_parameter", "assignment_parameter", "part_parameter")
PARAMETER = re.compile(r"[A-Za-z0-9_-]{0,60}")
FIELDS = {*PARAMETERS, "returns", "dynamic_codes"}
CONNECT = {
    "person_parameter": "participantId",
    "assignment_parameter": "assignmentId",
    "part_parameter": "projectId",
    "dynamic_codes": False,  # CloudResearch gave them up
}
SONA = {"person_parameter": "survey_code", "assignment_parameter": "survey_code", "dynamic_codes": False}
PRESETS: Mapping[str, Mapping[str, object]] = {"connect": CONNECT, "sona": SONA}


class Panel(Recruiter):
    """A platform that sends people by an address with parameters and takes them back by another, or by a code.

    `offer.details` names them: `person_parameter`, `assignment_parameter`, `returns` (an address for each outcome, in
    which `$person`, `$assignment` and `$code` are filled in). Fixed codes are `offer.codes`; with `dynamic_codes` each
    visit shows its own.
    """

    slug, title = "panel", gettext_noop("Panel")
    environments = ("live", "local")
    currencies = ("USD", "GBP", "EUR")

    def validate(self, offer: Offer, environment: str) -> tuple[Problem, ...]:
        """Parameters by name, and for every outcome a way back."""
        return (*check_offer(offer, is_local=environment == "local", currencies=self.currencies), *self._check(offer))

    def _check(self, offer: Offer) -> Iterator[Problem]:
        details = offer.details
        for name in sorted(details.keys() - FIELDS):
            yield Problem(
                f"details.{name}", repr(details[name]), _("there are %(names)s") % {"names": ", ".join(sorted(FIELDS))}
            )
        for name in PARAMETERS:
            if not PARAMETER.fullmatch(str(details.get(name, ""))):
                yield Problem(f"details.{name}", repr(details[name]), _("letters, digits, _ and - name a parameter"))
        if not details.get("person_parameter"):
            yield Problem("details.person_parameter", _("missing"), _("name the parameter that tells people apart"))
        is_connect = all(details.get(name) == CONNECT[name] for name in ("person_parameter", "part_parameter"))
        if is_connect and details.get("dynamic_codes"):
            yield Problem(
                "details.dynamic_codes", "true", _("CloudResearch Connect takes fixed codes only; leave it out")
            )
        yield from self._check_returns(offer)

    def _check_returns(self, offer: Offer) -> Iterator[Problem]:
        returns = offer.details.get("returns", {})
        if not isinstance(returns, dict):
            yield Problem(
                "details.returns", repr(returns), _("it should be an object with an address for each outcome")
            )
            return
        for outcome in Outcome:
            if outcome not in returns and outcome not in offer.codes and not offer.details.get("dynamic_codes"):
                yield Problem(
                    f"details.returns.{outcome}",
                    _("missing"),
                    _("give an address or a code for this outcome"),
                )
        for outcome, address in returns.items():
            if outcome not in tuple(Outcome):
                yield Problem(
                    f"details.returns.{outcome}",
                    _("no outcome"),
                    _("there are %(names)s") % {"names": ", ".join(Outcome)},
                )
            elif not isinstance(address, str) or not is_address(address) or urlsplit(address).scheme != "https":
                yield Problem(
                    f"details.returns.{outcome}",
                    repr(address),
                    _("it should be an https address"),
                )

    def open_part(self, offer: Offer, *, environment: str, call: Call) -> Part:
        """The panel is opened there; here the address is ready."""
        return Part(call.token, environment, {"address": offer.address})

    def read_arrival(self, offer: Offer, query: Mapping[str, str]) -> Coming:
        """The values of the named parameters."""
        person = query.get(str(offer.details["person_parameter"]), "").strip()
        assignment = query.get(str(offer.details.get("assignment_parameter", "")), "").strip() or person
        part = query.get(str(offer.details.get("part_parameter", "")), "").strip()
        if not person or max(len(person), len(assignment), len(part)) > LONGEST_ID:
            raise NotEligible(_("The address does not say who you are: please start from the panel's own page."))
        return Coming(part, assignment, person)

    def find_exit(self, offer: Offer, outcome: Outcome, *, environment: str, coming: Coming, code: str) -> Exit:
        """The outcome's address with its blanks filled in, else its code."""
        shown = code if offer.details.get("dynamic_codes") else offer.codes.get(outcome, "")
        address = offer.details.get("returns", {}).get(outcome)
        if not address:
            return Exit(code=shown)
        values = {"person": coming.person, "assignment": coming.platform_assignment, "code": shown}
        filled = Template(address).safe_substitute({name: quote(value, safe="") for name, value in values.items()})
        return Exit("get", filled, code=shown)

    def find_return(self, offer: Offer, *, environment: str, coming: Coming) -> Exit | None:
        """The way of who is screened out, where it is an address or a fixed code; there is no code of the visit."""
        return self.find_exit(offer, Outcome.SCREENED_OUT, environment=environment, coming=coming, code="")
