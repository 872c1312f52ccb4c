"""Practice, feedback, catch trials and comprehension questions, through HTTP."""

import pytest

from agents.models import Origin, Stimulus
from judging.models import Assignment, Judgement, Place, Trial, TrialKind
from tests.builders import make_agent, make_response, make_stimulus
from tests.pages.stories import Visitor
from tests.pools import make_payload, make_pool, open_small_study

pytestmark = pytest.mark.django_db


def find_current(visitor: Visitor) -> Trial:
    """The trial whose page the visitor looks at."""
    return Trial.objects.waiting().select_related("place__response").order_by("position")[0]


def find_truth(trial: Trial) -> str:
    """The origin of the one author."""
    return trial.place.response.authorships.get().agent.origin


def make_catch_pool(number: int) -> None:
    """Stimuli that carry the mark, each answered by a machine so that anybody sees it."""
    machine = make_agent("obvious", origin=Origin.AI)
    for n in range(number):
        stimulus = make_stimulus(task="color", key=f"catch-{n}", payload=make_payload("color", n))
        Stimulus.objects.filter(pk=stimulus.pk).update(is_catch=True)
        make_response(machine, stimulus=stimulus)


def test_practice_comes_first_tells_the_truth_and_takes_no_place_of_the_main_trials() -> None:
    make_pool(stimuli=8)
    visitor = Visitor()
    visitor.begin(open_small_study(practice={"trials": 2}, trials=4))
    assert [trial.kind for trial in Trial.objects.order_by("position")] == ["practice"] * 2 + ["main"] * 4
    truth = find_truth(find_current(visitor))
    page = visitor.send(**{"verdict-agent": "human"}).content.decode()
    assert ("You were right." in page) == (truth == "human")
    assert f"it was {'human' if truth == 'human' else 'machine'}" in page
    assert "2 of 6" in visitor.send().content.decode()
    assert sum(Place.objects.filter(cell__kind=TrialKind.MAIN).values_list("taken", flat=True)) == 4


def test_the_truth_is_told_only_after_the_verdict_and_the_page_is_shown_once() -> None:
    make_pool(stimuli=8)
    visitor = Visitor()
    visitor.begin(open_small_study(feedback_trials=2, trials=2))
    before = visitor.open(visitor.address).content.decode()
    assert "it was" not in before
    visitor.send()
    for _ in range(2):  # a reload shows the same page
        assert "it was" in visitor.open(visitor.address).content.decode()
    feedback = visitor.read_form()
    visitor.send()
    replayed = visitor.client.post(visitor.address, feedback)
    assert replayed.status_code == 302
    assert "2 of 4" in visitor.open(visitor.address).content.decode()
    assert Judgement.objects.count() == 1


def test_a_visit_with_feedback_to_its_end_reaches_the_closing_questions() -> None:
    make_pool(stimuli=8)
    visitor = Visitor()
    visitor.begin(open_small_study(feedback_trials=3, trials=1))
    while b"Go on</button>" in visitor.send().content or Trial.objects.waiting().exists():
        pass
    assert Assignment.objects.get().stage == Assignment.Stage.CLOSING
    assert [trial.kind for trial in Trial.objects.order_by("position")] == ["feedback"] * 3 + ["main"]


def test_catch_trials_stand_at_their_places() -> None:
    make_pool(stimuli=8)
    make_catch_pool(2)
    visitor = Visitor()
    visitor.begin(open_small_study(trials=4, catch={"at": [2, 6], "allowed": 2}))
    assert [trial.position for trial in Trial.objects.filter(kind=TrialKind.CATCH).order_by("position")] == [2, 6]
    assert Trial.objects.count() == 6


def test_failing_a_catch_trial_ends_the_visit_early_with_a_code_and_later_answers_are_refused() -> None:
    make_pool(stimuli=8)
    make_catch_pool(1)
    study = open_small_study(trials=4, catch={"at": [2]}, part_pay="You are paid half.")
    visitor = Visitor()
    visitor.begin(study)
    visitor.send()
    stale = visitor.read_form()
    page = visitor.send(**{"verdict-agent": "human"}).content.decode()
    assignment = Assignment.objects.get()
    assert assignment.state == Assignment.State.SCREENED_OUT
    assert assignment.code in page
    assert "You are paid half." in page
    after = visitor.client.post(visitor.address, {**stale, "step": stale["step"], "submission": "another"})
    assert after.status_code == 409
    assert Judgement.objects.count() == 2


def test_passing_every_catch_trial_goes_on() -> None:
    make_pool(stimuli=8)
    make_catch_pool(1)
    visitor = Visitor()
    visitor.begin(open_small_study(trials=2, catch={"at": [1]}))
    assert "2 of 3" in visitor.send(**{"verdict-agent": "ai"}).content.decode()


ASKED = [
    {
        "question": "What do you judge?",
        "options": ["The picture", "Who named the color"],
        "answer": "Who named the color",
    }
]


def test_a_wrong_answer_on_the_instructions_shows_them_again_and_the_last_one_ends_the_visit() -> None:
    make_pool()
    study = open_small_study(comprehension=ASKED, comprehension_tries=2)
    visitor = Visitor()
    visitor.open(f"/join/{study.link}/")
    for answer in ({}, {"answer": "agree"}, {}):
        visitor.send(**answer)
    page = visitor.send(**{"comprehension-0": "The picture"})
    assert page.status_code == 422
    assert "Please read the instructions once more" in page.content.decode()
    visitor.send()
    page = visitor.send(**{"comprehension-0": "The picture"})
    assert Assignment.objects.get().state == Assignment.State.SCREENED_OUT
    assert Assignment.objects.get().code in page.content.decode()
    assert sum(Place.objects.values_list("taken", flat=True)) == 0


def test_understanding_the_instructions_begins_the_trials() -> None:
    make_pool()
    study = open_small_study(comprehension=ASKED)
    visitor = Visitor()
    visitor.open(f"/join/{study.link}/")
    for answer in ({}, {"answer": "agree"}, {}):
        visitor.send(**answer)
    assert "1 of 4" in visitor.send(**{"comprehension-0": "Who named the color"}).content.decode()
    assert Assignment.objects.get().comprehension == {"tries": 1, "answers": ["Who named the color"]}
