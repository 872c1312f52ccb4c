"""The answers of people are looked at, and join a pool by one step: on a page, and by a command."""

from typing import Any

import pytest
from django.core.management.base import CommandError
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse

from agents.accepting import Source, keep_answer
from agents.checking_answers import CheckedAnswer
from agents.models import Agent, Answer, AnswerAuthor, Authorship, Response, Stimulus
from agents.taking_back import list_taken_back
from judging.accepting_answers import accept_answers
from judging.admitting import Arrival, admit
from judging.jobs import empty_taken_back
from judging.models import Assignment, Place, Study, Trial
from judging.opening import open_study
from judging.withdrawing import erase, erase_visit
from tests.at_once import run_at_once
from tests.builders import AT, make_judgement, make_settings, make_stimulus, make_visit
from tests.commands import run
from tests.pages.stories import Visitor
from tests.pools import make_payload
from turingapp.errors import StudyFull

pytestmark = pytest.mark.django_db

State = Assignment.State


def open_answering(**changes: Any) -> Study:
    """An open study in which people name objects."""
    for number in range(4):
        make_stimulus(task="objects", key=f"objects-{number}", payload=make_payload("objects", number))
    return open_study(make_settings("objects", kind="respond", **changes), at=AT)


def answer_all(study: Study, *flags: str, state: str = State.FINISHED) -> Assignment:
    """A person's answers to all stimuli of a study, all with these flags."""
    visit = make_visit(study, state=state)
    for number, stimulus in enumerate(Stimulus.objects.order_by("pk"), 1):
        payload = {"words": ["cup", "table", f"spoon{number}"]}
        checked = CheckedAnswer(payload, payload, flags)
        author = AnswerAuthor(role="agent", visit=visit.public_id, person_key=visit.judge.person_key, gender="female")
        keep_answer(stimulus, checked, [author], Source(study.slug, f"{visit.public_id}/{number}"), at=AT)
    return visit


def test_an_answer_without_all_its_authors_is_not_kept_at_all() -> None:
    checked = CheckedAnswer({"words": ["cup", "table", "spoon"]}, {}, ())
    twice = [AnswerAuthor(role="agent", visit="v", person_key="somebody") for _ in range(2)]
    with pytest.raises(IntegrityError):
        keep_answer(make_stimulus(task="objects"), checked, twice, Source("study", "v/1"), at=AT)
    assert not Answer.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_who_erases_while_a_reviewer_accepts_leaves_nothing_in_the_pool() -> None:
    study = open_answering(answers_pool="live")
    visits = [answer_all(study) for _ in range(6)]

    def accept_or_erase(number: int) -> None:
        if number % 2:
            erase_visit(visits[number // 2], at=AT)
        else:
            accept_answers(study, Answer.objects.all(), by="me", at=AT)

    run_at_once(accept_or_erase, 12)
    empty_taken_back()
    assert not Response.objects.filter(pool="live").exclude(payload={"taken_back": True}).exists()


def test_a_page_adds_every_answer_without_a_flag_to_the_pool(staff: Client) -> None:
    study = open_answering(answers_pool="named-here")
    visit = answer_all(study)
    answer_all(study, "pasted")
    address = reverse("workplace:answers", args=[study.slug])
    page = staff.get(address).content.decode()
    assert "Add the 4 answers without a flag" in page
    assert "Pasted" in page
    assert visit.judge.person_key not in page
    page = staff.post(address, {"deed": "accept_unflagged"}, follow=True).content.decode()
    assert "4 answers joined the pool named-here." in page
    assert Response.objects.filter(pool="named-here", pairing="H", provenance="collected").count() == 4
    agent = Agent.objects.get()
    assert (agent.origin, agent.person_key) == ("human", visit.judge.person_key)
    assert set(Authorship.objects.values_list("role", "gender")) == {("agent", "female")}
    assert Answer.objects.filter(state="waiting").count() == 4


def test_ticked_answers_are_left_out_and_stay_out(staff: Client) -> None:
    study = open_answering()
    answer_all(study)
    address = reverse("workplace:answers", args=[study.slug])
    chosen = [str(pk) for pk in Answer.objects.values_list("pk", flat=True)[:2]]
    staff.post(address, {"deed": "leave_out", "answer": chosen})
    staff.post(address, {"deed": "accept", "answer": [*chosen, "x", "9" * 30]})
    assert Response.objects.count() == 0
    assert Answer.objects.filter(state="left_out").count() == 2


def test_answers_of_a_visit_that_goes_on_wait_for_its_end(staff: Client) -> None:
    study = open_answering()
    answer_all(study, state=State.OPEN)
    staff.post(reverse("workplace:answers", args=[study.slug]), {"deed": "accept_unflagged"})
    assert Response.objects.count() == 0


def test_a_study_in_which_people_answer_leads_to_its_answers_and_speaks_of_no_judgements(staff: Client) -> None:
    study = open_answering()
    page = staff.get(reverse("workplace:study", args=[study.slug]), follow=True).content.decode()
    assert "Nobody has answered yet" in page
    for name in ("answers", "protocol", "people"):
        page = staff.get(reverse(f"workplace:{name}", args=[study.slug])).content.decode()
        assert "judgement" not in page.lower()


def test_the_command_accepts_what_carries_no_flag() -> None:
    study = open_answering()
    answer_all(study)
    answer_all(study, "single letters only")
    told = run("accept_answers", study.slug, "--dry-run")
    assert "[single letters only]" in told
    assert "8 answers wait, 4 of them flagged" in told
    assert Response.objects.count() == 0
    assert "4 answers joined the pool tests." in run("accept_answers", study.slug, "--by", "me")
    assert Response.objects.count() == 4
    run("accept_answers", study.slug, "--with-flagged")
    assert set(Answer.objects.values_list("state", flat=True)) == {"accepted"}
    run("accept_answers", study.slug, "--with-flagged")
    assert Response.objects.count() == 8


def test_nobody_judges_an_answer_of_their_own() -> None:
    study = open_answering()
    visit = answer_all(study)
    run("accept_answers", study.slug)
    judging = open_study(make_settings("objects", slug="judging", human_share=1.0, control=False), at=AT)
    assert Place.objects.filter(cell__protocol__study=judging).count() == 4
    with pytest.raises(StudyFull):
        admit(judging, Arrival("link", "live", "x", visit.judge.person_key), at=AT, seed=1)
    other = admit(judging, Arrival("link", "live", "y", "somebody else"), at=AT, seed=1)
    assert Trial.objects.filter(assignment=other).count() == 4


def open_judging_of_answers(study: Study) -> Study:
    """A study that judges what was answered in another."""
    run("accept_answers", study.slug)
    return open_study(make_settings("objects", slug="judging", human_share=1.0, control=False), at=AT)


def test_an_accepted_answer_that_is_taken_back_is_empty_and_shown_to_nobody_more() -> None:
    study = open_answering()
    person = answer_all(study)
    judging = open_judging_of_answers(study)
    inside = admit(judging, Arrival("link", "live", "x", "a judge"), at=AT, seed=1)
    erase(person, at=AT)
    assert "cup" not in str(list(Response.objects.values("payload", "raw", "remarks")))
    assert "cup" not in str(list(Answer.objects.values("payload", "raw")))
    assert not Agent.objects.exclude(person_key="").exists()
    assert not AnswerAuthor.objects.exists()
    assert inside.trials.waiting().count() == 0
    with pytest.raises(StudyFull):
        admit(judging, Arrival("link", "live", "y", "another judge"), at=AT, seed=2)


def test_a_judge_in_the_middle_goes_on_without_what_was_taken_back() -> None:
    study = open_answering()
    person = answer_all(study)
    judging = open_judging_of_answers(study)
    visitor = Visitor()
    visitor.begin(judging)
    erase(person, at=AT)
    page = visitor.send()
    assert page.status_code == 409
    assert b"Last questions" in page.content


def test_what_the_process_left_of_erasing_the_worker_does() -> None:
    study = open_answering()
    person = answer_all(study)
    open_judging_of_answers(study)
    erase_visit(person, at=AT)  # and then the process dies
    assert list_taken_back().count() == 4
    assert empty_taken_back() == 4
    assert empty_taken_back() == 0
    assert "cup" not in str(list(Response.objects.values("payload", "raw", "remarks")))


def test_the_gallery_and_results_of_a_study_stand_when_an_answer_is_taken_back(staff: Client) -> None:
    study = open_answering()
    person = answer_all(study)
    judging = open_judging_of_answers(study)
    for response in Response.objects.all():
        for _ in range(3):
            make_judgement(make_visit(judging), response, "human")
    erase(person, at=AT)
    for name in ("study", "gallery", "figures", "report"):
        assert staff.get(reverse(f"workplace:{name}", args=["judging"])).status_code == 200


def test_every_page_about_a_study_stands_where_people_answer(staff: Client) -> None:
    study = open_answering(collection="all-of-them")
    answer_all(study)
    for name in ("study", "answers", "protocol", "people", "bring_people", "change", "clone", "personal", "close"):
        assert staff.get(reverse(f"workplace:{name}", args=[study.slug]), follow=True).status_code == 200, name
    for name in ("packages", "judgements_csv"):
        assert staff.get(reverse(f"workplace:{name}", args=[study.slug]), follow=True).status_code == 200, name
    for name in ("figures", "report", "gallery"):  # of verdicts, and nobody judges
        assert staff.get(reverse(f"workplace:{name}", args=[study.slug])).status_code == 404, name
    for address in (
        "/workplace/",
        "/workplace/collections/all-of-them/",
        "/api/studies/",
        "/api/collections/all-of-them/",
    ):
        assert staff.get(address).status_code == 200, address
    assert "1 visit, 1 finished, 4 answers" in staff.get("/workplace/").content.decode()


@pytest.mark.parametrize("command", [("report",), ("export_judgements",), ("export_study", "study.zip")])
def test_a_command_about_verdicts_says_that_nobody_judges_here(command: tuple[str, ...]) -> None:
    study = open_answering()
    name, *others = command
    with pytest.raises(CommandError, match="nobody judges in it, so it has no results"):
        run(name, study.slug, *others)
