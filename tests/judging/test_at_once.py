"""Two of everything at the same moment: threads with connections of their own against one database."""

import pytest
from django.test import Client

from agents.models import Answer
from judging.admitting import Arrival, admit
from judging.models import Assignment, Judgement, Place, Trial
from tests.at_once import run_at_once
from tests.builders import AT
from tests.pages.stories import Visitor
from tests.pages.test_answering import ANSWERS, open_answering
from tests.pools import make_pool, open_small_study
from turingapp.errors import StudyFull

pytestmark = pytest.mark.django_db(transaction=True)


def test_twenty_identical_answers_at_once_are_one_judgement_and_the_same_reply() -> None:
    make_pool()
    visitor = Visitor()
    visitor.begin(open_small_study())
    fields = visitor.read_form()
    replies = run_at_once(lambda _: Client().post(visitor.address, fields), 20)
    assert {(reply.status_code, reply["Location"]) for reply in replies} == {(302, visitor.address)}
    assert Judgement.objects.count() == 1


def test_twenty_identical_answers_to_a_stimulus_at_once_are_one_row_and_the_same_reply() -> None:
    visitor = Visitor()
    visitor.begin(open_answering("objects"))
    fields = {**visitor.read_form(), **ANSWERS["objects"][0]}
    replies = run_at_once(lambda _: Client().post(visitor.address, fields), 20)
    assert {(reply.status_code, reply["Location"]) for reply in replies} == {(302, visitor.address)}
    assert Answer.objects.count() == 1


def test_twenty_people_at_once_never_answer_a_stimulus_too_often() -> None:
    study = open_answering("objects", stimuli=8, answers_per_stimulus=3)
    replies = run_at_once(lambda number: Client().post(f"/join/{study.link}/", {"visit": f"person {number}"}), 20)
    assert sorted(reply.status_code for reply in replies) == [302] * 6 + [409] * 14
    assert set(Place.objects.values_list("taken", flat=True)) == {3}


def test_two_tabs_that_answer_at_once_give_one_verdict_and_one_refusal() -> None:
    make_pool()
    visitor = Visitor()
    visitor.begin(open_small_study())
    first = visitor.read_form()
    visitor.open(visitor.address)
    forms = [{**first, "verdict-agent": "human"}, {**visitor.read_form(), "verdict-agent": "ai"}]
    replies = run_at_once(lambda number: Client().post(visitor.address, forms[number]), 2)
    assert sorted(reply.status_code for reply in replies) == [302, 409]
    assert Judgement.objects.count() == 1


def test_one_person_who_begins_in_eight_windows_has_one_visit() -> None:
    make_pool()
    study = open_small_study()
    replies = run_at_once(lambda _: Client().post(f"/join/{study.link}/", {"visit": "the same person"}), 8)
    assert len({reply["Location"] for reply in replies}) == 1
    assert Assignment.objects.count() == 1
    assert Trial.objects.count() == 4


def test_forty_judges_at_once_never_exceed_the_quota_of_a_response() -> None:
    make_pool(stimuli=10, machines=1)
    study = open_small_study(trials=2, judgements_per_response=3)

    def arrive(number: int) -> bool:
        try:
            admit(study, Arrival("link", "live", str(number), f"judge-{number}"), at=AT, seed=number)
        except StudyFull:
            return False
        return True

    admitted = sum(run_at_once(arrive, 40))
    assert admitted == 30  # 10 stimuli x 2 responses x 3 judgements, 2 a judge
    assert set(Place.objects.filter(cell__protocol__study=study).values_list("taken", flat=True)) == {3}
