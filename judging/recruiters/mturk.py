"""Amazon Mechanical Turk, and whatever else speaks its protocol, through boto3."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from judging.recruiters import mturk_hits, mturk_notices, mturk_qualifications, mturk_requests
from judging.recruiters.base import Recruiter
from judging.recruiters.calling import Call
from judging.recruiters.checking import check_offer, check_text
from judging.recruiters.messaging import Letter, send_once
from judging.recruiters.money import Money, read_amount
from judging.recruiters.mturk_calls import connect, translated_errors
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
from turingapp.errors import NotEligible, PermanentServiceError, PlatformRefused, Problem, ServiceError

WORKER_SITES = {"live": "https://worker.mturk.com", "sandbox": "https://workersandbox.mturk.com"}
SUBMIT_SITES = {"live": "https://www.mturk.com", "sandbox": "https://workersandbox.mturk.com"}
NOT_AVAILABLE = "ASSIGNMENT_ID_NOT_AVAILABLE"
LONGEST_ID, LONGEST_KEYWORDS, MOST_MINUTES, MOST_HOURS = 64, 1000, 60 * 24 * 30, 24 * 30
PAST = datetime(2015, 1, 1, tzinfo=UTC)  # a HIT that expired then admits nobody more
STATUSES = {"Submitted": Status.SUBMITTED, "Approved": Status.APPROVED, "Rejected": Status.REJECTED}
REFERENCE = 8  # letters of the token shown in a bonus's reason, by which a repeat finds it


class MTurk(Recruiter):
    """HITs of up to nine assignments, or of as many as `offer.part_places` says."""

    slug, title = "mturk", "Amazon Mechanical Turk"
    environments = ("live", "sandbox", "local")
    calls_platform = True
    compensates_by_posting = True
    keeps_lists = True
    writes_messages = True
    accept_first = gettext_noop("Accept the HIT first")
    how_to_return = gettext_noop(
        "Please return the HIT: press Return on MTurk's page, around this one. Others can then take it."
    )
    secrets = MappingProxyType(
        {
            "AWS_ACCESS_KEY_ID": gettext_noop("the id of an access key of your AWS account"),
            "AWS_SECRET_ACCESS_KEY": gettext_noop("the secret of that key"),
        }
    )
    closed = gettext_noop("Amazon closed Mechanical Turk on 30 September 2026, so no account can be used any more.")

    def test_connection(self, environment: str) -> str:
        """The balance; a failure says that Amazon has closed the service."""
        try:
            with translated_errors(_("tell the balance")):
                balance = connect(environment).get_account_balance()["AvailableBalance"]
        except ServiceError as error:
            if environment == "local":
                raise
            raise PermanentServiceError(
                _("%(closed)s Use Prolific, a panel or links instead. (%(fault)s)")
                % {"closed": _(self.closed), "fault": error}
            ) from error
        told = _("Connected: the balance is USD %(balance)s.") % {"balance": balance}
        return " ".join(filter(None, (told, self._test_notices(environment))))

    def _test_notices(self, environment: str) -> str:
        """A sentence on the test notice that MTurk was asked to send; empty where none are wanted."""
        notification = mturk_notices.describe_notification(environment)
        if notification is None:
            return ""
        with translated_errors(_("send a test notice to %(to)s") % {"to": notification["Destination"]}):
            connect(environment).send_test_event_notification(Notification=notification, TestEventType="Ping")
        return _("A test notice is on its way to %(to)s.") % {"to": notification["Destination"]}

    def validate(self, offer: Offer, environment: str) -> tuple[Problem, ...]:
        """What MTurk would refuse, found before it is asked."""
        return (
            *check_offer(offer, is_local=environment == "local", currencies=self.currencies),
            *self._check(offer, environment),
        )

    def _check(self, offer: Offer, environment: str) -> Iterator[Problem]:
        wanted, keywords = offer.requirements, ",".join(offer.keywords)
        if keywords:
            yield from check_text("keywords", keywords, LONGEST_KEYWORDS)
        if len(wanted.countries) > mturk_requests.MOST_LOCALES:
            yield Problem(
                "countries",
                str(len(wanted.countries)),
                _("at most %(most)s are taken") % {"most": mturk_requests.MOST_LOCALES},
            )
        if len(rules := mturk_requests.list_rules(wanted, environment)) > mturk_requests.MOST_RULES:
            yield Problem(
                "requirements", str(len(rules)), _("at most %(most)s are taken") % {"most": mturk_requests.MOST_RULES}
            )
        if wanted.filters:
            yield Problem("filters", str(len(wanted.filters)), _("MTurk has no filters; use countries and approvals"))
        if not 0 < offer.allowed_minutes <= MOST_MINUTES:
            yield Problem(
                "allowed_minutes", str(offer.allowed_minutes), _("it should be 1 to %(most)s") % {"most": MOST_MINUTES}
            )
        if not 0 <= offer.approve_after_hours <= MOST_HOURS:
            yield Problem(
                "approve_after_hours",
                str(offer.approve_after_hours),
                _("it should be 0 to %(most)s") % {"most": MOST_HOURS},
            )

    def estimate_cost(self, offer: Offer) -> Cost:
        """Rewards, and the fee that depends on how large the HITs are."""
        fees = sum(
            places * self.count_fee(offer.reward.amount, part_places=places, requirements=offer.requirements)
            for places in self.share_out(offer)
        )
        return Cost(offer.reward * offer.places, Money(fees, offer.reward.currency))

    def count_fee(self, amount: int, *, part_places: int, requirements: Requirements) -> int:
        """MTurk's fee in cents; a bonus has `part_places` 0."""
        return mturk_requests.count_fee(amount, part_places=part_places, masters=requirements.masters)

    def share_out(self, offer: Offer) -> tuple[int, ...]:
        """HITs of nine, which halve the fee, unless the offer says otherwise."""
        return mturk_requests.share_out(offer.places, offer.part_places)

    def plan_extension(self, offer: Offer, places: Sequence[int], more: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Grow HITs as far as MTurk lets them, then make further ones of the same type."""
        return mturk_requests.plan_extension(list(places), more, offer.part_places)

    def open_part(self, offer: Offer, *, environment: str, call: Call) -> Part:
        """One HIT; on a repeat the one that is there already is adopted."""
        if call.is_repeat and (known := mturk_hits.find_hit(call.token, environment)):
            return known
        client = connect(environment)
        with translated_errors(_("make the HIT type")):
            type_id = client.create_hit_type(**mturk_requests.describe_type(offer, environment))["HITTypeId"]
        if notification := mturk_notices.describe_notification(environment):
            with translated_errors(_("send notices to %(to)s") % {"to": notification["Destination"]}):
                client.update_notification_settings(HITTypeId=type_id, Notification=notification, Active=True)
        try:
            with translated_errors(_("make the HIT")):
                asked = mturk_requests.describe_hit(offer, type_id, call.token)
                hit = client.create_hit_with_hit_type(**asked)["HIT"]
        except PlatformRefused as refusal:
            return mturk_hits.adopt_hit(refusal, call.token, environment)
        return mturk_hits.make_part(hit, environment)

    def extend(self, part: Part, places: int, *, call: Call) -> None:
        """More assignments for a HIT; what an earlier try has added is counted."""
        with translated_errors(_("extend the HIT")):
            client = connect(part.environment)
            more = places - client.get_hit(HITId=part.platform_id)["HIT"]["MaxAssignments"]
            if more > 0:
                client.create_additional_assignments_for_hit(
                    HITId=part.platform_id, NumberOfAdditionalAssignments=more, UniqueRequestToken=call.token
                )

    def close(self, part: Part, *, call: Call) -> None:
        """Let the HIT expire: whoever holds an assignment may finish it."""
        with translated_errors(_("close the HIT")):
            connect(part.environment).update_expiration_for_hit(HITId=part.platform_id, ExpireAt=PAST)

    def resume(self, part: Part, *, open_hours: int, call: Call) -> None:
        """Give the HIT a new life from now on."""
        with translated_errors(_("go on with the HIT")):
            expires_at = call.at + timedelta(hours=open_hours)
            connect(part.environment).update_expiration_for_hit(HITId=part.platform_id, ExpireAt=expires_at)

    def read_part(self, part: Part) -> PartStatus | None:
        """The HIT's numbers."""
        with translated_errors(_("show a HIT")):
            hit = connect(part.environment).get_hit(HITId=part.platform_id)["HIT"]
        available = hit["NumberOfAssignmentsAvailable"]
        is_open = hit["Expiration"] > datetime.now(UTC)
        site = WORKER_SITES.get(part.environment, str(settings.MTURK_LOCAL_URL))
        address = f"{site}/projects/{hit['HITTypeId']}/tasks"
        busy = hit["NumberOfAssignmentsPending"]
        return PartStatus(hit["MaxAssignments"], available if is_open else 0, is_open, busy=busy, address=address)

    def list_parts(self, environment: str) -> Iterator[tuple[str, str]]:
        """Every HIT of the account by its annotation."""
        for hit in mturk_hits.list_hits(environment):
            yield hit.get("RequesterAnnotation", ""), hit["HITId"]

    def list_submissions(self, part: Part) -> Iterator[Submission]:
        """Those submitted, approved and rejected; MTurk lists nobody who is still at work."""
        with translated_errors(_("list the assignments")):
            pages = connect(part.environment).get_paginator("list_assignments_for_hit")
            for page in pages.paginate(HITId=part.platform_id, AssignmentStatuses=list(STATUSES), MaxResults=100):
                for row in page.get("Assignments", []):
                    yield make_submission(row)

    def _read_assignment(self, payee: Payee) -> dict[str, Any]:
        """What MTurk says of an assignment; refused where another worker holds it."""
        with translated_errors(_("show the assignment")):
            answer = connect(payee.part.environment).get_assignment(AssignmentId=payee.platform_assignment)
        row: dict[str, Any] = answer["Assignment"]
        if row["WorkerId"] != payee.person:
            raise PlatformRefused(_("MTurk lists another worker for this assignment; nothing was paid."), "WrongWorker")
        return row

    def approve(self, payee: Payee, *, call: Call) -> None:
        """Pay the reward, once: an approved assignment is left as it is."""
        status = self._read_assignment(payee)["AssignmentStatus"]
        if status == "Approved":
            return
        with translated_errors(_("approve the assignment")):
            connect(payee.part.environment).approve_assignment(
                AssignmentId=payee.platform_assignment, OverrideRejection=status == "Rejected"
            )

    def reject(self, payee: Payee, reason: str, *, call: Call) -> None:
        """Reject with a reason; can be taken back within 30 days by approving."""
        if self._read_assignment(payee)["AssignmentStatus"] == "Rejected":
            return
        with translated_errors(_("reject the assignment")):
            connect(payee.part.environment).reject_assignment(
                AssignmentId=payee.platform_assignment, RequesterFeedback=reason
            )

    def pay_bonus(self, payee: Payee, bonus: Bonus, *, call: Call) -> None:
        """Pay a bonus, once: MTurk remembers the token for a day, and the reason carries a reference for ever."""
        self._read_assignment(payee)
        reference = call.token[:REFERENCE]
        if call.is_repeat and mturk_hits.has_bonus(payee, reference):
            return
        try:
            with translated_errors(_("pay the bonus")):
                connect(payee.part.environment).send_bonus(
                    WorkerId=payee.person,
                    AssignmentId=payee.platform_assignment,
                    BonusAmount=bonus.amount.plain,
                    Reason=f"{bonus.reason} (reference {reference})",
                    UniqueRequestToken=call.token,
                )
        except PlatformRefused:
            if not mturk_hits.has_bonus(payee, reference):
                raise

    def list_bonuses(self, part: Part) -> Iterator[tuple[str, int]]:
        """Every bonus paid for a HIT."""
        with translated_errors(_("list the bonuses")):
            pages = connect(part.environment).get_paginator("list_bonus_payments")
            for page in pages.paginate(HITId=part.platform_id, MaxResults=100):
                for row in page.get("BonusPayments", []):
                    yield row["AssignmentId"], read_amount(row["BonusAmount"])

    def admit_only(self, person: str, *, name: str, environment: str, call: Call) -> Requirements:
        """A qualification that this worker alone gets; nobody else finds the HIT."""
        description = "Lets one person be paid for work done."
        kind = mturk_qualifications.find_or_make_kind(name, environment, description=description)
        mturk_qualifications.give(kind, person, environment)
        return replace(Requirements(), only=(kind,))

    def find_list(self, name: str, *, offer: Offer, environment: str) -> str:
        """A qualification, which shuts out who has it."""
        description = "You have taken part in this study: thank you. Nothing is asked of you."
        return mturk_qualifications.find_or_make_kind(name, environment, description=description)

    def put_on_list(self, list_id: str, person: str, *, environment: str) -> None:
        """Give the qualification, without a mail to the worker."""
        mturk_qualifications.give(list_id, person, environment)

    def send_message(self, payee: Payee, letter: Letter, *, call: Call) -> None:
        """A mail by MTurk, which does not tell later what it has sent."""
        send_once(partial(self._notify, payee, letter), call=call)

    def _notify(self, payee: Payee, letter: Letter) -> None:
        with translated_errors(_("write to the worker")):
            answer = connect(payee.part.environment).notify_workers(
                Subject=letter.subject, MessageText=letter.text, WorkerIds=[payee.person]
            )
        if failed := answer.get("NotifyWorkersFailureStatuses"):
            why = failed[0].get("NotifyWorkersFailureMessage", "")
            raise PlatformRefused(
                _("MTurk did not write to the worker: %(fault)s") % {"fault": why},
                failed[0]["NotifyWorkersFailureCode"],
            )

    def read_arrival(self, offer: Offer, query: Mapping[str, str]) -> Coming:
        """MTurk's parameters; a preview has an assignment of that name and no worker."""
        values = {name: query.get(name, "").strip() for name in ("assignmentId", "workerId", "hitId")}
        if values["assignmentId"] == NOT_AVAILABLE or not any(values.values()):
            return Coming(values["hitId"], "", "", is_preview=True)
        if not all(values.values()) or any(len(value) > LONGEST_ID or not value.isalnum() for value in values.values()):
            raise NotEligible(
                _("The address does not say which assignment you hold: please open the HIT again at MTurk.")
            )
        return Coming(values["hitId"], values["assignmentId"], values["workerId"])

    def read_notices(self, headers: Mapping[str, str], body: bytes) -> tuple[Notice, ...]:
        """The events that Amazon's notification service brings from our topic."""
        return mturk_notices.read_notices(body)

    def find_exit(self, offer: Offer, outcome: Outcome, *, environment: str, coming: Coming, code: str) -> Exit:
        """The form that submits the assignment: to MTurk's own host, whatever the address said."""
        site = SUBMIT_SITES.get(environment, str(settings.MTURK_LOCAL_URL))
        fields = {"assignmentId": coming.platform_assignment, "outcome": str(outcome), "code": code}
        return Exit("post", f"{site}/mturk/externalSubmit", fields, code)


def make_submission(row: Mapping[str, Any]) -> Submission:
    """What we keep of an assignment that MTurk lists."""
    return Submission(
        row["AssignmentId"],
        row["WorkerId"],
        STATUSES[row["AssignmentStatus"]],
        row.get("AcceptTime"),
        row.get("SubmitTime"),
        row.get("ApprovalTime") or row.get("RejectionTime"),
    )
