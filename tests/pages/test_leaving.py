"""Stopping and erasing a visit, visits that expire, and the places they give back."""

from datetime import timedelta

import pytest
import time_machine

from judging.kinds import KINDS
from judging.leasing import release_lapsed_places
from judging.models import Assignment, Attempt, ControlAnswer, Judge, Judgement, Trial
from judging.tokens import sign_person
from tests.builders import AT
from tests.pages.stories import Visitor, begin_and_judge, count_taken
from tests.pools import make_pool, open_small_study

pytestmark = pytest.mark.django_db
State = Assignment.State


def test_stop_and_keep_ends_the_visit_keeps_the_answers_and_frees_the_rest() -> None:
    make_pool()
    visitor = begin_and_judge(open_small_study(part_pay="Half of the pay."))
    page = visitor.open(f"{visitor.address}stop").content.decode()
    assert "You have judged 2 trials." in page
    page = visitor.send(answer="keep").content.decode()
    assignment = Assignment.objects.get()
    assert assignment.state == State.WITHDRAWN
    assert assignment.code in page
    assert "Half of the pay." in page
    assert Judgement.objects.count() == 2
    assert count_taken() == 2


@pytest.mark.parametrize(
    ("kind", "trials", "sentence"),
    [
        ("judge", 1, "You have judged 1 trial."),
        ("respond", 2, "You have given 2 answers."),
        ("respond", 0, ""),
        ("converse", 0, ""),
    ],
)
def test_who_stops_is_told_what_was_done_in_the_words_of_the_study(kind: str, trials: int, sentence: str) -> None:
    assert KINDS[kind].tell_done(trials) == sentence


def test_stop_and_erase_leaves_a_tombstone_and_nothing_else() -> None:
    make_pool()
    visitor = begin_and_judge(open_small_study(demographics=["gender"], questions=["reason"]))
    person = Judge.objects.get().person_key
    visitor.open(f"{visitor.address}stop")
    for _ in range(2):
        visitor.client.post(f"{visitor.address}", {"answer": "erase"})
    assert "Your answers are erased" in visitor.open(visitor.address.removesuffix("stop")).content.decode()
    assignment = Assignment.objects.get()
    assert assignment.state == State.ERASED
    assert assignment.demographics == {}
    for model in (Trial, Judgement, ControlAnswer, Attempt):
        assert not model.objects.exists()
    assert not Judge.objects.filter(person_key=person).exists()
    assert count_taken() == 0


def test_a_finished_visit_is_erased_by_its_code() -> None:
    make_pool()
    visitor = begin_and_judge(open_small_study(), trials=4)
    visitor.send(engagement="1", difficulty="1")
    code = Assignment.objects.get().code
    visitor.open("/withdraw/")
    assert visitor.send(code="WRONG").status_code == 422
    visitor.send(code=f" {code.lower()[:5]} {code.lower()[5:]} ")
    visitor.send(answer="erase")
    assert Assignment.objects.get().state == State.ERASED
    assert not Judgement.objects.exists()
    assert count_taken() == 0


def test_a_visit_that_is_over_cannot_be_stopped_but_stays_what_it_is() -> None:
    make_pool()
    visitor = begin_and_judge(open_small_study(), trials=4)
    visitor.send(engagement="1", difficulty="1")
    page = visitor.open(f"{visitor.address}stop").content.decode()
    assert "Stop and keep" not in page
    assert visitor.client.post(visitor.address, {"answer": "keep"}).status_code == 409
    assert Assignment.objects.get().state == State.FINISHED


def test_a_visit_that_was_begun_too_long_ago_expires() -> None:
    make_pool()
    with time_machine.travel(AT, tick=False) as clock:
        visitor = begin_and_judge(open_small_study(expires_hours=24), trials=1)
        clock.shift(timedelta(hours=25))
        for _ in range(2):
            release_lapsed_places(at=AT + timedelta(hours=25))
        page = visitor.open(visitor.address).content.decode()
    assert "This visit has expired" in page
    assert Assignment.objects.get().state == State.EXPIRED
    assert count_taken() == 1


def test_the_places_of_a_visit_that_the_study_ended_are_given_back_by_the_sweep() -> None:
    make_pool()
    begin_and_judge(open_small_study(), trials=1)
    Assignment.objects.update(state=State.SCREENED_OUT, over_at=AT, code="CODE")
    assert release_lapsed_places(at=AT) == 1
    assert release_lapsed_places(at=AT) == 0
    assert count_taken() == 1


def stop(visitor: Visitor, answer: str) -> str:
    """Stop at the page where the visit stands; the page that follows."""
    visitor.open(f"{visitor.address}stop")
    return visitor.send(answer=answer).content.decode()


@pytest.mark.parametrize("answer", ["keep", "erase"])
def test_stopping_before_the_trials_earns_no_code(answer: str) -> None:
    make_pool()
    study = open_small_study(part_pay="Half of the pay.")
    visitor = Visitor()
    visitor.open(f"/join/{study.link}/")
    visitor.send()
    page = stop(visitor, answer)
    assert Assignment.objects.get().code == ""
    assert "Half of the pay." not in page
    assert count_taken() == 0


def test_erasing_a_declined_visit_earns_no_code() -> None:
    make_pool()
    study = open_small_study()
    visitor = Visitor()
    visitor.open(f"/join/{study.link}/")
    visitor.send()
    visitor.send(answer="decline")
    stop(visitor, "erase")
    assignment = Assignment.objects.get()
    assert (assignment.state, assignment.code) == (State.ERASED, "")


def test_a_person_who_erased_and_comes_again_finds_the_erased_visit_and_no_second_code() -> None:
    make_pool()
    study, other = open_small_study(), open_small_study(slug="other")
    visitor = Visitor()
    link = f"/join/{study.link}/?person={sign_person(study, 'worker-77')}"
    visitor.open(link)
    for answer in ({}, {"answer": "agree"}, {}, {}):
        visitor.send(**answer)
    stop(visitor, "erase")
    visitor.open(link)
    assert "Your answers are erased" in visitor.send().content.decode()
    assert Assignment.objects.count() == 1
    visitor.open(f"/join/{other.link}/?person={sign_person(other, 'worker-77')}")
    visitor.send()
    assert Assignment.objects.count() == 2
