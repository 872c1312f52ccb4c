"""A visit through HTTP without scripts or cookies: from the link to the code, with what people do on the way."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import DatabaseError, connection
from django.test import Client

from agents.tasks import TASKS
from judging.jobs import release_lapsed_places
from judging.models import Assignment, Attempt, ControlAnswer, Judge, Judgement, Place, Trial
from tests.builders import AT
from tests.pages.stories import Visitor, begin_and_judge
from tests.pools import make_pool, open_small_study

pytestmark = pytest.mark.django_db


@contextmanager
def refusing_writes() -> Iterator[None]:
    """A database that has gone away for writers."""

    def refuse(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith(("UPDATE", "INSERT")):
            raise DatabaseError("no writes at the moment")
        return execute(sql, *rest)

    with connection.execute_wrapper(refuse):
        yield


ALL_DEMOGRAPHICS = ["native_language", "native_english", "birth_year", "gender", "education", "country"]


@pytest.mark.parametrize("task", TASKS.slugs)
def test_a_judge_goes_from_the_link_to_a_code(task: str) -> None:
    make_pool(task)
    study = open_small_study(task, demographics=ALL_DEMOGRAPHICS, questions=["confidence", "reason"])
    visitor = Visitor()
    visitor.begin(study)
    for _ in range(4):
        visitor.send()
    page = visitor.send(engagement="7", difficulty="3")
    assignment = Assignment.objects.get()
    assert assignment.state == Assignment.State.FINISHED
    assert assignment.code
    assert assignment.code in page.content.decode()
    assert assignment.demographics["country"] == "AF"
    assert Judgement.objects.count() == 4 * len(TASKS[task].roles)
    assert {trial.answers["confidence"] for trial in Trial.objects.all()} == {"1"}
    assert ControlAnswer.objects.count() == (0 if task == "association" else 4)


def test_looking_at_the_link_creates_nothing() -> None:
    make_pool()
    study = open_small_study()
    client = Client()
    for _ in range(100):
        assert client.get(f"/join/{study.link}/").status_code == 200
        assert client.head(f"/join/{study.link}/").status_code == 200
    assert not Judge.objects.exists()
    assert not Assignment.objects.exists()


def test_participants_pages_set_no_cookie_and_may_be_framed_only_by_allowed_sites() -> None:
    make_pool()
    visitor = Visitor()
    visitor.begin(open_small_study())
    assert visitor.page is not None
    assert not visitor.page.cookies
    policy = visitor.page["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'self' https://*.mturk.com https://*.mturkcontent.com" in policy
    assert "X-Frame-Options" not in visitor.page


def test_without_consent_nothing_is_kept_and_no_code_is_given() -> None:
    make_pool(stimuli=4, machines=1)
    study = open_small_study(judgements_per_response=1)
    visitor = Visitor()
    visitor.open(f"/join/{study.link}/")
    visitor.send()
    page = visitor.send(answer="decline")
    assignment = Assignment.objects.get()
    assert assignment.state == Assignment.State.DECLINED
    assert assignment.code == ""
    assert "not taking part" in page.content.decode()
    assert sum(Place.objects.values_list("taken", flat=True)) == 0


def test_a_double_click_on_begin_makes_one_visit() -> None:
    make_pool()
    study = open_small_study()
    visitor = Visitor()
    visitor.open(f"/join/{study.link}/")
    fields = visitor.read_form()
    first = visitor.client.post(f"/join/{study.link}/", fields)
    second = visitor.client.post(f"/join/{study.link}/", fields)
    assert first["Location"] == second["Location"]
    assert Assignment.objects.count() == 1


def test_the_same_answer_sent_twenty_times_is_one_judgement_and_one_reply() -> None:
    make_pool()
    visitor = Visitor()
    visitor.begin(open_small_study())
    fields = {**visitor.read_form(), "verdict-agent": "ai"}
    replies = [visitor.client.post(visitor.address, fields) for _ in range(20)]
    assert {(reply.status_code, reply["Location"]) for reply in replies} == {(302, visitor.address)}
    assert Judgement.objects.count() == 1
    assert Trial.objects.filter(answered_at__isnull=False).count() == 1


def test_a_second_tab_that_is_behind_is_shown_where_the_visit_stands() -> None:
    make_pool()
    visitor = Visitor()
    visitor.begin(open_small_study())
    behind = visitor.read_form()
    visitor.open(visitor.address)  # the same trial in another tab: another load
    visitor.send()
    reply = visitor.client.post(visitor.address, {**behind, "verdict-agent": "ai"})
    assert reply.status_code == 409
    assert "2 of 4" in reply.content.decode()
    assert Judgement.objects.get().verdict == "human"


def test_reloading_shows_the_same_trial_and_counts_the_loads() -> None:
    make_pool()
    visitor = Visitor()
    visitor.begin(open_small_study())
    for _ in range(3):
        assert "1 of 4" in visitor.open(visitor.address).content.decode()
    trial = Trial.objects.get(position=1)
    assert trial.loads == 4
    assert Trial.objects.exclude(pk=trial.pk).filter(issued_at__isnull=False).count() == 0


def test_an_answer_before_the_minimum_time_is_refused_with_the_time_left_and_recorded() -> None:
    make_pool()
    with time_machine.travel(AT, tick=False) as clock:
        visitor = Visitor()
        visitor.begin(open_small_study(min_seconds=3))
        clock.shift(timedelta(seconds=1.5))
        page = visitor.send(**{"verdict-agent": "ai"})
        assert page.status_code == 422
        assert "you can answer in 2 seconds" in page.content.decode()
        assert re.search(rb'name="verdict-agent" value="ai" required checked', page.content)
        assert Attempt.objects.get().seconds_left == pytest.approx(1.5)
        assert not Judgement.objects.exists()
        clock.shift(timedelta(seconds=1.6))
        visitor.send(**{"verdict-agent": "ai"})
    assert Judgement.objects.get().verdict == "ai"


def test_the_minimum_time_runs_from_the_painted_stimulus() -> None:
    make_pool()
    with time_machine.travel(AT, tick=False) as clock:
        visitor = Visitor()
        visitor.begin(open_small_study(min_seconds=3))
        clock.shift(timedelta(seconds=4))
        assert visitor.send(ms_since_painted="1900").status_code == 422
        assert Attempt.objects.get().seconds_left == pytest.approx(1.1)
        clock.shift(timedelta(seconds=1.1))
        assert visitor.send(ms_since_painted="3000").status_code == 200
    assert Judgement.objects.count() == 1
    assert Trial.objects.get(position=1).painted_at == AT + timedelta(seconds=2.1)


@pytest.mark.parametrize("made_up", ["86400000", "99999999999", "-5", "1e9", ""])
def test_no_word_on_the_painted_stimulus_ends_the_minimum_time_earlier(made_up: str) -> None:
    make_pool()
    with time_machine.travel(AT, tick=False) as clock:
        visitor = Visitor()
        visitor.begin(open_small_study(min_seconds=3))
        clock.shift(timedelta(seconds=2.9))
        assert visitor.send(ms_since_painted=made_up).status_code == 422
        clock.shift(timedelta(seconds=0.1))
        assert visitor.send(ms_since_painted=made_up).status_code == 200
    trial = Trial.objects.get(position=1)
    assert trial.painted_at in {None, trial.issued_at}


def test_a_script_gets_the_next_trial_with_the_receipt_and_the_same_when_it_sends_again() -> None:
    make_pool()
    visitor = Visitor()
    visitor.begin(open_small_study())
    fields = visitor.read_form()
    for _ in range(2):
        answer = visitor.client.post(visitor.address, fields, headers={"Prefer": "return=representation"})
        assert (answer.status_code, answer["Preference-Applied"]) == (200, "return=representation")
        assert "2 of 4" in answer.content.decode()
    assert Judgement.objects.count() == 1
    assert Trial.objects.get(position=2).loads == 2


def test_after_the_last_trial_a_script_is_sent_on_like_everybody() -> None:
    make_pool()
    visitor = begin_and_judge(open_small_study(), trials=3)
    fields = visitor.read_form()
    for _ in range(2):
        answer = visitor.client.post(visitor.address, fields, headers={"Prefer": "return=representation"})
        assert (answer.status_code, answer["Location"]) == (302, visitor.address)
    assert Judgement.objects.count() == 4


def test_an_open_question_is_named_and_what_was_filled_in_stays() -> None:
    make_pool()
    visitor = Visitor()
    visitor.begin(open_small_study(questions=["reason"]))
    page = visitor.send(**{"control": "", "verdict-agent": "human", "reason": "<b>{{ 7*7 }}</b> a\r\nb"})
    text = page.content.decode()
    assert page.status_code == 422
    assert "one question is still open" in text
    assert "&lt;b&gt;{{ 7*7 }}&lt;/b&gt; a\r\nb" in text
    assert not Judgement.objects.exists()


def test_line_breaks_and_broken_emoji_in_a_reason_are_stored() -> None:
    make_pool()
    visitor = Visitor()
    visitor.begin(open_small_study(questions=["reason"]))
    visitor.send(reason="a\r\nb\n\n c\t\U0001f600 \x00")
    assert Trial.objects.get(position=1).answers["reason"] == "a\r\nb\n\n c\t\U0001f600 "


def test_a_form_of_another_page_is_refused_without_a_row() -> None:
    make_pool()
    study = open_small_study()
    visitor = Visitor()
    visitor.open(f"/join/{study.link}/")
    visitor.send()
    consent = visitor.read_form()
    visitor.send(answer="agree")
    visitor.send()
    reply = visitor.client.post(visitor.address, {**consent, "verdict-agent": "ai", "control": "yes"})
    assert "1 of 4" in visitor.open(reply["Location"]).content.decode()
    forged = visitor.client.post(visitor.address, {**visitor.read_form(), "step": "trials.3.forged"})
    assert forged.status_code == 409
    assert not Judgement.objects.exists()


def test_a_visit_goes_on_after_three_hours_even_if_its_places_were_given_back() -> None:
    make_pool()
    with time_machine.travel(AT, tick=False) as clock:
        visitor = Visitor()
        study = open_small_study()
        visitor.begin(study)
        clock.shift(timedelta(hours=3))
        assert release_lapsed_places() == 1
        visitor.send()
    assert Judgement.objects.count() == 1
    assert Assignment.objects.get().released_at is None
    assert sum(Place.objects.values_list("taken", flat=True)) == 4


def test_a_forged_or_unknown_visit_is_not_found() -> None:
    client = Client()
    assert client.get("/visit/nothing/").status_code == 404
    assert client.post("/visit/nothing.real/", {}).status_code == 404


def test_a_simulated_study_admits_no_people() -> None:
    make_pool()
    study = open_small_study(simulated=True)
    visitor = Visitor()
    visitor.open(f"/join/{study.link}/")
    reply = visitor.client.post(f"/join/{study.link}/", {"visit": "me"})
    assert reply.status_code == 409
    assert not Assignment.objects.exists()


def test_the_moments_of_a_visit_are_kept_apart_and_in_order() -> None:
    make_pool()
    with time_machine.travel(AT, tick=False) as clock:
        visitor = Visitor()
        study = open_small_study()
        visitor.open(f"/join/{study.link}/")
        for answer in ({}, {"answer": "agree"}, {}, {}):
            clock.shift(timedelta(seconds=10))
            visitor.send(**answer)
    assignment, trial = Assignment.objects.get(), Trial.objects.get(position=1)
    moments = [assignment.arrived_at, assignment.consented_at, assignment.began_at, trial.answered_at]
    assert [(moment - AT).total_seconds() for moment in moments if moment] == [10, 20, 30, 40]
    assert trial.issued_at == assignment.began_at


def test_the_code_appears_only_when_every_answer_is_stored() -> None:
    make_pool()
    visitor = Visitor()
    visitor.begin(open_small_study())
    for _ in range(4):
        visitor.send()
    before = visitor.read_form()
    with pytest.raises(DatabaseError), refusing_writes():
        visitor.client.post(visitor.address, {**before, "engagement": "1", "difficulty": "1"})
    assert Assignment.objects.get().code == ""
    assert b"completion code" not in visitor.open(visitor.address).content
    assert b"completion code" in visitor.send(engagement="1", difficulty="1").content
