"""Offers to MTurk: what it would refuse, what it costs, which HITs, and the way back."""

from typing import Any

import pytest

from judging.recruiters.money import Money
from judging.recruiters.mturk_requests import count_fee, list_rules, share_out, write_question
from judging.recruiters.values import Coming, Outcome, Requirements
from tests.judging.recruiters.stories import make_offer
from tests.judging.recruiters.test_mturk import ADDRESS, MTURK, make_full_offer
from turingapp.errors import NotEligible


def test_several_countries_are_one_rule_and_masters_are_those_of_the_environment() -> None:
    wanted = Requirements(countries=("US", "GB"), masters=True, without=("3DONE",))
    live, sandbox = list_rules(wanted, "live"), list_rules(wanted, "sandbox")
    assert live[1]["Comparator"] == "In"
    assert live[1]["LocaleValues"] == [{"Country": "US"}, {"Country": "GB"}]
    assert live[2] == {
        "QualificationTypeId": "3DONE",
        "Comparator": "DoesNotExist",
        "ActionsGuarded": "DiscoverPreviewAndAccept",
    }
    assert (live[0]["QualificationTypeId"], sandbox[0]["QualificationTypeId"]) == (
        "2F1QJWKUDD8XADTFD2Q0G6UTO95ALH",
        "2ARFPLSP75KLA8M8DH1HTEQVJT3SY6",
    )


def test_the_address_in_the_question_is_escaped() -> None:
    assert "<ExternalURL>https://a.example/?x=1&amp;y=2</ExternalURL>" in write_question("https://a.example/?x=1&y=2")


def test_hits_of_nine_cost_half_the_fee_and_masters_a_twentieth_more() -> None:
    # MTurk's price list: 20% of the reward, 20% more from ten assignments, 5% more for Masters, a cent at least.
    assert count_fee(100, part_places=9, masters=False) == 20
    assert count_fee(100, part_places=10, masters=False) == 40
    assert count_fee(100, part_places=9, masters=True) == 25
    assert count_fee(1, part_places=9, masters=False) == 1
    assert count_fee(15, part_places=0, masters=True) == 3
    assert MTURK.estimate_cost(make_full_offer(places=20)).total == Money(2400, "USD")
    assert MTURK.estimate_cost(make_full_offer(places=20, part_places=20)).total == Money(2800, "USD")


def test_eight_more_for_a_hit_of_nine_are_a_hit_of_their_own() -> None:
    assert share_out(20, 0) == (9, 9, 2)
    assert MTURK.plan_extension(make_full_offer(), [9], 8) == ((9,), (8,))
    assert MTURK.plan_extension(make_full_offer(), [9, 2], 8) == ((9, 9), (1,))
    assert MTURK.plan_extension(make_full_offer(), [10], 8) == ((18,), ())


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"title": "Who wrote this \N{ROBOT FACE}?"}, "platforms refuse the character"),
        ({"title": " "}, "say in a few words"),
        ({"reward": Money(0, "USD")}, "or more"),
        ({"reward": Money(10_000, "USD")}, "in cents or pence"),
        ({"reward": Money(100, "GBP")}, "should be one of USD"),
        ({"address": "http://study.example/"}, "by https only"),
        ({"address": "https://studÿ.example/"}, "ASCII"),
        ({"places": 0}, "it should be 1 to 100000"),
        ({"allowed_minutes": 6}, "twice the expected 5"),
        ({"requirements": Requirements(countries=tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ12345"))}, "at most 30"),
        ({"requirements": Requirements(filters=({"filter_id": "age"},))}, "MTurk has no filters"),
    ],
)
def test_what_mturk_would_refuse_is_found_before_it_is_asked(changes: dict[str, Any], words: str) -> None:
    problems = MTURK.validate(make_offer(**{"address": ADDRESS, **changes}), "live")
    assert words in " ".join(str(problem) for problem in problems)


def test_a_fair_offer_has_no_problems() -> None:
    assert MTURK.validate(make_full_offer(), "live") == ()


def test_a_preview_has_nobody_and_a_damaged_address_is_refused() -> None:
    offer = make_full_offer()
    assert MTURK.read_arrival(offer, {"assignmentId": "ASSIGNMENT_ID_NOT_AVAILABLE", "hitId": "3H"}).is_preview
    assert MTURK.read_arrival(offer, {}).is_preview
    whole = {"assignmentId": "3A", "hitId": "3H", "workerId": "AW"}
    assert MTURK.read_arrival(offer, whole) == Coming("3H", "3A", "AW")
    for name in whole:
        with pytest.raises(NotEligible, match="open the HIT again"):
            MTURK.read_arrival(offer, {**whole, name: ""})
        with pytest.raises(NotEligible, match="open the HIT again"):
            MTURK.read_arrival(offer, {**whole, name: "<script>"})


@pytest.mark.parametrize(
    ("environment", "host"),
    [("live", "https://www.mturk.com/"), ("sandbox", "https://workersandbox.mturk.com/")],
)
def test_the_way_back_is_mturks_own_host_whatever_the_address_said(environment: str, host: str) -> None:
    offer = make_full_offer()
    query = {"assignmentId": "3A", "hitId": "3H", "workerId": "AW", "turkSubmitTo": "https://evil.example"}
    coming = MTURK.read_arrival(offer, query)
    way = MTURK.find_exit(offer, Outcome.COMPLETE, environment=environment, coming=coming, code="CODE")
    assert way.address == f"{host}mturk/externalSubmit"
    assert (way.method, way.fields["assignmentId"], len(way.fields)) == ("post", "3A", 3)
