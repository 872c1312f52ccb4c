"""What Prolific is asked, and what its answers become."""

import json

import pytest
from pytest_django.fixtures import Settings

from judging.recruiters import RECRUITERS
from judging.recruiters.local.faults import Fault
from judging.recruiters.local.prolific import LocalProlific, sign
from judging.recruiters.local.prolific_operations import expire, sum_bonuses
from judging.recruiters.money import Money
from judging.recruiters.prolific_requests import describe_study
from judging.recruiters.values import Bonus, Coming, Offer, Outcome, Part, Payee, Requirements, Status
from tests.judging.recruiters.calls import TOKEN, Call
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import make_offer
from turingapp.errors import NotEligible, PlatformRefused, TemporaryServiceError

PROLIFIC = RECRUITERS["prolific"]
CODES = {outcome: f"CODE{number}" for number, outcome in enumerate(Outcome)}
OFFER: Offer = make_offer(address="https://study.example/arrive/abc/", reward=Money(75, "GBP"), codes=CODES)


def open_study(platform: LocalProlific) -> Part:
    part = PROLIFIC.open_part(OFFER, environment="local", call=Call())
    assert platform.state.studies[part.platform_id]["status"] == "ACTIVE"
    return part


def test_the_study_is_described_in_pence_with_filters_and_a_code_for_each_outcome() -> None:
    wanted = Requirements(least_approval_percent=95, without=("group",), filters=({"filter_id": "sex"},))
    asked = describe_study(make_offer(address="https://a.example/x", codes=CODES, requirements=wanted), TOKEN)
    assert asked == {
        "name": "Who wrote this?",
        "internal_name": TOKEN,
        "description": "Judge short texts.",
        "external_study_url": "https://a.example/x?PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}"
        "&SESSION_ID={{%SESSION_ID%}}",
        "prolific_id_option": "url_parameters",
        "completion_codes": [
            {"code": code, "code_type": kind, "actor": "participant", "actions": [{"action": "MANUALLY_REVIEW"}]}
            for code, kind in zip(CODES.values(), ("COMPLETED", "SCREENED_OUT", "OTHER", "OTHER"), strict=True)
        ],
        "filters": [
            {"filter_id": "approval_rate", "selected_range": {"lower": 95, "upper": 100}},
            {"filter_id": "participant_group_blocklist", "selected_values": ["group"]},
            {"filter_id": "sex"},
        ],
        "estimated_completion_time": 5,
        "maximum_allowed_time": 20,
        "reward": 100,
        "total_available_places": 4,
        "device_compatibility": ["desktop", "tablet", "mobile"],
        "peripheral_requirements": [],
    }


def test_an_unknown_filter_is_shown_in_prolifics_words(prolific: LocalProlific) -> None:
    offer = make_offer(
        address="https://a.example/", codes=CODES, requirements=Requirements(filters=({"filter_id": "height"},))
    )
    with pytest.raises(PlatformRefused, match="There is no filter height"):
        PROLIFIC.open_part(offer, environment="local", call=Call())
    assert prolific.state.studies == {}


def test_places_only_go_up(prolific: LocalProlific) -> None:
    part = open_study(prolific)
    PROLIFIC.extend(part, 9, call=Call())
    PROLIFIC.extend(part, 6, call=Call())
    status = PROLIFIC.read_part(part)
    assert status is not None
    assert (status.places, status.available, status.is_open) == (9, 9, True)


def test_closing_twice_closes_once_and_whoever_is_inside_can_finish(prolific: LocalProlific) -> None:
    part = open_study(prolific)
    prolific.state.start(part.platform_id, "P1")
    PROLIFIC.close(part, call=Call())
    PROLIFIC.close(part, call=Call(is_repeat=True))
    assert prolific.state.complete("P1", CODES[Outcome.COMPLETE]).status == "AWAITING REVIEW"
    status = PROLIFIC.read_part(part)
    assert status is not None
    assert not status.is_open


def test_all_pages_of_submissions_are_read_though_the_page_after_the_last_is_a_404(prolific: LocalProlific) -> None:
    part = open_study(prolific)
    PROLIFIC.extend(part, 201, call=Call())
    people = [f"P{number}" for number in range(201)]
    for person in people:
        prolific.state.start(part.platform_id, person)
    assert [told.person for told in PROLIFIC.list_submissions(part)] == people


def test_states_become_ours_and_one_in_process_is_left_for_the_next_time(prolific: LocalProlific) -> None:
    part = open_study(prolific)
    first, second, third = (prolific.state.start(part.platform_id, person) for person in ("P1", "P2", "P3"))
    prolific.state.move(first, "PROCESSING")
    prolific.state.move(second, "SCREENED OUT")
    expire(prolific.state, third.submission_id)
    assert [told.status for told in PROLIFIC.list_submissions(part)] == [Status.SCREENED_OUT, Status.TIMED_OUT]


def test_an_approval_that_comes_before_the_submission_is_tried_again(prolific: LocalProlific) -> None:
    part = open_study(prolific)
    row = prolific.state.start(part.platform_id, "P1")
    payee = Payee(part, row.submission_id, "P1")
    with pytest.raises(TemporaryServiceError, match="not list this submission as handed in"):
        PROLIFIC.approve(payee, call=Call())
    prolific.state.complete("P1", CODES[Outcome.COMPLETE])
    PROLIFIC.approve(payee, call=Call(is_repeat=True))
    PROLIFIC.approve(payee, call=Call(is_repeat=True))
    assert row.status == "APPROVED"


def test_a_rejection_needs_a_hundred_letters(prolific: LocalProlific) -> None:
    part = open_study(prolific)
    row = prolific.state.start(part.platform_id, "P1")
    prolific.state.complete("P1", CODES[Outcome.COMPLETE])
    payee = Payee(part, row.submission_id, "P1")
    with pytest.raises(PlatformRefused, match="100 characters"):
        PROLIFIC.reject(payee, "Too short", call=Call())
    PROLIFIC.reject(payee, "Too short. " * 10, call=Call())
    assert row.status == "REJECTED"


def test_a_bonus_of_fifteen_pence_is_fifteen_pence(prolific: LocalProlific) -> None:
    part = open_study(prolific)
    row = prolific.state.start(part.platform_id, "P1")
    PROLIFIC.pay_bonus(Payee(part, row.submission_id, "P1"), Bonus(Money(15, "GBP"), "Good"), call=Call())
    assert [amount for _, amount in row.bonuses] == [15]


def test_a_payment_whose_answer_was_lost_is_waited_for_and_not_asked_again(
    prolific: LocalProlific, clock: Clock
) -> None:
    part = open_study(prolific)
    row = prolific.state.start(part.platform_id, "P1")
    payee, bonus, call = Payee(part, row.submission_id, "P1"), Bonus(Money(15, "GBP"), "Good"), Call(at=clock())
    prolific.state.faults.plan(Fault.SILENCE_AFTER, "pay bonuses")
    with pytest.raises(TemporaryServiceError):
        PROLIFIC.pay_bonus(payee, bonus, call=call)
    call.is_repeat, call.at = True, clock.move(minutes=1)
    with pytest.raises(TemporaryServiceError, match="does not show it yet"):
        PROLIFIC.pay_bonus(payee, bonus, call=call)
    call.at = clock.move(minutes=10)
    PROLIFIC.pay_bonus(payee, bonus, call=call)
    assert sum_bonuses(prolific.state) == 15


def test_a_notice_is_taken_with_the_right_signature_only(settings: Settings) -> None:
    settings.PROLIFIC_HOOK_SECRET = "only-for-tests"
    body = json.dumps({"event_type": "submission.status.change", "resource_id": "abc"}).encode()
    headers = sign({"id": "event-1", "at": 1_900_000_000, "body": {}}, body, "only-for-tests")
    (notice,) = PROLIFIC.read_notices(headers, body)
    assert (notice.event_id, notice.platform_assignment) == ("event-1", "abc")
    with pytest.raises(NotEligible, match="not signed"):
        PROLIFIC.read_notices(headers, body.replace(b"abc", b"abd"))
    with pytest.raises(NotEligible, match="not signed"):
        PROLIFIC.read_notices({**headers, "X-Prolific-Request-Timestamp": "1900000001"}, body)
    settings.PROLIFIC_HOOK_SECRET = ""
    with pytest.raises(NotEligible, match="not signed"):
        PROLIFIC.read_notices(sign({"id": "event-1", "at": 1, "body": {}}, body, ""), body)


def test_the_address_tells_who_comes_and_the_way_back_carries_the_outcomes_code() -> None:
    query = {"PROLIFIC_PID": "5f", "STUDY_ID": "6a", "SESSION_ID": "7b"}
    coming = PROLIFIC.read_arrival(OFFER, query)
    assert coming == Coming("6a", "7b", "5f")
    way = PROLIFIC.find_exit(OFFER, Outcome.FULL, environment="live", coming=coming, code="own")
    assert way.address == f"https://app.prolific.com/submissions/complete?cc={CODES[Outcome.FULL]}"
    assert PROLIFIC.read_arrival(OFFER, {}).is_preview
    with pytest.raises(NotEligible, match="start the study again"):
        PROLIFIC.read_arrival(OFFER, {"PROLIFIC_PID": "5f"})


def test_what_mturk_alone_can_ask_for_is_refused() -> None:
    problems = PROLIFIC.validate(
        make_offer(address="https://a.example/", requirements=Requirements(masters=True)), "live"
    )
    words = " ".join(str(problem) for problem in problems)
    assert "its own filters" in words
    assert "each outcome needs a completion code" in words


def test_a_group_is_found_by_its_name_in_the_project_and_made_once(prolific: LocalProlific) -> None:
    named = make_offer(details={"project": "mine"})
    groups = [PROLIFIC.find_list("took-part", offer=offer, environment="local") for offer in (OFFER, OFFER, named)]
    assert groups[0] == groups[1] != groups[2]
    assert [row["project_id"] for row in prolific.state.groups.values()] == ["project1", "mine"]
    for _ in range(2):
        PROLIFIC.put_on_list(groups[0], "P1", environment="local")
    assert prolific.state.groups[groups[0]]["members"] == {"P1"}
