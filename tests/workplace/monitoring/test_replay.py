"""One visit replayed: pages with their times, what was refused, reloads and answers; never who visits."""

from http import HTTPStatus

import pytest
from django.test import Client
from lxml import html

from agents.models import Origin
from judging.models import Assignment, Study, VisitStep
from judging.monitoring.replaying import replay
from judging.opening import open_study
from judging.withdrawing import erase
from tests.builders import AT, make_agent, make_judgement, make_response, make_settings, make_study, make_visit
from tests.judging.conversing.visits import open_chat_study, seat_two, talk
from tests.members import make_member
from tests.pages.stories import Visitor
from turingapp.members.roles import Role

pytestmark = pytest.mark.django_db
Stage, Outcome = Assignment.Stage, VisitStep.Outcome


@pytest.fixture
def study() -> Study:
    """An open study with responses to judge."""
    people, machine = make_agent("people"), make_agent("median-cut", origin=Origin.AI, title="Median cut")
    for number in range(8):
        make_response((people, machine)[number % 2])
    return open_study(make_settings(slug="colors", demographics=["gender"]), at=AT)


def list_steps(visit: Assignment) -> list[tuple[str, int, str]]:
    """The steps of a visit that were noted."""
    return list(visit.steps.order_by("pk").values_list("stage", "position", "outcome"))


def judge(study: Study) -> Assignment:
    """A visit through the pages: one form is incomplete, one is sent twice, one page is reloaded."""
    visitor = Visitor()
    visitor.begin(study)
    old = visitor.read_form()
    visitor.send(**{"verdict-agent": ""})
    visitor.open(visitor.address)
    visitor.send()
    visitor.client.post(visitor.address, {**old, "submission": "another"})
    return Assignment.objects.get()


def test_pages_around_the_trials_and_what_was_refused_are_noted(study: Study) -> None:
    assert list_steps(judge(study)) == [
        ("consent", 0, Outcome.TAKEN),
        ("demographics", 0, Outcome.TAKEN),
        ("instructions", 0, Outcome.TAKEN),
        ("trials", 1, Outcome.INCOMPLETE),
        ("trials", 1, Outcome.STALE),
    ]


@pytest.mark.long
def test_a_form_that_no_page_carried_is_not_noted(study: Study) -> None:
    visit = judge(study)
    before = visit.steps.count()
    visitor = Visitor()
    visitor.begin(study)
    visitor.client.post(visitor.address, {"step": "trials.1.forged"})
    assert visit.steps.count() == before
    assert VisitStep.objects.exclude(outcome=Outcome.TAKEN).count() == 2


def test_a_visit_is_replayed_page_by_page(study: Study) -> None:
    pages = replay(judge(study), with_comment=False)
    assert [page.stage for page in pages] == [
        *(Stage.CONSENT, Stage.DEMOGRAPHICS, Stage.INSTRUCTIONS),
        *(Stage.TRIALS, Stage.TRIALS),
    ]
    assert all(page.seconds is not None for page in pages[:4])
    assert dict(pages[1].facts) == {"gender": "female"}
    assert dict(pages[3].facts)["Verdict"] == "human"
    assert dict(pages[3].facts)["Reloads"] == "2"
    refused = [refusal.why for page in pages for refusal in page.refusals]
    assert refused == ["Something was missing or wrong", "It belonged to another page"]


def test_the_page_steps_through_and_tells_the_truth_to_those_who_may_export_alone(client: Client, study: Study) -> None:
    visit = judge(study)
    address = f"/workplace/studies/colors/visits/{visit.pk}"
    for role, knows in ((Role.ANALYST, True), (Role.REVIEWER, False)):
        client.force_login(make_member(role.value, role, study))
        page = client.get(address, {"page": "4"}).content.decode()
        tree = html.fromstring(page)
        assert tree.xpath("//h3/text()") == ["Trial 1"]
        assert tree.xpath("//a[@rel='next']/@href") == ["?page=5#page-title"]
        assert bool(tree.xpath("//*[@class='truth']")) is knows
        assert "As it was shown" in page
        assert visit.judge.person_key not in page
        assert visit.platform_assignment not in page
    assert client.get(f"{address}0").status_code == HTTPStatus.NOT_FOUND


def test_the_comment_of_the_last_page_is_for_those_who_review(client: Client) -> None:
    study = make_study("colors")
    visit = make_visit(study, closing={"serious": "yes", "comment": "I am known as Someone."})
    VisitStep.objects.create(assignment=visit, stage="closing", position=0, outcome="taken", at=AT)
    for role, reads in ((Role.ANALYST, False), (Role.REVIEWER, True)):
        client.force_login(make_member(role.value, role, study))
        page = client.get(f"/workplace/studies/colors/visits/{visit.pk}?page=2").content.decode()
        assert "serious" in page
        assert ("known as Someone" in page) is reads


def test_a_visit_of_another_study_is_not_found(staff: Client) -> None:
    make_study("colors")
    visit = make_visit(make_study("another"))
    assert staff.get(f"/workplace/studies/colors/visits/{visit.pk}").status_code == HTTPStatus.NOT_FOUND


def test_erasing_takes_the_steps_too(staff: Client, study: Study) -> None:
    visit = judge(study)
    erase(visit, at=AT)
    assert list_steps(visit) == []
    page = staff.get(f"/workplace/studies/colors/visits/{visit.pk}").content.decode()
    assert "What was given in it is erased" in page


def test_visits_are_listed_by_state(staff: Client) -> None:
    study = make_study("colors")
    for state in (Assignment.State.FINISHED, Assignment.State.WITHDRAWN):
        make_judgement(make_visit(study, state=state), make_response(make_agent()), "human")
    page = html.fromstring(staff.get("/workplace/studies/colors/visits").content)
    assert len(page.xpath("//ul[@class='latest']/li")) == 2
    page = html.fromstring(staff.get("/workplace/studies/colors/visits?state=withdrawn").content)
    (href,) = page.xpath("//ul[@class='latest']//a/@href")
    assert "Stopped, answers kept" in staff.get(href).content.decode()


@pytest.mark.long
def test_conversations_can_be_watched_and_their_visits_replayed(staff: Client) -> None:
    study = open_chat_study()
    room = talk(seat_two(study), 2)
    visit = study.assignments.order_by("pk").first()
    assert visit is not None
    assert b"Conversation" in staff.get(f"/workplace/studies/{study.slug}/monitor").content
    page = staff.get(f"/workplace/studies/{study.slug}/visits/{visit.pk}?page=2").content.decode()
    assert f"/conversations/{room.pk}" in page
    assert "Conversation" in html.fromstring(page).xpath("//h3/text()")


def test_a_visit_that_was_collected_elsewhere_is_replayed_as_far_as_it_tells(staff: Client) -> None:
    study = make_study("colors")
    visit = make_visit(study)
    Assignment.objects.filter(pk=visit.pk).update(consented_at=None, began_at=None, environment="imported")
    assert "The end" in staff.get(f"/workplace/studies/colors/visits/{visit.pk}").content.decode()
