"""The local Prolific's pages for participants, and its notices."""

from collections.abc import Iterator
from contextlib import contextmanager

import httpx
from pytest_django.fixtures import Settings

from judging.recruiters import RECRUITERS
from judging.recruiters.local.faults import Fault
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.local.serving import Platform, Reply, Request, serving
from judging.recruiters.local.waiting import send_notices
from judging.recruiters.prolific_hooks import find_workspace, make_secret, subscribe
from judging.recruiters.values import Outcome, Part
from tests.judging.recruiters.calls import Call
from tests.judging.recruiters.stories import make_offer

PROLIFIC = RECRUITERS["prolific"]
OFFER = make_offer(address="http://127.0.0.1:9/arrive/abc/", codes={outcome: outcome.name for outcome in Outcome})


class Listener(Platform):
    """Takes notices down."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[Request] = []

    def reply(self, request: Request) -> Reply:
        self.taken.append(request)
        return Reply(200)


@contextmanager
def listening() -> Iterator[tuple[Listener, str]]:
    listener = Listener()
    with serving(listener) as url:
        yield listener, url


def open_study() -> Part:
    return PROLIFIC.open_part(OFFER, environment="local", call=Call())


def test_a_participant_starts_and_comes_back_with_the_code(prolific: LocalProlific) -> None:
    part = open_study()
    with httpx.Client(base_url=prolific.url) as browser:
        assert "Who wrote this?" in browser.get("/", params={"participant": "P1"}).text
        started = browser.post(f"/start/{part.platform_id}")
        coming = PROLIFIC.read_arrival(OFFER, dict(httpx.URL(started.headers["Location"]).params))
        assert (coming.person, coming.part_id) == ("P1", part.platform_id)
        way = PROLIFIC.find_exit(OFFER, Outcome.COMPLETE, environment="local", coming=coming, code="")
        assert "AWAITING REVIEW" in browser.get(way.address).text
    (told,) = PROLIFIC.list_submissions(part)
    assert (told.person, told.status, told.code) == ("P1", "submitted", "COMPLETE")


def test_a_wrong_code_hands_nothing_in(prolific: LocalProlific) -> None:
    row = prolific.state.start(open_study().platform_id, "P1")
    answer = httpx.get(f"{prolific.url}/submissions/complete", params={"cc": "WRONG", "participant": "P1"})
    assert answer.status_code == 400
    assert row.status == "ACTIVE"


def test_notices_are_signed_and_one_may_come_twice(prolific: LocalProlific, settings: Settings) -> None:
    part = open_study()
    settings.PROLIFIC_HOOK_SECRET = make_secret("local", find_workspace("local"))
    with listening() as (listener, url):
        subscribe("local", find_workspace("local"), url)
        prolific.state.faults.plan(Fault.NOTICE_TWICE, "submission.status.change")
        row = prolific.state.start(part.platform_id, "P1")
        send_notices(prolific)
    notices = [PROLIFIC.read_notices(request.headers, request.body)[0] for request in listener.taken]
    assert len(notices) == 2
    assert notices[0] == notices[1]
    assert notices[0].platform_assignment == row.submission_id


def test_the_address_needs_a_token(prolific: LocalProlific) -> None:
    assert httpx.get(f"{prolific.url}/api/v1/users/me/").status_code == 401
