"""People answer a task through HTTP, without scripts: each task's fields, what is refused, what is kept."""

import json
from typing import Any

import pytest
import time_machine

from agents.models import Answer, Response
from agents.tasks import TASKS
from judging.admitting import Arrival, admit
from judging.models import Assignment, Attempt, Judge, Place, Study, Trial
from judging.tokens import sign_apart
from tests.builders import AT, make_stimulus
from tests.pages.stories import Visitor
from tests.pools import make_payload, open_small_study
from turingapp.errors import PoolTooSmall

pytestmark = pytest.mark.django_db

WORDS = (("cup", "table", "spoon"), ("dog", "grass", "ball"), ("sky", "cloud", "bird"), ("car", "road", "tree"))
SENTENCES = tuple(f"A person holds {number} red apples in a bowl" for number in ("two", "three", "four", "five"))


def write_gaze(x: float, **changes: Any) -> str:
    """What the viewing page records of three places looked at."""
    times = {"durations_ms": [200, 300, 250], "onsets_ms": [0, 400, 900]}
    return json.dumps({"fixations": [[x, 0.5], [0.5, 0.5], [0.9, x]], **times, "window": "mouse", **changes})


ANSWERS: dict[str, list[dict[str, str]]] = {
    "color": [{"color": color} for color in ("red", "blue", "gray", "white")],
    "objects": [dict(zip(("first", "second", "third"), words, strict=True)) for words in WORDS],
    "captioning": [{"caption": sentence} for sentence in SENTENCES],
    "attention": [{"gaze": write_gaze(x)} for x in (0.1, 0.2, 0.3, 0.4)],
    "association": [{"word": word} for word in ("ship", "blue", "wave", "salt")],
}


def open_answering(task: str = "objects", *, stimuli: int = 4, **changes: Any) -> Study:
    """An open study in which people answer, over stimuli of its own."""
    for number in range(stimuli):
        make_stimulus(task=task, key=f"{task}-{number}", payload=make_payload(task, number))
    return open_small_study(task, kind="respond", **changes)


@pytest.mark.parametrize("task", sorted(ANSWERS))
def test_a_person_answers_every_stimulus_and_gets_a_code(task: str) -> None:
    study = open_answering(task, demographics=["gender"])
    visitor = Visitor()
    visitor.begin(study)
    for answer in ANSWERS[task]:
        page = visitor.send(**answer)
    assert b"Last questions" in page.content
    page = visitor.send(engagement="7", difficulty="3")
    visit = Assignment.objects.get()
    assert visit.code in page.content.decode()
    answers = Answer.objects.order_by("pk")
    assert [answer.state for answer in answers] == ["waiting"] * 4
    assert {author.person_key for answer in answers for author in answer.authors.all()} == {visit.judge.person_key}
    assert Response.objects.count() == 0
    assert set(Place.objects.values_list("taken", flat=True)) == {1}


@pytest.mark.parametrize(
    ("task", "answer", "sentence"),
    [
        ("objects", {"first": "cup", "second": "cup", "third": "spoon"}, "Each thing should be named once"),
        ("objects", {"first": "red cup", "second": "table", "third": "spoon"}, "is more than one word"),
        ("objects", {"first": "qzxjv", "second": "table", "third": "spoon"}, "is no English word we know"),
        ("objects", {"first": "", "second": "table", "third": "spoon"}, "The first word is missing."),
        ("captioning", {"caption": "A cup on a table"}, "Your sentence has 5 words; please write at least 6."),
        ("captioning", {"caption": "There is a cup on a table"}, "It begins with “there is”"),
        ("captioning", {"caption": "A man in Paris holds a cup"}, "“Paris” looks like a name"),
        ("captioning", {"caption": 'A man says "hello" to a small dog'}, "quotation marks"),
        ("captioning", {"caption": "A man & a dog walk in a park"}, "special characters (&amp;)"),
        ("captioning", {"caption": "word " * 20_000}, "Your answer has 100,000 characters; please keep it to 1,000."),
        ("association", {"word": "two words"}, "is more than one word"),
        ("association", {"word": " \x00 "}, "Please give a word."),
        ("attention", {"gaze": ""}, "Please look around in the image first"),
        ("attention", {"gaze": "[" * 5000}, "Please look around in the image first"),
        ("attention", {"gaze": write_gaze(7.5)}, "Please answer with what is asked for."),
        ("attention", {"gaze": write_gaze(0.5, onsets_ms=[1])}, "Please answer with what is asked for."),
        ("color", {"color": "turquoise"}, "Please choose one of the colors."),
    ],
)
def test_a_broken_rule_is_explained_and_nothing_is_lost(task: str, answer: dict[str, str], sentence: str) -> None:
    visitor = Visitor()
    visitor.begin(open_answering(task, min_seconds=0))
    page = visitor.send(**answer)
    assert page.status_code == 422
    assert sentence in page.content.decode()
    assert Answer.objects.count() == 0
    page = visitor.send(**ANSWERS[task][0])
    assert page.status_code == 200
    assert Answer.objects.count() == 1


def test_every_broken_rule_is_told_at_once() -> None:
    visitor = Visitor()
    visitor.begin(open_answering("captioning", min_seconds=0))
    text = visitor.send(caption="There are 2 DOGS!").content.decode()
    assert "4 words" in text
    assert "begins with" in text
    assert "special characters (!)" in text
    assert "There are 2 DOGS!</textarea>" in text


def test_the_three_words_of_one_image_are_not_taken_for_another() -> None:
    visitor = Visitor()
    visitor.begin(open_answering("objects"))
    visitor.send(first="cup", second="table", third="spoon")
    page = visitor.send(first="Spoon", second="cup.", third="table")
    assert page.status_code == 422
    assert "You gave these three words for another image" in page.content.decode()


@pytest.mark.parametrize(
    ("answer", "profile", "flag"),
    [
        ({"first": "d", "second": "f", "third": "h"}, "", "single letters only"),
        ({"first": "dfh", "second": "table", "third": "spoon"}, "", "no usual English word: dfh"),
        ({"first": "qwerty", "second": "table", "third": "spoon"}, "", "keys side by side"),
        ({"first": "cup", "second": "table", "third": "spoon"}, '{"pastes": 1, "keys": 3}', "pasted"),
        ({"first": "cup", "second": "table", "third": "spoon"}, '{"keys": 0}', "text without a key pressed"),
        (
            {"first": "cup", "second": "table", "third": "spoon"},
            '{"keys": 13, "first_input_ms": 900}',
            "13 characters within 0.1 s",
        ),
    ],
)
def test_odd_answers_are_flagged_and_not_refused(answer: dict[str, str], profile: str, flag: str) -> None:
    visitor = Visitor()
    visitor.begin(open_answering("objects"))
    page = visitor.send(**answer, profile=profile, rt_ms="1000")
    assert page.status_code == 200
    assert flag in Answer.objects.get().flags


def test_an_answer_that_was_typed_like_people_type_carries_no_flag() -> None:
    visitor = Visitor()
    visitor.begin(open_answering("objects"))
    typing = {"profile": '{"keys": 16, "first_input_ms": 900}', "rt_ms": "6000"}
    visitor.send(first="cup", second="table", third="spoon", **typing)
    assert Answer.objects.get().flags == []


def test_a_caption_counts_only_after_the_image_was_seen_for_four_seconds() -> None:
    visitor = Visitor()
    study = open_answering("captioning", min_seconds=TASKS["captioning"].answer_seconds)
    with time_machine.travel(AT, tick=False) as clock:
        visitor.begin(study)
        clock.shift(3)
        page = visitor.send(caption=SENTENCES[0])
        assert page.status_code == 422
        assert "you can answer in 1 second" in page.content.decode()
        assert (Attempt.objects.count(), Answer.objects.count()) == (1, 0)
        clock.shift(1)
        visitor.send(caption=SENTENCES[0])
    assert Answer.objects.count() == 1


def test_where_a_person_looked_is_kept_with_times_and_with_what_moved_the_window() -> None:
    visitor = Visitor()
    visitor.begin(open_answering("attention", min_seconds=0))
    visitor.send(gaze=write_gaze(0.25, window="touch"))
    payload = Answer.objects.get().payload
    assert payload["fixations"][0] == [0.25, 0.5]
    assert (payload["durations_ms"], payload["onsets_ms"]) == ([200, 300, 250], [0, 400, 900])
    assert payload["window"] == "touch"


def test_the_same_form_twice_is_one_answer() -> None:
    visitor = Visitor()
    visitor.begin(open_answering("objects"))
    fields = {**visitor.read_form(), **ANSWERS["objects"][0]}
    replies = [visitor.client.post(visitor.address, fields) for _ in range(3)]
    assert [reply.status_code for reply in replies] == [302, 302, 302]
    stale = visitor.client.post(visitor.address, {**fields, "submission": "another window"})
    assert stale.status_code == 409
    assert Answer.objects.count() == 1


def test_the_form_of_another_visit_is_refused() -> None:
    study = open_answering("objects", answers_per_stimulus=2)
    first, second = Visitor(), Visitor()
    first.begin(study)
    second.begin(study)
    page = second.client.post(second.address, {**first.read_form(), **ANSWERS["objects"][0]})
    assert page.status_code == 409
    assert Answer.objects.count() == 0


def test_each_stimulus_is_answered_so_often_as_the_protocol_says() -> None:
    study = open_answering("objects", stimuli=8, answers_per_stimulus=1)
    for _ in range(2):
        Visitor().begin(study)
    assert set(Place.objects.values_list("taken", flat=True)) == {1}

    late = Visitor()
    late.open(f"/join/{study.link}/")
    assert b"All places" in late.send().content


def test_nobody_is_asked_about_a_stimulus_that_they_have_seen_before() -> None:
    open_answering("objects", stimuli=8, slug="first-study")
    study = open_small_study("objects", kind="respond", slug="second-study")
    first = Study.objects.get(slug="first-study")
    person = Visitor()
    person.begin(first)
    for answer in ANSWERS["objects"]:
        person.send(**answer)
    seen = set(Trial.objects.values_list("stimulus_id", flat=True))
    judge = Judge.objects.get()
    visit = admit(study, Arrival("link", "live", "again", judge.person_key), at=AT, seed=3)
    assert visit.trials.count() == 4
    assert seen.isdisjoint(visit.trials.values_list("stimulus_id", flat=True))


def test_a_plan_that_the_pool_cannot_meet_is_refused_with_the_numbers() -> None:
    with pytest.raises(PoolTooSmall, match="4 different stimuli are needed per person, there are 3"):
        open_answering("objects", stimuli=3)


def test_a_person_who_stops_and_erases_leaves_no_answer() -> None:
    visitor = Visitor()
    visitor.begin(open_answering("objects"))
    visitor.send(**ANSWERS["objects"][0])
    visitor.client.post(f"{visitor.address}stop", {"answer": "erase"})
    assert Answer.objects.count() == 0
    assert set(Place.objects.values_list("taken", flat=True)) == {0}


def test_answers_of_a_preview_wait_for_nobody() -> None:
    study = open_answering("objects")
    visitor = Visitor()
    visitor.open(f"/join/{study.link}/?preview={sign_apart(study, Assignment.Kind.PREVIEW)}")
    visitor.send()
    visitor.send(answer="agree")
    visitor.send()
    visitor.send(**ANSWERS["objects"][0])
    assert Answer.objects.get().state == "apart"
    assert set(Place.objects.values_list("taken", flat=True)) == {0}
