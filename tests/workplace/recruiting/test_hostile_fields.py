"""Whatever is put into the fields and queries of the pages about recruiting is answered, and writes nothing by half."""

from itertools import product
from urllib.parse import urlencode

import pytest
from django.test import Client

from judging.models import Decision, Study
from judging.models.recruiting import LedgerEntry, Outgoing, Posting
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.money import Money
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import post, submit_at_prolific, work_off

pytestmark = [pytest.mark.django_db, pytest.mark.long]
NASTY = (b"a\x00b", b"\xed\xa0\x80", "\N{PILE OF POO}".encode(), b"-1", b"9" * 5000, b'[{"a": "\\ud800"}]')
FORM = "application/x-www-form-urlencoded"
GOOD = {
    "environment": "local",
    "places": "2",
    "reward": "100",
    "currency": "USD",
    "title": "A title",
    "description": "Words.",
    "allowed_minutes": "60",
    "open_hours": "5",
    "person_parameter": "person",
    "part_places": "0",
}
EMPTY = ("filters", "keywords", "country", "approval_percent", "approved", "leave_out", "only", "return_complete")


def send(client: Client, address: str, fields: dict[str, object]) -> int:
    answer = client.post(address, urlencode(fields), content_type=FORM)
    assert answer.status_code < 500, (address, fields)
    return answer.status_code


def count_rows() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Posting, Outgoing, LedgerEntry, Decision))


@pytest.mark.parametrize("recruiter", ["link", "panel", "prolific", "mturk"])
def test_offers_of_every_recruiter(staff: Client, study: Study, recruiter: str) -> None:
    page = f"/workplace/studies/{study.slug}/people/new/{recruiter}"
    for field, value in product((*GOOD, *EMPTY), NASTY):
        for address in (page, f"{page}/estimate"):
            send(staff, address, {**GOOD, field: value})
    for posting in Posting.objects.all():
        assert staff.get(f"/workplace/postings/{posting.public_id}/launch").status_code == 200
        assert staff.get(f"/workplace/postings/{posting.public_id}/draft").status_code == 200
    assert not Outgoing.objects.exists()


def test_boards_reviews_and_money_change_nothing(
    staff: Client, study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, "prolific", at=clock())
    work_off(clock)
    submission = submit_at_prolific(prolific, posting, "P1", clock)
    base = f"/workplace/postings/{posting.public_id}"
    before = count_rows()
    for name, value in product(("seen", "show", "page", "check", "x"), NASTY):
        query = urlencode({name: value})
        for page in ("/", "/live", "/extend", "/review", "/money", "/stop", "/money/reconciling", "/ledger.csv"):
            assert staff.get(f"{base}{page}?{query}").status_code < 500, (page, query)
    for value in NASTY:
        send(staff, f"{base}/extend", {"places": value, "seen": "4"})
        send(staff, f"{base}/extend", {"places": "1", "seen": value})
        send(staff, f"{base}/addition", {"places": value, "seen": "4"})
        send(staff, f"{base}/money/orphan", {"deed": value, "platform_id": value})
        send(staff, f"{base}/money/orphan", {"deed": "adopt", "platform_id": value})
        send(staff, f"{base}/review/decide", {"kind": value, "submission": submission.pk})
        send(staff, f"{base}/review/decide", {"kind": "approve", "submission": value})
        good = {"submission": submission.pk, "amount": "5", "name": "n", "reason": "r", "token": "a" * 32}
        for field in ("amount", "name", "token", "confirmed", "submission", "reason"):
            for kind in ("bonus", "reject", "compensate"):
                send(staff, f"{base}/review/decide", {**good, "confirmed": "", field: value, "kind": kind})
    assert count_rows() == before
    for value in NASTY:
        for field in ("study_cap", "person_cap"):
            send(staff, f"{base}/money/caps", {field: value})
    for number in ("9" * 40, "9" * 5000, "0"):
        send(staff, f"{base}/again/{number}", {})
        send(staff, f"{base}/submissions/{number}/who", {})
        assert staff.get(f"{base}/decisions/{number}").status_code == 404


def test_who_comes_with_a_forged_address_is_answered(
    client: Client, study: Study, clock: Clock, prolific: LocalProlific
) -> None:
    posting = post(study, "prolific", at=clock())
    panel = post(study, "panel", at=clock(), details={"person_parameter": "person", "assignment_parameter": "work"})
    link = post(study, "link", at=clock(), reward=Money(0, "USD"))
    work_off(clock)
    for one, value in product((posting, panel, link), NASTY):
        study_id = one.parts.get().platform_id
        names = {"PROLIFIC_PID": "P1", "STUDY_ID": study_id, "SESSION_ID": "S1", "person": "P1", "work": "W1"}
        for name in names:
            query = urlencode({**names, name: value})
            assert client.get(f"/arrive/{one.public_id}/?{query}").status_code < 500, query
            send(client, f"/arrive/{one.public_id}/?{query}", {"visit": value, "utc_offset": value})
