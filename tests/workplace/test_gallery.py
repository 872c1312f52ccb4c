"""The gallery: which responses fooled most and least, as judges saw them, for experimenters alone."""

import pytest
from django.test import Client
from django.urls import reverse

from agents.models import Origin
from analysis.gallery import Wall, choose_exhibits, hang_gallery
from analysis.observations import read_observations
from judging.models import Study
from tests.builders import make_agent, make_judgement, make_response, make_stimulus, make_study, make_visit

pytestmark = pytest.mark.django_db


def judge(study: Study, word: str, *verdicts: str, origin: str = Origin.AI) -> None:
    """A response of one word that these verdicts were given on, by a judge each."""
    response = make_response(
        make_agent(f"{origin}-{word}", origin=origin, title="<b>Echo</b>"),
        stimulus=make_stimulus(task="association"),
        payload={"word": word},
    )
    for verdict in verdicts:
        make_judgement(make_visit(study), response, verdict)


def hang(study: Study) -> list[Wall]:
    """The gallery as it is now."""
    return hang_gallery(study.plugin, choose_exhibits(read_observations(study).rows))


@pytest.fixture
def study() -> Study:
    """A study of words, of which some fooled judges more than others."""
    study = make_study("words", task="association")
    judge(study, "always", *["human"] * 6)
    judge(study, "thrice", *["human"] * 3)
    judge(study, "never", *["ai"] * 4)
    judge(study, "twice", *["human"] * 2)
    judge(study, "person", "ai", "ai", "human", origin=Origin.HUMAN)
    return study


def test_few_judgements_come_late_and_fewer_than_three_never(study: Study) -> None:
    walls = {wall.slug: [one.shown["word"] for one in wall.exhibits] for wall in hang(study)}
    assert walls == {
        "fooled-most": ["always", "thrice", "never"],
        "fooled-least": ["never", "thrice", "always"],
        "humans": ["person"],
    }


def test_a_response_whose_picture_is_not_here_says_so(staff: Client) -> None:
    study = make_study("colors")
    stimulus = make_stimulus(payload={"image": None, "caption": ""})
    stimulus.has_picture = False
    stimulus.save()
    response = make_response(make_agent(origin=Origin.AI), stimulus=stimulus)
    for _ in range(3):
        make_judgement(make_visit(study), response, "human")
    page = staff.get(reverse("workplace:gallery", args=["colors"])).content.decode()
    assert "Not shown: the picture that it is on is not here" in page


def test_each_says_how_often_and_how_surely(study: Study) -> None:
    first = hang(study)[0].exhibits[0]
    assert first.told == "Judged human in 100.0% of 6 judgements (Wilson interval 61.0% to 100.0%)"


def test_the_page_is_for_staff_and_escapes_what_agents_said(staff: Client, study: Study) -> None:
    judge(study, "<script>alert(1)</script>", *["human"] * 9)
    address = reverse("workplace:gallery", args=["words"])
    assert Client().get(address).status_code == 302
    page = staff.get(address).content.decode()
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in page
    assert "<b>Echo" not in page


def test_an_empty_study_says_what_is_needed(staff: Client) -> None:
    make_study("empty")
    page = staff.get(reverse("workplace:gallery", args=["empty"])).content.decode()
    assert "No response has been judged 3 times yet" in page


def test_conversations_hang_by_speaker() -> None:
    study = make_study(task="conversation")
    response = make_response(make_agent(), make_agent("eliza", origin=Origin.AI, title="Eliza"), task="conversation")
    for _ in range(3):
        make_judgement(make_visit(study), response, "human", "human", view=3)
    walls = hang(study)
    found = {(wall.slug, one.agent, one.role) for wall in walls for one in wall.exhibits}
    assert found == {("fooled-most", "Eliza", "B"), ("fooled-least", "Eliza", "B"), ("humans", "", "A")}
    assert len(walls[0].exhibits[0].shown["turns"]) == 3
