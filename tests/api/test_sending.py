"""Sending responses and judgements: the checks of the loaders, all rows or none, once however often it is sent."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from agents.models import Agent, Authorship, Response, Stimulus
from analysis.models import EvaluationRun, JudgementFile, StudyPackage
from judging.models import Judge, Judgement, Study
from tests.api.callers import make_caller, send
from tests.at_once import run_at_once
from tests.builders import make_agent, make_response, make_stimulus, make_study
from tests.members import make_member
from turingapp.members.roles import Role

WORDS = "/api/pools/association/words/responses/"
JUDGED = "/api/studies/judged-elsewhere/judgements/"


@pytest.fixture
def caller(db: None) -> Client:
    """A program of an experimenter."""
    return make_caller(make_member("experimenter", Role.EXPERIMENTER))


def make_words(*words: str, **changes: Any) -> dict[str, Any]:
    rows = [{"stimulus": "sea", "cue": "sea", "origin": "human", "person": f"lab:{one}", "word": one} for one in words]
    return {"provenance": "sent", "responses": rows, **changes}


def make_verdicts(*verdicts: str, **changes: Any) -> dict[str, Any]:
    rows = [
        {"judge": "lab:1", "stimulus": f"cue{n}", "cue": f"cue{n}", "origin": "human", "verdict": verdict, "rt_ms": 900}
        for n, verdict in enumerate(verdicts)
    ]
    body = {"task": "association", "source": "Pilot of a class, 2025", "is_simulated": False, "judgements": rows}
    return {**body, **changes}


def test_responses_come_with_their_stimuli_and_authors_and_say_that_they_were_sent(caller: Client) -> None:
    answer = send(caller, WORDS, make_words("ship", "Wave"))
    assert answer.status_code == 201
    assert (answer.json()["loaded"], answer.json()["new_stimuli"]) == (2, 1)
    assert set(Response.objects.values_list("provenance", "payload__word", "pool")) == {
        ("sent", "ship", "words"),
        ("sent", "wave", "words"),
    }
    assert not Agent.objects.filter(person_key="").exists()
    again = send(caller, WORDS, make_words("ship", "salt")).json()
    assert (again["loaded"], again["unchanged"]) == (1, 1)


def test_one_bad_row_keeps_all_out_and_is_told_with_its_place(caller: Client) -> None:
    body = make_words("ship", "wave")
    body["responses"][1]["origin"] = "robot"
    answer = send(caller, WORDS, body)
    assert answer.status_code == 400
    assert answer.json()["problems"] == [
        {"where": "responses[1]", "field": "origin", "value": "'robot'", "rule": "it should be human or ai"}
    ]
    assert not Response.objects.exists()
    assert not Stimulus.objects.exists()
    assert not Authorship.objects.exists()


def test_a_dry_run_writes_nothing(caller: Client) -> None:
    answer = send(caller, WORDS, make_words("ship", dry_run=True))
    assert (answer.status_code, answer.json()["loaded"], answer.json()["dry_run"]) == (200, 1, True)
    assert not Response.objects.exists()


def test_stimuli_are_sent_and_completed(caller: Client) -> None:
    answer = send(caller, "/api/pools/association/words/stimuli/", {"stimuli": [{"key": "sea", "cue": "sea"}]})
    assert (answer.status_code, answer.json()["loaded"]) == (201, 1)
    (listed,) = caller.get("/api/pools/association/words/stimuli/").json()["results"]
    assert (listed["key"], listed["payload"]["cue"], listed["lacks"]) == ("sea", "sea", [])


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "provenance"),
        (make_words(provenance="loaded"), "provenance"),
        (make_words(), "responses"),
        (make_words(*map(str, range(1001))), "responses"),
        ([], "the body"),
        ({"provenance": "sent", "responses": ["no object"]}, "responses.0"),
    ],
)
def test_a_body_of_another_form_is_refused(caller: Client, body: Any, field: str) -> None:
    answer = send(caller, WORDS, body)
    assert answer.status_code == 400
    assert field in {one["field"] for one in answer.json()["problems"]}


def test_what_is_no_json_or_too_much_of_it_is_refused(caller: Client) -> None:
    for content, status in ((b"{", 400), (b"[" * 100_000, 400), (b"1" * 2_000_001, 413), (b'{"a": NaN}', 400)):
        assert caller.post(WORDS, content, content_type="application/json").status_code == status
    assert caller.post(WORDS, {"responses": "1"}).status_code == 415


def test_judgements_make_a_closed_study_that_says_where_they_come_from(caller: Client) -> None:
    answer = send(caller, JUDGED, make_verdicts("human", "ai"))
    assert (answer.status_code, answer.json()["loaded"]) == (201, 2)
    study = Study.objects.get()
    assert (study.state, study.label) == ("closed", "Judgements made elsewhere, loaded from Pilot of a class, 2025")
    assert sorted(Judgement.objects.values_list("verdict", flat=True)) == ["ai", "human"]
    assert JudgementFile.objects.get().name == "Pilot of a class, 2025"
    assert "lab:1" not in Judge.objects.get().person_key
    assert send(caller, JUDGED, make_verdicts("human", "ai", "ai")).json()["loaded"] == 1  # by its owner
    more = send(caller, JUDGED, make_verdicts("human", "ai", "ai", "ai", is_simulated=True))
    assert (more.status_code, more.json()["problems"][0]["field"]) == (400, "study")
    other = make_caller(make_member("other", Role.EXPERIMENTER))
    assert send(other, JUDGED, make_verdicts("human", "ai", "ai", "ai")).status_code == 403


def test_judgements_never_go_into_a_study_that_people_judge_here(caller: Client) -> None:
    make_study("colors")
    answer = send(caller, "/api/studies/colors/judgements/", make_verdicts("human", task="color"))
    assert answer.status_code == 403
    admin = make_caller(User.objects.create_superuser("admin"))
    refused = send(admin, "/api/studies/colors/judgements/", make_verdicts("human", task="color"))
    assert (refused.status_code, refused.json()["problems"][0]["field"]) == (400, "study")
    assert send(make_caller(make_member("nobody")), JUDGED, make_verdicts("human")).status_code == 403


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"verdict": "robot"}, "verdict"),
        ({"verdict": None}, "verdict"),
        ({"judge": "4711"}, "judge"),
        ({"origin": ""}, "origin"),
        ({"view": 3}, "view"),
        ({"rt_ms": -1}, "rt_ms"),
        ({"kind": "joke"}, "kind"),
        ({"mood": "good"}, "fields"),
        ({"authors": {"B": {"origin": "human"}}}, "authors"),
        ({"gender_guess": "x"}, "gender_guess"),
    ],
)
def test_a_judgement_that_breaks_a_rule_is_refused_and_nothing_is_written(
    caller: Client, change: dict[str, Any], field: str
) -> None:
    body = make_verdicts("human", "ai")
    body["judgements"][1] |= change
    answer = send(caller, JUDGED, body)
    assert answer.status_code == 400
    (problem, *_) = answer.json()["problems"]
    assert (problem["where"], problem["field"]) == ("judgements[1]", field)
    assert "4711" not in str(answer.json())
    assert not Study.objects.exists()


def test_both_speakers_of_a_conversation_are_judged(caller: Client) -> None:
    authors = {"A": {"origin": "human"}, "B": {"origin": "ai", "agent": "scripted"}}
    row = {"judge": "lab:1", "stimulus": "d1", "authors": authors, "verdicts": {"A": "ai", "B": "human"}, "view": 6}
    answer = send(caller, JUDGED, make_verdicts(task="conversation", judgements=[row]))
    assert answer.status_code == 201
    assert set(Judgement.objects.values_list("role", "verdict")) == {("A", "ai"), ("B", "human")}


def test_a_request_that_is_sent_again_is_done_once_and_answered_alike(caller: Client) -> None:
    for pk in range(10):
        for origin in ("human", "ai"):
            agent = make_agent(f"{origin}-{pk}", origin=origin)
            make_response(agent, stimulus=make_stimulus(key=f"{origin}{pk}"))
    body = {"source": "color", "judges": [], "unit": "part"}
    first, second = (send(caller, "/api/evaluations/", body, key="k1") for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert (first.get("Idempotent-Replayed"), second.get("Idempotent-Replayed")) == (None, "true")
    assert EvaluationRun.objects.count() == 1
    other = send(caller, "/api/evaluations/", {**body, "unit": "side"}, key="k1")
    assert (other.status_code, EvaluationRun.objects.count()) == (422, 1)
    assert send(caller, "/api/evaluations/", body, key="k2").json()["id"] != first.json()["id"]
    assert send(caller, "/api/evaluations/", body, key="k" * 201).status_code == 400


def test_a_refused_request_leaves_its_key_free(caller: Client) -> None:
    assert send(caller, WORDS, {"provenance": "sent", "responses": [{"stimulus": "sea"}]}, key="k").status_code == 400
    assert send(caller, WORDS, make_words("ship"), key="k").status_code == 201


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_the_same_request_twenty_times_at_once_is_done_once() -> None:
    """Asking for a package has no natural key besides: only the header keeps twenty askers from twenty rows."""
    make_study("colors")
    caller = make_caller(make_member("owner", Role.OWNER, Study.objects.get()))
    body = {"smallest_group": 5}
    answers = run_at_once(lambda _: send(caller, "/api/studies/colors/packages/", body, key="k"), 20)
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert sum(answer.get("Idempotent-Replayed") is None for answer in answers) == 1
    assert StudyPackage.objects.count() == 1
