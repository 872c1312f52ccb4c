"""Notices of platforms: only genuine ones are taken, each once; they hasten the next look and tell of acceptances."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from judging.models import Assignment, Place, Study
from judging.models.recruiting import PlatformSubmission, Posting, PostingPart, TakenNotice
from judging.noticing import find_accepted, take_notices
from judging.recruiters.local.faults import Fault
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.mturk_notices import seal
from judging.recruiters.local.prolific import LocalProlific, sign
from judging.recruiters.mturk_notices import LOCAL_TOPIC, read_notices
from judging.recruiters.sns import is_amazons
from judging.recruiters.values import Notice
from tests.at_once import run_at_once
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import (
    address_worker,
    arrive,
    deliver,
    post,
    submit_at_prolific,
    subscribe,
    work_off,
)
from turingapp.errors import NotEligible, TooLate

pytestmark = pytest.mark.django_db
HIT, ASSIGNMENT = "3HIT", "3ASSIGNMENT"


def open_at_mturk(study: Study, mturk: LocalMTurk, clock: Clock) -> tuple[Posting, str]:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    return posting, str(posting.parts.get().platform_id)


def put_off(clock: Clock) -> datetime:
    """Nothing is to be asked for ten minutes; the pages' own clock is not moved by the tests."""
    later = max(clock(), datetime.now(UTC)).replace(year=2099)
    PostingPart.objects.update(poll_due_at=later)
    return later


def write_document(*kinds: str, version: str = "2014-08-15") -> str:
    events = [
        {
            "EventType": kind,
            "EventTimestamp": "2030-05-06T12:00:00Z",
            "HITTypeId": "3TYPE",
            "HITId": HIT,
            "AssignmentId": ASSIGNMENT,
        }
        for kind in kinds
    ]
    document = {"EventDocVersion": version, "EventDocId": "doc-1", "CustomerId": "ME", "Events": events}
    return json.dumps(document)


def seal_it(mturk: LocalMTurk, message: str, version: str = "2", topic: str = LOCAL_TOPIC, **changes: Any) -> bytes:
    fields = {"Type": "Notification", "Message": message}
    body = json.loads(seal(fields, topic=topic, at=0.0, url=mturk.url, version=version)[0])
    return json.dumps({**body, **changes}).encode()


@pytest.mark.parametrize("signature", ["1", "2"])
@pytest.mark.parametrize("version", ["2006-05-05", "2014-08-15"])
def test_both_documents_and_both_signatures_are_read(version: str, signature: str, mturk: LocalMTurk) -> None:
    message = write_document("AssignmentAccepted", "AssignmentReturned", version=version)
    accepted, returned = read_notices(seal_it(mturk, message, signature))
    at = datetime(2030, 5, 6, 12, tzinfo=UTC)
    assert accepted == Notice(f"doc-1:AssignmentAccepted:{ASSIGNMENT}", HIT, ASSIGNMENT, at, is_local=True)
    assert returned == Notice(f"doc-1:AssignmentReturned:{ASSIGNMENT}", HIT, ASSIGNMENT, None, is_local=True)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"Message": write_document("AssignmentApproved")}, "not signed"),
        ({"Signature": "AAAA"}, "not signed"),
        ({"Signature": "?"}, "not signed"),
        ({"SignatureVersion": "3"}, "version '3'"),
        ({"SigningCertURL": "https://evil.example/SimpleNotificationService-1.pem"}, "not Amazon's"),
        ({"SigningCertURL": "file:///etc/passwd"}, "not Amazon's"),
        ({"Type": "UnsubscribeConfirmation"}, "no envelope that we take"),
        ({"Message": 5}, "no envelope that we take"),
    ],
)
def test_what_was_changed_or_is_signed_by_others_is_refused(
    changes: dict[str, Any], words: str, mturk: LocalMTurk
) -> None:
    with pytest.raises(NotEligible, match=words):
        read_notices(seal_it(mturk, write_document("AssignmentAccepted"), **changes))


@pytest.mark.parametrize("message", ["", "[]", "{}", '{"EventDocVersion": "2014-08-15", "EventDocId": 1, "Events": 5}'])
def test_a_signed_message_that_is_no_document_is_refused(message: str, mturk: LocalMTurk) -> None:
    with pytest.raises(NotEligible, match="no document of MTurk's|no envelope"):
        read_notices(seal_it(mturk, message))


def test_an_unknown_version_another_topic_and_nonsense_are_refused(mturk: LocalMTurk) -> None:
    with pytest.raises(NotEligible, match="'2099-01-01'; we read 2006-05-05 and 2014-08-15"):
        read_notices(seal_it(mturk, write_document("Ping", version="2099-01-01")))
    with pytest.raises(NotEligible, match="arn:aws:sns:us-east-1:1:other"):
        read_notices(seal_it(mturk, write_document("Ping"), topic="arn:aws:sns:us-east-1:1:other"))
    with pytest.raises(NotEligible, match="not JSON"):
        read_notices(b"\xff{")


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription", True),
        ("https://sns.us-gov-west-1.amazonaws.com/", True),
        ("https://sns.cn-north-1.amazonaws.com.cn/", True),
        ("http://sns.us-east-1.amazonaws.com/", False),
        ("https://sns.us-east-1.amazonaws.com:8443/", False),
        ("https://sns.us-east-1.amazonaws.com.evil.example/", False),
        ("https://user@sns.us-east-1.amazonaws.com/", False),
        ("https://evil.example/?sns.us-east-1.amazonaws.com", False),
        ("https://mybucket.us-east-1.amazonaws.com/", False),
        ("https://sns.us-east-1.amazonaws.com:port/", False),
    ],
)
def test_only_the_services_own_hosts_are_asked(address: str, expected: bool) -> None:
    assert is_amazons(address) is expected


def test_a_subscription_is_confirmed_at_the_platform_alone(mturk: LocalMTurk) -> None:
    subscribe(mturk)
    mturk.state.is_confirmed = False
    fields = {"Type": "SubscriptionConfirmation", "Message": "?", "Token": "t", "SubscribeURL": "https://evil.example/"}
    body, headers = seal(fields, topic=LOCAL_TOPIC, at=0.0, url=mturk.url)
    answer = Client().post("/notices/mturk/", body, content_type=headers["Content-Type"])
    assert answer.status_code == 403
    assert b"foreign address" in answer.content
    assert not mturk.state.is_confirmed


def test_a_notice_of_mturk_hastens_the_next_look_once_though_it_comes_twice(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    subscribe(mturk)
    posting, hit_id = open_at_mturk(study, mturk, clock)
    mturk.state.faults.plan(Fault.NOTICE_TWICE, "AssignmentAccepted")
    work = mturk.state.accept(hit_id, "W1")
    later = put_off(clock)
    assert deliver(mturk) == [204, 204]
    part = posting.parts.get()
    assert part.poll_due_at is not None
    assert part.poll_due_at < later
    assert TakenNotice.objects.count() == 1
    assert find_accepted(part, work.assignment_id) == clock()
    assert PlatformSubmission.objects.count() == 0


def test_a_notice_that_is_lost_delays_the_next_look_only(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    subscribe(mturk)
    _, hit_id = open_at_mturk(study, mturk, clock)
    mturk.state.faults.plan(Fault.NOTICE_LOST, "AssignmentAccepted")
    mturk.state.accept(hit_id, "W1")
    later = put_off(clock)
    assert deliver(mturk) == []
    assert PostingPart.objects.get().poll_due_at == later


@pytest.mark.django_db(transaction=True)
def test_the_same_body_five_times_at_once_is_one_change(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    _, hit_id = open_at_mturk(study, mturk, clock)
    put_off(clock)
    body = seal_it(mturk, write_document("AssignmentSubmitted").replace(HIT, hit_id))

    assert sum(run_at_once(lambda _: take_notices("mturk", {}, body, at=clock()), 5)) == 1
    assert TakenNotice.objects.count() == 1
    assert PostingPart.objects.get().poll_due_at == clock()


def test_the_local_platforms_word_goes_for_its_own_parts_only(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    _, hit_id = open_at_mturk(study, mturk, clock)
    PostingPart.objects.update(environment="live")
    later = put_off(clock)
    take_notices("mturk", {}, seal_it(mturk, write_document("AssignmentSubmitted").replace(HIT, hit_id)), at=clock())
    assert PostingPart.objects.get().poll_due_at == later


def test_a_certificate_that_cannot_be_had_is_asked_for_again(mturk: LocalMTurk, settings: Settings) -> None:
    settings.MTURK_LOCAL_URL = "http://127.0.0.1:1"
    body = seal_it(mturk, write_document("Ping"), SigningCertURL="http://127.0.0.1:1/sns/certificate.pem")
    assert Client().post("/notices/mturk/", body, content_type="text/plain").status_code == 503


def test_a_worker_who_accepted_long_ago_is_asked_to_return_the_place(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    subscribe(mturk)
    posting, hit_id = open_at_mturk(study, mturk, clock)
    early, late = (mturk.state.accept(hit_id, name) for name in ("W1", "W2"))
    deliver(mturk)
    visit = arrive(posting, address_worker(early), at=clock())
    assert PlatformSubmission.objects.get().accepted_at == clock()
    clock.move(minutes=16)  # of the 20 that are allowed; a visit takes 5
    with pytest.raises(TooLate, match="Please return it there"):
        arrive(posting, address_worker(late), at=clock())
    assert arrive(posting, address_worker(early), at=clock()) == visit  # who has begun goes on
    assert Assignment.objects.count() == PlatformSubmission.objects.count() == 1
    assert sum(Place.objects.values_list("taken", flat=True)) == 4


def test_an_id_that_is_handed_on_was_accepted_by_its_new_holder(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    subscribe(mturk)
    posting, hit_id = open_at_mturk(study, mturk, clock)
    first = mturk.state.accept(hit_id, "W1")
    clock.move(minutes=16)
    mturk.state.faults.plan(Fault.SAME_ASSIGNMENT, "accept")
    mturk.state.give_back(first.assignment_id, "W1")
    second = mturk.state.accept(hit_id, "W2")
    assert second.assignment_id == first.assignment_id
    deliver(mturk)
    assert arrive(posting, address_worker(second), at=clock()).state == "open"


def test_a_notice_of_prolific_hastens_the_next_look_once(
    study: Study, prolific: LocalProlific, clock: Clock, settings: Settings
) -> None:
    settings.PROLIFIC_HOOK_SECRET = "only-for-tests"
    posting = post(study, "prolific", at=clock())
    work_off(clock)
    submission = submit_at_prolific(prolific, posting, "P1", clock)
    body = f'{{"event_type": "submission.status.change", "resource_id": "{submission.platform_assignment}"}}'.encode()
    headers = sign({"id": "event-1", "at": clock.seconds(), "body": {}}, body, "only-for-tests")
    assert [take_notices("prolific", headers, body, at=clock()) for _ in range(5)] == [1, 0, 0, 0, 0]
    assert TakenNotice.objects.count() == 1
    assert PostingPart.objects.get().poll_due_at == clock()
