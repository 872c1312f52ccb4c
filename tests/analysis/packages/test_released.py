"""What is made for publication holds those alone who agreed to it, and tells how many it leaves out."""

import json
from pathlib import Path

import pytest

from agents.accepting import Source, accept, keep_answer
from agents.checking_answers import CheckedAnswer
from agents.models import Answer, AnswerAuthor, Response
from analysis.released import HeldBack, count_held_back
from judging.models import Assignment, Study
from tests.analysis.packages.test_export import pack, read_json, read_rows
from tests.builders import AT, make_agent, make_judgement, make_response, make_stimulus, make_study, make_visit
from tests.commands import run

pytestmark = pytest.mark.django_db
QUESTION = "May your answers be published?"


def judge(study: Study, response: Response, *, releases: bool | None) -> Assignment:
    visit = make_visit(study, demographics={"gender": "female"})
    Assignment.objects.filter(pk=visit.pk).update(releases=releases)
    make_judgement(visit, response, "human")
    return visit


def test_a_package_holds_the_visits_of_those_who_agreed_and_counts_the_others(tmp_path: Path) -> None:
    study, response = make_study(release=QUESTION), make_response(make_agent())
    released = judge(study, response, releases=True)
    for answer in (False, False, None):
        judge(study, response, releases=answer)
    make_visit(study, state=Assignment.State.ERASED)
    package = pack(tmp_path, study, smallest=1)
    for table in ("judgements", "judges", "trials"):
        assert {row["assignment"] for row in read_rows(package, table)} == {released.pk}, table
    visits = read_rows(package, "assignments")
    assert sorted(row["state"] for row in visits) == ["erased", "finished"]
    left_out = " ".join(read_json(package, "manifest.json")["left_out"])
    assert "Visits that arrived: 5; in the table of judgements: 1; left out of it: 0 without" in left_out
    assert "1 erased, 3 without a yes to publication." in left_out
    assert "2 visits of people who did not agree that it may be published, and 1 visit that ended before" in left_out


def test_a_study_that_never_asked_is_packed_whole(tmp_path: Path) -> None:
    study = make_study()
    judge(study, make_response(make_agent()), releases=None)
    assert count_held_back(study) == HeldBack(0, 0)
    package = pack(tmp_path, study, smallest=1)
    for table in ("judgements", "judges", "trials", "assignments"):
        assert len(read_rows(package, table)) == 1, table


def test_an_answer_whose_author_did_not_agree_is_there_without_what_it_said(tmp_path: Path) -> None:
    collected, judged = make_study(release=QUESTION), make_study()
    for number, releases in enumerate((True, False)):
        author = make_visit(collected)
        Assignment.objects.filter(pk=author.pk).update(releases=releases)
        stimulus = make_stimulus()
        checked = CheckedAnswer(stimulus.plugin.check_response({"color": "red"}), {"color": "Red"}, ())
        by = [AnswerAuthor(role="agent", visit=author.public_id, person_key=f"key{number}", gender="female")]
        keep_answer(stimulus, checked, by, Source(collected.slug, str(number)), at=AT)
    accept(Answer.objects.all(), pool="tests", by="tester", at=AT)
    for response in Response.objects.order_by("pk"):
        judge(judged, response, releases=None)
    package = pack(tmp_path, judged, smallest=1)
    released, held = read_rows(package, "responses")
    assert (json.loads(released["payload"]), released["provenance"]) == ({"color": "red"}, "collected")
    assert (json.loads(held["payload"]), held["provenance"]) == ({}, "stand-in")
    assert [row["gender"] for row in read_rows(package, "authorships")] == ["female", ""]
    assert "What 1 response said: an author did not agree" in " ".join(read_json(package, "manifest.json")["left_out"])


def test_judgements_for_publication_are_a_file_of_their_own() -> None:
    study, response = make_study(release=QUESTION), make_response(make_agent())
    judge(study, response, releases=True)
    judge(study, response, releases=False)
    assert len(run("export_judgements", study.slug).splitlines()) == 3
    assert len(run("export_judgements", study.slug, "--released").splitlines()) == 2
