"""Every request to MTurk in the shape that botocore's own model of the service asks for, and what answers become."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from botocore.stub import ANY, Stubber
from pytest_django.fixtures import Settings

from judging.recruiters import RECRUITERS
from judging.recruiters.money import Money
from judging.recruiters.mturk_calls import connect, make_client
from judging.recruiters.mturk_requests import write_question
from judging.recruiters.values import Bonus, Offer, Part, Payee, Requirements, Status
from tests.judging.recruiters.calls import TOKEN, Call
from tests.judging.recruiters.stories import make_offer
from turingapp.errors import PermanentServiceError, PlatformRefused, TemporaryServiceError

MTURK = RECRUITERS["mturk"]
HIT = {"HITId": "3HIT", "HITTypeId": "3TYPE", "MaxAssignments": 4, "RequesterAnnotation": TOKEN}
PART = Part("3HIT", "sandbox")
PAYEE = Payee(PART, "3ASSIGNMENT", "AWORKER")
ADDRESS = "https://study.example/arrive/abc/"
TYPE_FIELDS = ("Title", "Description", "Keywords", "Reward", "AssignmentDurationInSeconds")
ANY_TYPE = dict.fromkeys((*TYPE_FIELDS, "AutoApprovalDelayInSeconds", "QualificationRequirements"), ANY)
HIT_FIELDS = ("HITTypeId", "MaxAssignments", "LifetimeInSeconds", "Question", "RequesterAnnotation")
ANY_HIT = dict.fromkeys((*HIT_FIELDS, "UniqueRequestToken"), ANY)


@pytest.fixture
def stub(settings: Settings) -> Iterator[Stubber]:
    """The sandbox's client, which answers what a test has lined up and refuses requests of another shape."""
    settings.AWS_ACCESS_KEY_ID = settings.AWS_SECRET_ACCESS_KEY = "only-for-tests"
    make_client.cache_clear()
    with Stubber(connect("sandbox")) as stubber:
        yield stubber
        stubber.assert_no_pending_responses()
    make_client.cache_clear()


def line_up(stub: Stubber, name: str, answer: dict[str, Any], asked: dict[str, Any]) -> None:
    stub.add_response(name, answer, asked)


def make_full_offer(**changes: Any) -> Offer:
    return make_offer(address=ADDRESS, keywords=("text", "judge"), **changes)


def test_the_first_try_makes_a_type_and_a_hit_that_carry_our_token(stub: Stubber) -> None:
    offer = make_full_offer(requirements=Requirements(countries=("US",), least_approval_percent=95))
    rules: list[dict[str, Any]] = [
        {"QualificationTypeId": "000000000000000000L0", "Comparator": "GreaterThanOrEqualTo", "IntegerValues": [95]},
        {"QualificationTypeId": "00000000000000000071", "Comparator": "EqualTo", "LocaleValues": [{"Country": "US"}]},
    ]
    line_up(
        stub,
        "create_hit_type",
        {"HITTypeId": "3TYPE"},
        {
            "Title": "Who wrote this?",
            "Description": "Judge short texts.",
            "Keywords": "text,judge",
            "Reward": "1.00",
            "AssignmentDurationInSeconds": 1200,
            "AutoApprovalDelayInSeconds": 259200,
            "QualificationRequirements": [{**rule, "ActionsGuarded": "DiscoverPreviewAndAccept"} for rule in rules],
        },
    )
    line_up(
        stub,
        "create_hit_with_hit_type",
        {"HIT": HIT},
        {
            "HITTypeId": "3TYPE",
            "MaxAssignments": 4,
            "LifetimeInSeconds": 259200,
            "Question": write_question(ADDRESS),
            "RequesterAnnotation": TOKEN,
            "UniqueRequestToken": TOKEN,
        },
    )
    assert MTURK.open_part(offer, environment="sandbox", call=Call()) == Part("3HIT", "sandbox", {"hit_type": "3TYPE"})


TOPIC = "arn:aws:sns:us-east-1:123456789012:study"
NOTIFICATION = {
    "Destination": TOPIC,
    "Transport": "SNS",
    "Version": "2006-05-05",
    "EventTypes": [
        "AssignmentAccepted",
        "AssignmentAbandoned",
        "AssignmentReturned",
        "AssignmentSubmitted",
        "AssignmentApproved",
        "AssignmentRejected",
        "HITReviewable",
        "HITExpired",
    ],
}


def test_where_a_topic_is_set_a_hit_type_sends_its_notices_there(stub: Stubber, settings: Settings) -> None:
    settings.MTURK_NOTIFICATION_TOPIC = TOPIC
    line_up(stub, "create_hit_type", {"HITTypeId": "3TYPE"}, ANY_TYPE)
    asked = {"HITTypeId": "3TYPE", "Notification": NOTIFICATION, "Active": True}
    line_up(stub, "update_notification_settings", {}, asked)
    line_up(stub, "create_hit_with_hit_type", {"HIT": HIT}, ANY_HIT)
    MTURK.open_part(make_full_offer(), environment="sandbox", call=Call())
    stub.assert_no_pending_responses()


def test_a_topic_that_mturk_may_not_use_is_told_before_there_is_a_hit(stub: Stubber, settings: Settings) -> None:
    settings.MTURK_NOTIFICATION_TOPIC = TOPIC
    line_up(stub, "create_hit_type", {"HITTypeId": "3TYPE"}, ANY_TYPE)
    stub.add_client_error("update_notification_settings", "RequestError", "No permission to publish", 400)
    with pytest.raises(PlatformRefused, match="send notices to arn:aws:sns.*No permission to publish"):
        MTURK.open_part(make_full_offer(), environment="sandbox", call=Call())


def test_testing_the_connection_sends_a_test_notice_where_a_topic_is_set(stub: Stubber, settings: Settings) -> None:
    line_up(stub, "get_account_balance", {"AvailableBalance": "10.00"}, {})
    assert MTURK.test_connection("sandbox") == "Connected: the balance is USD 10.00."
    settings.MTURK_NOTIFICATION_TOPIC = TOPIC
    line_up(stub, "get_account_balance", {"AvailableBalance": "10.00"}, {})
    asked = {"Notification": NOTIFICATION, "TestEventType": "Ping"}
    line_up(stub, "send_test_event_notification", {}, asked)
    assert f"A test notice is on its way to {TOPIC}." in MTURK.test_connection("sandbox")
    stub.assert_no_pending_responses()


def test_a_repeat_looks_for_the_hit_first(stub: Stubber) -> None:
    line_up(
        stub, "list_hits", {"HITs": [{**HIT, "RequesterAnnotation": "another"}], "NextToken": "2"}, {"MaxResults": 100}
    )
    line_up(stub, "list_hits", {"HITs": [HIT]}, {"MaxResults": 100, "NextToken": "2"})
    assert MTURK.open_part(make_full_offer(), environment="sandbox", call=Call(is_repeat=True)).platform_id == "3HIT"


def test_an_extension_asks_for_what_is_missing_only(stub: Stubber) -> None:
    asked = {"HITId": "3HIT", "NumberOfAdditionalAssignments": 5, "UniqueRequestToken": TOKEN}
    line_up(stub, "get_hit", {"HIT": HIT}, {"HITId": "3HIT"})
    line_up(stub, "create_additional_assignments_for_hit", {}, asked)
    line_up(stub, "get_hit", {"HIT": {**HIT, "MaxAssignments": 9}}, {"HITId": "3HIT"})
    MTURK.extend(PART, 9, call=Call())
    MTURK.extend(PART, 9, call=Call(is_repeat=True))
    stub.assert_no_pending_responses()


def test_closing_lets_the_hit_expire(stub: Stubber) -> None:
    line_up(stub, "update_expiration_for_hit", {}, {"HITId": "3HIT", "ExpireAt": datetime(2015, 1, 1, tzinfo=UTC)})
    MTURK.close(PART, call=Call())
    stub.assert_no_pending_responses()


def test_an_approval_takes_a_rejection_back_and_leaves_an_approved_one_alone(stub: Stubber) -> None:
    for status in ("Rejected", "Approved"):
        row = {"AssignmentId": "3ASSIGNMENT", "WorkerId": "AWORKER", "AssignmentStatus": status}
        line_up(stub, "get_assignment", {"Assignment": row}, {"AssignmentId": "3ASSIGNMENT"})
        if status == "Rejected":
            line_up(stub, "approve_assignment", {}, {"AssignmentId": "3ASSIGNMENT", "OverrideRejection": True})
        MTURK.approve(PAYEE, call=Call())
    stub.assert_no_pending_responses()


def test_nobody_is_paid_for_an_assignment_that_another_worker_holds(stub: Stubber) -> None:
    row = {"AssignmentId": "3ASSIGNMENT", "WorkerId": "ANOTHER", "AssignmentStatus": "Submitted"}
    line_up(stub, "get_assignment", {"Assignment": row}, {"AssignmentId": "3ASSIGNMENT"})
    with pytest.raises(PlatformRefused, match="another worker"):
        MTURK.approve(PAYEE, call=Call())


def test_a_rejection_carries_its_reason(stub: Stubber) -> None:
    row = {"AssignmentId": "3ASSIGNMENT", "WorkerId": "AWORKER", "AssignmentStatus": "Submitted"}
    line_up(stub, "get_assignment", {"Assignment": row}, {"AssignmentId": "3ASSIGNMENT"})
    line_up(stub, "reject_assignment", {}, {"AssignmentId": "3ASSIGNMENT", "RequesterFeedback": "No answers"})
    MTURK.reject(PAYEE, "No answers", call=Call())
    stub.assert_no_pending_responses()


def test_a_bonus_is_an_amount_without_a_sign_and_its_reason_ends_with_a_reference(stub: Stubber) -> None:
    row = {"AssignmentId": "3ASSIGNMENT", "WorkerId": "AWORKER", "AssignmentStatus": "Submitted"}
    line_up(stub, "get_assignment", {"Assignment": row}, {"AssignmentId": "3ASSIGNMENT"})
    asked = {
        "WorkerId": "AWORKER",
        "AssignmentId": "3ASSIGNMENT",
        "BonusAmount": "0.15",
        "Reason": "Good eyes (reference 01234567)",
        "UniqueRequestToken": TOKEN,
    }
    line_up(stub, "send_bonus", {}, asked)
    MTURK.pay_bonus(PAYEE, Bonus(Money(15, "USD"), "Good eyes"), call=Call())
    line_up(stub, "get_assignment", {"Assignment": row}, {"AssignmentId": "3ASSIGNMENT"})
    paid = {"WorkerId": "AWORKER", "Reason": "Good eyes (reference 01234567)", "BonusAmount": "0.15"}
    line_up(stub, "list_bonus_payments", {"BonusPayments": [paid]}, {"AssignmentId": "3ASSIGNMENT", "MaxResults": 100})
    MTURK.pay_bonus(PAYEE, Bonus(Money(15, "USD"), "Good eyes"), call=Call(is_repeat=True))
    stub.assert_no_pending_responses()


def test_what_mturk_lists_becomes_submissions(stub: Stubber) -> None:
    at = datetime(2030, 1, 2, 3, 4, tzinfo=UTC)
    row = {"AssignmentId": "3A", "WorkerId": "W", "AssignmentStatus": "Approved", "SubmitTime": at, "ApprovalTime": at}
    asked = {"HITId": "3HIT", "AssignmentStatuses": ["Submitted", "Approved", "Rejected"], "MaxResults": 100}
    line_up(stub, "list_assignments_for_hit", {"Assignments": [row], "NumResults": 1}, asked)
    (told,) = MTURK.list_submissions(PART)
    assert (told.person, told.status, told.submitted_at, told.decided_at) == ("W", Status.APPROVED, at, at)


def test_a_posting_for_one_person_makes_a_qualification_without_a_mail(stub: Stubber) -> None:
    asked = {"Query": "for-one", "MustBeRequestable": False, "MustBeOwnedByCaller": True, "MaxResults": 100}
    line_up(stub, "list_qualification_types", {"QualificationTypes": []}, asked)
    line_up(
        stub,
        "create_qualification_type",
        {"QualificationType": {"QualificationTypeId": "3Q", "Name": "for-one"}},
        {"Name": "for-one", "Description": ANY, "QualificationTypeStatus": "Active"},
    )
    given = {"QualificationTypeId": "3Q", "WorkerId": "AWORKER", "IntegerValue": 1, "SendNotification": False}
    line_up(stub, "associate_qualification_with_worker", {}, given)
    assert MTURK.admit_only("AWORKER", name="for-one", environment="sandbox", call=Call()).only == ("3Q",)


def line_up_search(stub: Stubber, *names: str, page: str = "", following: str = "") -> None:
    """One page of the qualifications that a search for "took-part" finds."""
    asked = {"Query": "took-part", "MustBeRequestable": False, "MustBeOwnedByCaller": True, "MaxResults": 100}
    rows = [{"QualificationTypeId": f"3{name}", "Name": name} for name in names]
    answer = {"QualificationTypes": rows, **({"NextToken": following} if following else {})}
    line_up(stub, "list_qualification_types", answer, {**asked, **({"NextToken": page} if page else {})})


def test_a_list_of_this_very_name_is_found_on_any_page(stub: Stubber) -> None:
    line_up_search(stub, "took-part-too", following="2")
    line_up_search(stub, "took-part", page="2")
    assert MTURK.find_list("took-part", offer=make_full_offer(), environment="sandbox") == "3took-part"
    stub.assert_no_pending_responses()


def test_a_list_that_another_worker_made_meanwhile_is_taken(stub: Stubber) -> None:
    for _ in range(2):
        line_up_search(stub)
        told = {"TurkErrorCode": "AWS.MechanicalTurk.QualificationTypeAlreadyExists"}
        asked = {"Name": "took-part", "Description": ANY, "QualificationTypeStatus": "Active"}
        stub.add_client_error("create_qualification_type", "RequestError", "Exists", 400, told, asked)
        line_up_search(stub, *(["took-part"] if _ == 0 else []))
    assert MTURK.find_list("took-part", offer=make_full_offer(), environment="sandbox") == "3took-part"
    with pytest.raises(TemporaryServiceError, match="does not list it yet"):
        MTURK.find_list("took-part", offer=make_full_offer(), environment="sandbox")


def test_who_is_put_on_a_list_gets_no_mail(stub: Stubber) -> None:
    given = {"QualificationTypeId": "3Q", "WorkerId": "AWORKER", "IntegerValue": 1, "SendNotification": False}
    line_up(stub, "associate_qualification_with_worker", {}, given)
    MTURK.put_on_list("3Q", "AWORKER", environment="sandbox")
    stub.assert_no_pending_responses()


@pytest.mark.parametrize(
    ("code", "status", "expected"),
    [
        ("ThrottlingException", 400, TemporaryServiceError),
        ("ServiceFault", 500, TemporaryServiceError),
        ("RequestError", 400, PlatformRefused),
    ],
)
def test_errors_are_temporary_where_another_try_may_help(
    code: str, status: int, expected: type[Exception], stub: Stubber
) -> None:
    stub.add_client_error("get_hit", code, "Words of MTurk", status)
    with pytest.raises(expected, match="Words of MTurk"):
        MTURK.read_part(PART)


def test_a_closed_account_is_told_in_plain_words(stub: Stubber) -> None:
    stub.add_client_error("get_account_balance", "AccessDeniedException", "Not authorized", 400)
    with pytest.raises(PermanentServiceError, match="closed Mechanical Turk on 30 September 2026.*Use Prolific"):
        MTURK.test_connection("sandbox")
