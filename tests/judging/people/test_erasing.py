"""A person is found by what they can give, and erased over all studies; what must stay leads back to nobody."""

from datetime import timedelta

import pytest
from django.core.management import CommandError
from django.db.models import F

from agents.accepting import Source, accept, keep_answer
from agents.checking_answers import CheckedAnswer
from agents.models import Agent, Answer, AnswerAuthor, Provenance, Response
from agents.people import make_person_key
from judging.admitting import Arrival, admit
from judging.identities import find_identity, unseal
from judging.models import Assignment, Cell, Judge, Judgement, Place, PlatformIdentity, Study
from judging.models.visits import IMPORTED
from judging.monitoring.noting import note_taken
from judging.people.erasing import erase_person
from judging.people.finding import Person, find_by_completion_code, find_by_id, find_by_visit, read_person, sign_person
from judging.people.listing import list_holdings
from judging.tokens import sign_visit
from tests.builders import (
    AT,
    make_agent,
    make_judgement,
    make_place,
    make_response,
    make_stimulus,
    make_study,
    make_visit,
)
from tests.commands import run

pytestmark = pytest.mark.django_db
WORKER = "A1WORKER"
KEY = "prolific"
LATER = AT + timedelta(days=1)


@pytest.fixture
def judge() -> Judge:
    """Somebody whom a platform brought."""
    find_identity(KEY, WORKER, at=AT)
    return Judge.objects.create(person_key=make_person_key(KEY, WORKER), created_at=AT)


def visit(study: Study, judge: Judge, **facts: object) -> Assignment:
    """A visit with one judgement with a reason, by this judge."""
    made = make_visit(study, judge=judge, demographics={"gender": "female", "native_english": "yes"})
    Assignment.objects.filter(pk=made.pk).update(code=f"CODE{made.pk}", utc_offset_minutes=60, **facts)
    trial = make_judgement(made, make_response(make_agent()), "human", answers={"reason": "I am Ann.", "confidence": 3})
    Place.objects.filter(pk=trial.place_id).update(taken=1)
    Cell.objects.filter(pk=trial.place.cell_id).update(taken=F("taken") + 1)
    return made


def test_a_person_is_found_by_id_code_number_and_address(judge: Judge) -> None:
    made = visit(make_study(), judge)
    for person in (
        find_by_id(f" {WORKER} "),
        find_by_id(f"{KEY}:{WORKER}"),
        find_by_completion_code(f"code{made.pk}"),
        find_by_visit(str(made.pk)),
        find_by_visit(made.public_id),
        find_by_visit(f"https://example.org/visit/{sign_visit(made)}/"),
    ):
        assert person is not None
        assert [one.pk for one in person.visits] == [made.pk]
        assert read_person(sign_person(person)) == person
    assert find_by_id("SOMEBODY") is None
    assert find_by_id("mturk:" + WORKER) is None
    assert find_by_completion_code("") is None
    assert find_by_visit("9" * 30) is None
    assert read_person("made up") is None


def test_all_visits_of_a_person_are_erased_and_nobody_elses(judge: Judge) -> None:
    visits = [visit(make_study(), judge) for _ in range(2)]
    note_taken(visits[0], "consent", at=AT)
    other = visit(make_study(), Judge.objects.create(person_key="another", created_at=AT))
    person = find_by_id(WORKER)
    assert person is not None
    erase_person(person, at=LATER)
    for made in visits:
        made.refresh_from_db()
        assert (made.state, made.demographics, made.utc_offset_minutes) == (Assignment.State.ERASED, {}, None)
        assert made.erased_at == LATER
        assert not made.steps.exists()
    assert Judgement.objects.get().trial.assignment_id == other.pk
    assert not PlatformIdentity.objects.exclude(sealed="").exists()
    assert not Judge.objects.filter(person_key=judge.person_key).exists()
    assert [one.what for one in list_holdings(person) if not one.stays] == []
    erase_person(person, at=LATER + timedelta(days=1))  # asked twice, nothing more happens
    assert Assignment.objects.get(pk=visits[0].pk).erased_at == LATER


def test_judgements_that_may_be_kept_are_cut_off_from_their_person(judge: Judge) -> None:
    study = make_study(screening=[{"rule": "native_english"}])
    made = visit(study, judge)
    person = find_by_id(WORKER)
    assert person is not None
    erase_person(person, keeps_judgements=True, at=LATER)
    after = Assignment.objects.get(pk=made.pk)
    assert after.demographics == {"native_english": "yes"}  # else the judgement would cease to count
    assert (after.state, after.unlinked_at, after.utc_offset_minutes) == (made.state, LATER, None)
    assert after.trials.get().answers == {"confidence": 3}
    assert Judgement.objects.get().verdict == "human"
    for lost in (find_by_id(WORKER), find_by_completion_code(f"CODE{made.pk}"), find_by_visit(sign_visit(made))):
        assert lost is None or not lost.visits.exists()
    arrival = Arrival(after.platform, after.environment, "again", make_person_key(KEY, WORKER))
    assert admit(study, arrival, at=LATER, seed=1) == after  # who comes again is not paid twice


def test_a_visit_that_was_brought_here_in_a_file_is_erased_though_it_took_no_place(judge: Judge) -> None:
    made = visit(make_study(), judge, environment=IMPORTED)
    Place.objects.update(taken=0)
    Cell.objects.update(taken=0)
    erase_person(Person((judge.person_key,)), at=LATER)
    made.refresh_from_db()
    assert made.state == Assignment.State.ERASED


def test_answers_and_loaded_responses_of_a_person_are_emptied(judge: Judge) -> None:
    author = make_visit(make_study(), judge=judge)
    stimulus = make_stimulus()
    checked = CheckedAnswer({"color": "red"}, {"color": "Red"}, ())
    by = [AnswerAuthor(role="agent", visit=author.public_id, person_key=judge.person_key)]
    keep_answer(stimulus, checked, by, Source("answering", "1"), at=AT)
    accept(Answer.objects.all(), pool="tests", by="tester", at=AT)
    loaded = make_response(make_agent("ann", title="Ann", person_key=make_person_key("tests", WORKER)))
    place = make_place(make_study().protocols.get(), loaded)
    person = find_by_id(WORKER)
    assert person is not None
    assert {one.what: one.number for one in list_holdings(person)}["Responses that were loaded from files"] == "1"
    erase_person(person, at=LATER)
    assert set(Response.objects.values_list("provenance", flat=True)) == {Provenance.STAND_IN}
    assert not any(response.payload.get("color") for response in Response.objects.all())
    assert not Agent.objects.exclude(person_key="").exists()
    assert not Agent.objects.filter(title="Ann").exists()
    place.refresh_from_db()
    assert place.taken > 1_000  # nobody draws it any more


def test_the_command_tells_first_and_erases_when_told_to(judge: Judge) -> None:
    visit(make_study(), judge)
    told = run("erase_person", "--id", WORKER)
    assert "Visits to studies: 1. Emptied" in told
    assert "Nothing is erased" in told
    assert Assignment.objects.get().state == Assignment.State.FINISHED
    assert "Erased. What is left:\nVisits" not in run("erase_person", "--id", WORKER, "--yes")
    assert Assignment.objects.get().state == Assignment.State.ERASED
    with pytest.raises(CommandError, match="Nobody is known by the code 'X'. A code has ten letters"):
        run("erase_person", "--code", "X")


def test_an_id_without_any_visit_is_forgotten_too(judge: Judge) -> None:
    person = find_by_id(WORKER)
    assert person is not None
    assert unseal(PlatformIdentity.objects.get()) == WORKER
    erase_person(person, at=LATER)
    assert PlatformIdentity.objects.get().sealed == ""
