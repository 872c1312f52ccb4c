"""Prolific, through its REST API."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from judging.recruiters.base import Recruiter
from judging.recruiters.calling import Call
from judging.recruiters.checking import check_offer
from judging.recruiters.messaging import Letter
from judging.recruiters.money import Money, take_percent
from judging.recruiters.prolific_bonuses import pay_bonus
from judging.recruiters.prolific_calls import ask, list_all
from judging.recruiters.prolific_filters import check_filters
from judging.recruiters.prolific_groups import add_to_group, find_or_make_group
from judging.recruiters.prolific_hooks import read_notice
from judging.recruiters.prolific_messages import send_message
from judging.recruiters.prolific_requests import describe_study
from judging.recruiters.prolific_submissions import STATUSES, make_submission
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
    Status,
    Submission,
)
from turingapp.errors import NotEligible, PlatformRefused, Problem, TemporaryServiceError

SITE = "https://app.prolific.com"
LONGEST_ID = 64


class Prolific(Recruiter):
    """One Prolific study per posting; its places only ever go up."""

    slug, title = "prolific", "Prolific"
    environments = ("live", "local")
    currencies = ("GBP", "USD")
    calls_platform = True
    keeps_lists = True
    writes_messages = True
    secrets = MappingProxyType(
        {"PROLIFIC_TOKEN": gettext_noop("an API token, made in the settings of your researcher's account")}
    )
    shortest_reason = 100
    how_to_return = gettext_noop(
        "Please return your place: at Prolific, choose to stop without completing. Others can then take it."
    )

    def test_connection(self, environment: str) -> str:
        """Whether the token is taken, and the currency of the account."""
        account = ask(environment, "GET", "users/me/")
        currency = account.get("currency_code") or _("its own currency")
        return _("Connected: the account pays in %(currency)s.") % {"currency": currency}

    def validate(self, offer: Offer, environment: str) -> tuple[Problem, ...]:
        """What Prolific would refuse, found before it is asked."""
        return (
            *check_offer(offer, is_local=environment == "local", currencies=self.currencies),
            *self._check(offer),
        )

    def _check(self, offer: Offer) -> Iterator[Problem]:
        wanted = offer.requirements
        if wanted.countries or wanted.least_approved is not None or wanted.masters or wanted.adult:
            yield Problem(
                "requirements", str(wanted), _("Prolific takes countries, ages and counts as its own filters")
            )
        yield from check_filters(wanted.filters)
        missing = [outcome for outcome in Outcome if not offer.codes.get(outcome)]
        if missing:
            yield Problem(
                "codes", _("without %(outcome)s") % {"outcome": missing[0]}, _("each outcome needs a completion code")
            )
        if len(set(offer.codes.values())) < len(offer.codes):
            yield Problem("codes", _("not all different"), _("each outcome needs a code of its own"))

    def estimate_cost(self, offer: Offer) -> Cost:
        """Rewards and the fee of the account's kind, as the setting says."""
        fee = self.count_fee(offer.reward.amount, part_places=offer.places, requirements=offer.requirements)
        return Cost(offer.reward * offer.places, Money(fee * offer.places, offer.reward.currency))

    def count_fee(self, amount: int, *, part_places: int, requirements: Requirements) -> int:
        """The fee on a reward or a bonus, in minor units."""
        return take_percent(amount, settings.PROLIFIC_FEE_PERCENT)

    def open_part(self, offer: Offer, *, environment: str, call: Call) -> Part:
        """A draft, then its publication; a draft that an earlier try has left is adopted."""
        study_id = call.recall("study") or (self._find_study(call.token, environment) if call.is_repeat else "")
        if not study_id:
            study_id = ask(environment, "POST", "studies/", body=describe_study(offer, call.token))["id"]
        call.keep("study", study_id)
        if ask(environment, "GET", f"studies/{study_id}/")["status"] == "UNPUBLISHED":
            ask(environment, "POST", f"studies/{study_id}/transition/", body={"action": "PUBLISH"})
        return Part(study_id, environment)

    def _find_study(self, token: str, environment: str) -> str:
        return next((platform_id for mark, platform_id in self.list_parts(environment) if mark == token), "")

    def list_parts(self, environment: str) -> Iterator[tuple[str, str]]:
        """Every study of the account by its internal name."""
        for study in list_all(environment, "studies/"):
            yield study.get("internal_name", ""), study["id"]

    def extend(self, part: Part, places: int, *, call: Call) -> None:
        """Raise the number of places; never lower it."""
        study = ask(part.environment, "GET", f"studies/{part.platform_id}/")
        if study["total_available_places"] < places:
            ask(part.environment, "PATCH", f"studies/{part.platform_id}/", body={"total_available_places": places})

    def _transition(self, part: Part, action: str, *, among: set[str]) -> None:
        """Move the study on where its status is among these; else an earlier try has done it."""
        if ask(part.environment, "GET", f"studies/{part.platform_id}/")["status"] in among:
            ask(part.environment, "POST", f"studies/{part.platform_id}/transition/", body={"action": action})

    def close(self, part: Part, *, call: Call) -> None:
        """Stop the study: whoever is inside may finish."""
        self._transition(part, "STOP", among={"ACTIVE", "PAUSED"})

    def pause(self, part: Part, *, call: Call) -> None:
        """Pause the study; unlike a stopped one it can go on."""
        self._transition(part, "PAUSE", among={"ACTIVE"})

    def resume(self, part: Part, *, open_hours: int, call: Call) -> None:
        """Start the study again."""
        self._transition(part, "START", among={"PAUSED"})

    def read_part(self, part: Part) -> PartStatus | None:
        """The study's numbers."""
        study = ask(part.environment, "GET", f"studies/{part.platform_id}/")
        is_open, is_paused = study["status"] == "ACTIVE", study["status"] == "PAUSED"
        places = study["total_available_places"]
        available = max(0, places - study.get("places_taken", 0)) if is_open else 0
        address = f"{SITE}/researcher/studies/{part.platform_id}"
        if part.environment == "local":
            address = f"{settings.PROLIFIC_LOCAL_URL}/?participant=P1"
        return PartStatus(places, available, is_open, is_paused, address=address)

    def list_submissions(self, part: Part) -> Iterator[Submission]:
        """All submissions; one that is being processed at this moment is left for the next time."""
        for row in list_all(part.environment, "submissions/", study=part.platform_id):
            if row["status"] in STATUSES:
                yield make_submission(row)

    def _read_submission(self, payee: Payee) -> dict[str, Any]:
        """What Prolific says of a submission; refused where it is another person's."""
        row = ask(payee.part.environment, "GET", f"submissions/{payee.platform_assignment}/")
        if (row.get("participant") or row.get("participant_id")) != payee.person:
            raise PlatformRefused(
                _("Prolific lists another person for this submission; nothing was paid."), "WrongPerson"
            )
        return row

    def _move(self, payee: Payee, body: dict[str, Any], wanted: Status) -> None:
        """Move a submission unless it is there already; one that is not yet handed in is tried again."""
        status = STATUSES.get(self._read_submission(payee)["status"])
        if status == wanted:
            return
        if status in (None, Status.ACTIVE):
            raise TemporaryServiceError(_("Prolific does not list this submission as handed in yet."))
        ask(payee.part.environment, "POST", f"submissions/{payee.platform_assignment}/transition/", body=body)

    def approve(self, payee: Payee, *, call: Call) -> None:
        """Pay the reward."""
        self._move(payee, {"action": "APPROVE"}, Status.APPROVED)

    def reject(self, payee: Payee, reason: str, *, call: Call) -> None:
        """Reject with a category and a message."""
        body = {"action": "REJECT", "message": reason, "rejection_category": "OTHER"}
        self._move(payee, body, Status.REJECTED)

    def pay_bonus(self, payee: Payee, bonus: Bonus, *, call: Call) -> None:
        """Pay a bonus once, or have a person look where nobody can know."""
        row = self._read_submission(payee)
        pay_bonus(payee, bonus, shown=[round(amount) for amount in row.get("bonus_payments") or []], call=call)

    def list_bonuses(self, part: Part) -> Iterator[tuple[str, int]]:
        """Every bonus that the study's submissions show."""
        for row in list_all(part.environment, "submissions/", study=part.platform_id):
            for amount in row.get("bonus_payments") or []:
                yield row["id"], round(amount)

    def admit_only(self, person: str, *, name: str, environment: str, call: Call) -> Requirements:
        """A list of one."""
        return Requirements(filters=({"filter_id": "custom_allowlist", "selected_values": [person]},))

    def find_list(self, name: str, *, offer: Offer, environment: str) -> str:
        """A participant group, which a study's block list names."""
        return find_or_make_group(name, environment, project=str(offer.details.get("project", "")))

    def put_on_list(self, list_id: str, person: str, *, environment: str) -> None:
        """Put the participant into the group."""
        add_to_group(list_id, person, environment)

    def send_message(self, payee: Payee, letter: Letter, *, call: Call) -> None:
        """Through Prolific's own messages, which have no subject."""
        send_message(payee, letter, call=call)

    def read_arrival(self, offer: Offer, query: Mapping[str, str]) -> Coming:
        """Prolific's parameters; without any of them it is somebody looking at the address."""
        values = {name: query.get(name, "").strip() for name in ("PROLIFIC_PID", "STUDY_ID", "SESSION_ID")}
        if not any(values.values()):
            return Coming("", "", "", is_preview=True)
        if not all(values.values()) or any(len(value) > LONGEST_ID or not value.isalnum() for value in values.values()):
            raise NotEligible(_("The address does not say who you are: please start the study again from Prolific."))
        return Coming(values["STUDY_ID"], values["SESSION_ID"], values["PROLIFIC_PID"])

    def find_exit(self, offer: Offer, outcome: Outcome, *, environment: str, coming: Coming, code: str) -> Exit:
        """The address that hands the outcome's completion code in; the code is shown too."""
        site = SITE if environment == "live" else str(settings.PROLIFIC_LOCAL_URL)
        return Exit("get", f"{site}/submissions/complete?cc={offer.codes[outcome]}", code=offer.codes[outcome])

    def find_return(self, offer: Offer, *, environment: str, coming: Coming) -> Exit | None:
        """Prolific's own page of studies, where this one can be stopped."""
        return Exit("get", f"{SITE}/studies" if environment == "live" else str(settings.PROLIFIC_LOCAL_URL))

    def read_notices(self, headers: Mapping[str, str], body: bytes) -> tuple[Notice, ...]:
        """A notice that is signed with our secret."""
        return (read_notice(headers, body),)
