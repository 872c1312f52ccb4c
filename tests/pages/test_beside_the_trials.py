"""What comes with the answers: signs of a program, the question on AI tools, a reason that is too long."""

import pytest

from judging.models import Assignment, Judgement, Trial
from tests.pages.stories import Visitor, begin_and_judge
from tests.pools import make_pool, open_small_study

pytestmark = pytest.mark.django_db


def test_the_question_on_ai_tools_comes_with_the_code_and_the_first_answer_stays() -> None:
    make_pool()
    visitor = begin_and_judge(open_small_study(), trials=4)
    page = visitor.send(engagement="1", difficulty="1").content.decode()
    assert Assignment.objects.get().code in page
    assert "Did you use an AI tool" in page
    fields = visitor.read_form()
    visitor.send(ai_tool="yes")
    visitor.client.post(visitor.address, {**fields, "ai_tool": "no"})
    assert Assignment.objects.get().closing["ai_tool"] == "yes"
    assert "Did you use an AI tool" not in visitor.open(visitor.address).content.decode()


def test_signs_of_a_program_are_kept_and_change_nothing_else() -> None:
    make_pool()
    study = open_small_study(demographics=["gender"])
    visitor = Visitor()
    visitor.open(f"/join/{study.link}/")
    visitor.send()
    visitor.send(answer="agree")
    visitor.send(website="http://spam.example")
    visitor.send()
    visitor.send(website="Orchid!", profile='{"keys": 3, "pastes": -1, "pointer_px": 1.5, "other": 1}')
    assert Assignment.objects.get().signs == {"honeypot": 1}
    assert Trial.objects.get(position=1).answers == {"profile": {"keys": 3}, "sign": "machine_text"}


@pytest.mark.parametrize("profile", ["[]", "{", "[" * 900, '{"keys": true}', "x" * 2000, '{"keys": 1e99}'])
def test_a_senseless_profile_is_no_profile(profile: str) -> None:
    make_pool()
    visitor = begin_and_judge(open_small_study(), trials=0)
    visitor.send(profile=profile)
    assert Trial.objects.get(position=1).answers == {}


def test_a_reason_that_is_too_long_is_refused_with_its_length_and_stays_on_the_page() -> None:
    make_pool()
    visitor = begin_and_judge(open_small_study(questions=["reason"]), trials=0)
    page = visitor.send(reason="a" * 100_000)
    assert page.status_code == 422
    assert "100,000 characters" in page.content.decode()
    assert "a" * 100_000 in page.content.decode()
    assert not Judgement.objects.exists()
