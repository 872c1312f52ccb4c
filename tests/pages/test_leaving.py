"""Stopping, erasing, pictures that fail, expired visits, and visits that do not count."""

from datetime import timedelta

import pytest
import time_machine

from judging.leasing import release_lapsed_places
from judging.models import (
    Assignment,
    Attempt,
    Cell,
    ControlAnswer,
    Judge,
    Judgement,
    Place,
    Study,
    Trial,
)
from judging.opening import change_study, clone_study
from judging.tokens import sign_apart, sign_person
from tests.builders import AT
from tests.pages.stories import Visitor
from tests.pools import make_pool, make_settings, open_small_study

pytestmark = pytest.mark.django_db
State = Assignment.State


def count_taken() -> int:
    """How many places are held or judged, the same by places and by cells."""
    taken = sum(Place.objects.values_list("taken", flat=True))
    assert taken == sum(Cell.objects.values_list("taken", flat=True))
    return taken


def begin_and_judge(study: Study, trials: int = 2) -> Visitor:
    """A visitor who has judged some trials."""
    visitor = Visitor()
    visitor.begin(study)
    for _ in range(trials):
        visitor.send()
    return visitor


def test_stop_and_keep_ends_the_visit_keeps_the_answers_and_frees_the_rest() -> None:
    make_pool()
    visitor = begin_and_judge(open_small_study(part_pay="Half of the pay."))
    page = visitor.open(f"{visitor.address}stop").content.decode()
    assert "You have answered 2 trials" in page
    page = visitor.send(answer="keep").content.decode()
    assignment = Assignment.objects.get()
    assert assignment.state == State.WITHDRAWN
    assert assignment.code in page
    assert "Half of the pay." in page
    assert Judgement.objects.count() == 2
    assert count_taken() == 2


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
    assert "keep my answers" not in page
    assert visitor.client.post(visitor.address, {"answer": "keep"}).status_code == 409
    assert Assignment.objects.get().state == State.FINISHED


def test_a_trial_whose_picture_does_not_load_is_put_aside_once_and_the_visit_goes_on() -> None:
    make_pool()
    visitor = begin_and_judge(open_small_study(), trials=0)
    fields = {**visitor.read_form(), "put_aside": "the picture did not load"}
    for _ in range(2):
        visitor.client.post(visitor.address, fields)
    assert "2 of 4" in visitor.open(visitor.address).content.decode()
    assert Trial.objects.get(position=1).put_aside_why == "the picture did not load"
    assert count_taken() == 3
    for _ in range(3):
        visitor.send()
    assert Assignment.objects.get().stage == Assignment.Stage.CLOSING


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


@pytest.mark.parametrize("kind", [Assignment.Kind.PREVIEW, Assignment.Kind.PILOT])
def test_previews_and_pilots_can_be_repeated_and_take_no_places(kind: Assignment.Kind) -> None:
    make_pool(stimuli=4, machines=1)
    study = open_small_study(judgements_per_response=1)
    for _ in range(5):
        visitor = Visitor()
        visitor.open(f"/join/{study.link}/?preview={sign_apart(study, kind)}")
        visitor.send()
        visitor.send(answer="agree")
        visitor.send()
        assert b"count" in visitor.send().content
    assert list(Assignment.objects.values_list("kind", flat=True)) == [kind] * 5
    assert count_taken() == 0


def test_a_forged_preview_is_an_ordinary_visit() -> None:
    make_pool()
    study = open_small_study()
    visitor = Visitor()
    visitor.open(f"/join/{study.link}/?preview={study.link}.preview.forged")
    visitor.send()
    assert Assignment.objects.get().kind == Assignment.Kind.MAIN


def test_a_person_with_a_link_of_their_own_comes_back_to_the_same_visit() -> None:
    make_pool()
    study = open_small_study()
    addresses = set()
    for _ in range(3):
        visitor = Visitor()
        visitor.open(f"/join/{study.link}/?person={sign_person(study, 'someone-1')}")
        visitor.send()
        addresses.add(visitor.address)
    assert len(addresses) == 1
    assert Assignment.objects.count() == 1
    assert "someone" not in Judge.objects.get().person_key


def test_judges_of_a_named_study_are_not_admitted() -> None:
    make_pool()
    first = open_small_study(slug="first")
    second = open_small_study(slug="second", without_judges_of=["first"])
    visitor = Visitor()
    visitor.open(f"/join/{first.link}/?person={sign_person(first, 'me')}")
    for answer in ({}, {"answer": "agree"}, {}, {}):
        visitor.send(**answer)
    visitor.open(f"/join/{second.link}/?person={sign_person(second, 'me')}")
    page = visitor.send()
    assert page.status_code == 409
    assert "not open to you" in page.content.decode()
    visitor.open(f"/join/{second.link}/?person={sign_person(second, 'somebody-else')}")
    assert visitor.send().status_code == 200


def test_a_changed_study_is_a_new_version_and_visits_keep_theirs() -> None:
    make_pool(stimuli=8)
    visitor = begin_and_judge(open_small_study(trials=4), trials=1)
    changed = change_study(make_settings(trials=2), at=AT)
    assert (changed.version, change_study(make_settings(trials=2), at=AT).version) == (2, 2)
    assert "2 of 4" in visitor.open(visitor.address).content.decode()
    newcomer = Visitor()
    newcomer.begin(Study.objects.get())
    assert newcomer.page is not None
    assert "1 of 2" in newcomer.page.content.decode()
    assert sum(changed.cells.values_list("taken", flat=True)) == 2


def test_a_clone_has_the_settings_and_no_visits() -> None:
    make_pool()
    study = open_small_study()
    begin_and_judge(study, trials=1)
    copy = clone_study(study, "a-copy", at=AT)
    assert copy.protocols.get().document == study.protocols.get().document | {"slug": "a-copy"}
    assert not copy.assignments.exists()
    assert sum(copy.protocols.get().cells.values_list("taken", flat=True)) == 0


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


def test_a_personal_link_cannot_be_guessed_or_moved_to_another_study() -> None:
    make_pool()
    study, other = open_small_study(), open_small_study(slug="other")
    for person in ("7", "7.forged", sign_person(other, "7")):
        reply = Visitor().client.post(f"/join/{study.link}/", {"person": person, "visit": "x"})
        assert reply.status_code == 409
        assert "This personal link is not complete" in reply.content.decode()
    mine = Visitor().client.post(f"/join/{study.link}/", {"person": sign_person(study, "7"), "visit": "mine"})
    theirs = Visitor().client.post(f"/join/{study.link}/", {"visit": "7"})
    assert mine["Location"] != theirs["Location"]


def test_putting_every_trial_aside_does_not_finish_a_visit() -> None:
    make_pool()
    visitor = begin_and_judge(open_small_study(trials=4), trials=0)
    for _ in range(4):
        visitor.client.post(visitor.address, {**visitor.read_form(), "put_aside": "x"})
        visitor.open(visitor.address)
    assert Trial.objects.exclude(put_aside_at=None).count() == 1
    assert "Too many pictures" in visitor.send(put_aside="x").content.decode()
    assert Assignment.objects.get().stage == Assignment.Stage.TRIALS


def test_a_trial_without_a_picture_is_not_put_aside() -> None:
    make_pool("association")
    visitor = begin_and_judge(open_small_study("association"), trials=0)
    assert visitor.send(put_aside="x").status_code == 422


def test_the_door_of_a_preview_says_that_it_is_one() -> None:
    make_pool()
    study = open_small_study(label="Sample data.")
    address = f"/join/{study.link}/?preview={sign_apart(study, Assignment.Kind.PREVIEW)}"
    assert "This is a preview: nothing you do here counts. Sample data." in Visitor().open(address).content.decode()
