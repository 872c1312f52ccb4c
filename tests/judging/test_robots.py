"""Robots go through the real pages of a server of their own: what they leave behind is what people would."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from agents.models import Answer, Response, Room, Stimulus
from agents.tasks import TASKS
from analysis.observations import read_observations
from analysis.stats.two_way import two_way_detectability
from judging.accepting_answers import accept_answers
from judging.leasing import release_lapsed_places
from judging.models import Assignment, Attempt, Cell, Choice, ControlAnswer, Judgement, Place, Seating, Study, Trial
from judging.opening import close_study
from judging.robots.kinds import KINDS
from judging.robots.serving import serving
from judging.robots.simulating import Plan, simulate
from judging.robots.visiting import Ending
from tests.builders import make_stimulus
from tests.judging.conversing.visits import open_chat_study
from tests.judging.identifying.games import open_game_study
from tests.pools import make_payload, make_pool, open_small_study
from turingapp.errors import NotEligible, RobotStuck

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """One server for all tests of this file."""
    with serving() as url:
        yield url


def open_for_robots(task: str = "association", **changes: object) -> Study:
    return open_small_study(task, simulated=True, judgements_per_response=1000, **changes)


def measure_detectability(study: Study) -> tuple[float, float, float]:
    rows = read_observations(study).unscreened().rows
    found = two_way_detectability(
        rows["y"].to_numpy(),
        human=rows["origin"].eq("human").to_numpy(),
        judge=rows["judge"].to_numpy(),
        stimulus=rows["stimulus"].to_numpy(),
    )
    assert found.estimate is not None
    assert found.low is not None
    assert found.high is not None
    return found.low, found.estimate, found.high


def assert_counters_equal_a_recount(study: Study) -> None:
    for place in Place.objects.filter(cell__protocol__study=study):
        held = place.trials.filter(assignment__released_at=None).count()
        judged = place.trials.filter(answered_at__isnull=False, assignment__released_at__isnull=False).count()
        assert place.taken == held + judged
    for cell in Cell.objects.filter(protocol__study=study):
        assert cell.taken == sum(cell.places.values_list("taken", flat=True))


@pytest.mark.long
def test_sixty_robots_that_guess_give_a_detectability_of_one_half(url: str) -> None:
    make_pool("association", stimuli=12)
    study = open_for_robots(trials=4, closing=False)
    summary = simulate(study, Plan(60, "guessing", seed=1, parallel=1), url=url)
    assert summary.endings == Counter({Ending.FINISHED: 60})
    assert Judgement.objects.count() == summary.trials == 240
    low, estimate, high = measure_detectability(study)
    assert low <= 0.5 <= high
    assert 0.4 < estimate < 0.6


@pytest.mark.long
def test_sixty_robots_that_know_give_a_detectability_of_one(url: str) -> None:
    make_pool("association", stimuli=12)
    study = open_for_robots(trials=2, closing=False)
    simulate(study, Plan(60, "knowing", parallel=2), url=url)
    assert measure_detectability(study)[1] == 1.0


@pytest.mark.long
def test_robots_of_little_skill_are_right_that_often(url: str) -> None:
    make_pool("association", stimuli=12)
    study = open_for_robots(trials=12)
    simulate(study, Plan(12, "knowing", skill=0.7, parallel=1), url=url)
    low, _, high = measure_detectability(study)
    assert low <= 0.7 <= high


@pytest.mark.long
@pytest.mark.parametrize("task", TASKS.slugs)
def test_robots_fill_in_whatever_a_task_and_its_protocol_ask(url: str, task: str) -> None:
    make_pool(task)
    questions = ["speaker_gender", "confidence", "reason"] if task == "conversation" else ["confidence"]
    demographics = ["native_language", "native_english", "birth_year", "gender", "education", "country"]
    study = open_for_robots(task, questions=questions, demographics=demographics)
    simulate(study, Plan(2, "knowing"), url=url)
    visits = study.assignments.filter(state=Assignment.State.FINISHED)
    assert visits.count() == 2
    assert all(set(visit.demographics) == set(demographics) for visit in visits)
    assert Judgement.objects.count() == 2 * 4 * len(TASKS[task].roles)
    assert not Trial.objects.exclude(answers__has_key="confidence").exists()
    assert not ControlAnswer.objects.filter(is_right=False).exists()


@pytest.mark.long
def test_a_careless_robot_gives_one_verdict_throughout_and_fails_controls(url: str) -> None:
    make_pool("color", stimuli=12)
    study = open_for_robots("color", trials=12)
    simulate(study, Plan(4, "careless"), url=url)
    for visit in study.assignments.all():
        assert Judgement.objects.filter(trial__assignment=visit).values("verdict").distinct().count() == 1
    assert ControlAnswer.objects.filter(is_right=False).exists()


@pytest.mark.long
def test_places_that_leaving_robots_held_are_free_again_after_the_lease(url: str) -> None:
    make_pool("association")
    study = open_for_robots()
    summary = simulate(study, Plan(16, "leaving"), url=url)
    assert summary.endings == Counter({Ending.LEFT: 16})
    assert study.assignments.values("stage").distinct().count() > 1
    assert sum(study.protocols.get().cells.values_list("taken", flat=True)) == 16 * 4
    assert release_lapsed_places(at=timezone.now() + timedelta(minutes=46)) == 16
    assert sum(study.protocols.get().cells.values_list("taken", flat=True)) == summary.trials
    assert_counters_equal_a_recount(study)


def test_double_clicks_and_reloads_lose_and_double_nothing(url: str) -> None:
    make_pool("conversation")
    study = open_for_robots("conversation", demographics=["gender"])
    summary = simulate(study, Plan(4, "double-clicking", parallel=2), url=url)
    assert summary.endings == Counter({Ending.FINISHED: 4})
    assert study.assignments.count() == 4
    assert Trial.objects.exclude(answered_at=None).count() == summary.trials == 4 * 4
    assert Judgement.objects.count() == 4 * 4 * 2
    assert_counters_equal_a_recount(study)


@pytest.mark.long
def test_robots_that_pay_attention_pass_the_traps_of_a_protocol_and_careless_ones_are_stopped(url: str) -> None:
    make_pool("color", stimuli=12)
    Stimulus.objects.filter(key__in=["color-0", "color-1"]).update(is_catch=True)
    asked = {"question": "What do you judge?", "options": ["answers", "pictures"], "answer": "answers"}
    study = open_for_robots("color", comprehension=[asked] * 3, catch={"at": [2, 4]}, practice={"trials": 2})
    assert simulate(study, Plan(3, "guessing"), url=url).endings == Counter({Ending.FINISHED: 3})
    assert simulate(study, Plan(6, "careless", seed=1), url=url).endings[Ending.STOPPED]


def test_a_robot_waits_where_it_was_too_fast(url: str) -> None:
    make_pool("association")
    study = open_for_robots(trials=1, min_seconds=0.5)
    assert simulate(study, Plan(1, "guessing"), url=url).endings == Counter({Ending.FINISHED: 1})
    assert Attempt.objects.count() == 1


def test_a_full_study_ends_the_run(url: str) -> None:
    make_pool("association", stimuli=4, machines=1)
    study = open_small_study("association", simulated=True, judgements_per_response=1)
    summary = simulate(study, Plan(10, "guessing", parallel=1), url=url)
    assert summary.endings == Counter({Ending.FINISHED: 2, Ending.REFUSED: 1})
    assert "taken" in summary.refusal


def test_robots_are_refused_by_a_study_of_people_with_the_way_to_open_a_copy() -> None:
    make_pool("association")
    with pytest.raises(NotEligible, match="association-study.*--simulated"):
        simulate(open_small_study("association"), Plan(1, "guessing"))


def test_a_server_that_is_not_there_is_named() -> None:
    make_pool("association")
    with pytest.raises(RobotStuck, match="http://127.0.0.1:9"):
        simulate(open_for_robots(), Plan(1, "guessing"), url="http://127.0.0.1:9")


def test_the_command_starts_a_server_of_its_own_and_tells_what_happened(capsys: pytest.CaptureFixture[str]) -> None:
    make_pool("association")
    study = open_for_robots()
    call_command("robots", study.slug, judges=10, kind="mixed", skill=0.6)
    assert study.assignments.count() == 10
    assert (
        "10 of 10 robots came; 9 finished, 1 left, 0 were stopped by the protocol, 0 were refused."
        in capsys.readouterr().out
    )
    call_command("robots", study.slug, judges=11, top_up=True)
    assert study.assignments.count() == 11


def test_the_command_names_the_studies_there_are() -> None:
    make_pool("association")
    open_for_robots()
    with pytest.raises(CommandError, match="'nonsense'; simulated ones are: association-study"):
        call_command("robots", "nonsense")


def test_the_command_tells_of_a_closed_study(capsys: pytest.CaptureFixture[str]) -> None:
    make_pool("association")
    study = open_for_robots()
    close_study(study, at=timezone.now())
    call_command("robots", study.slug, judges=3, parallel=1)
    assert (
        "1 of 3 robots came; 0 finished, 0 left, 0 were stopped by the protocol, 1 were refused."
        in capsys.readouterr().out
    )


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_says_what_it_is(kind: str) -> None:
    assert KINDS[kind].slug == kind
    assert KINDS[kind].about


@pytest.mark.long
@pytest.mark.parametrize("task", [task.slug for task in TASKS if task.takes_answers])
def test_robots_answer_what_people_are_asked_and_their_answers_are_marked(url: str, task: str) -> None:
    for number in range(4):
        make_stimulus(task=task, key=f"{task}-{number}", payload=make_payload(task, number))
    study = open_small_study(task, kind="respond", simulated=True, closing=False)
    summary = simulate(study, Plan(2, "double-clicking", parallel=1), url=url)
    assert summary.endings == Counter({Ending.FINISHED: 2})
    assert Answer.objects.count() == summary.trials == 8
    assert set(Answer.objects.values_list("provenance", flat=True)) == {"simulated"}
    accept_answers(study, Answer.objects.all(), by="", at=timezone.now())
    assert set(Response.objects.values_list("provenance", flat=True)) == {"simulated"}
    assert set(Place.objects.values_list("taken", flat=True)) == {2}


@pytest.mark.long
def test_a_robot_never_gives_the_same_words_for_two_images(url: str) -> None:
    for number in range(60):
        make_stimulus(task="objects", key=str(number), payload=make_payload("objects", number))
    study = open_small_study("objects", kind="respond", simulated=True, closing=False, trials=60)
    summary = simulate(study, Plan(1, "guessing", parallel=1), url=url)
    assert summary.endings == Counter({Ending.FINISHED: 1})


@pytest.mark.long
def test_careless_robots_paste_and_are_flagged(url: str) -> None:
    for number in range(4):
        make_stimulus(task="captioning", key=str(number), payload=make_payload("captioning", number))
    study = open_small_study("captioning", kind="respond", simulated=True, closing=False)
    simulate(study, Plan(1, "careless", parallel=1), url=url)
    assert all("pasted" in flags for flags in Answer.objects.values_list("flags", flat=True))


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "ending", "answers"),
    [
        ("guessing", "complete", 2),
        ("talkative", "complete", 2),
        ("double-clicking", "complete", 2),
        ("hanging-up", "left", 2),
        ("silent", "silence", 0),
    ],
)
def test_robots_talk_with_each_other_and_what_they_say_is_marked_as_simulated(
    url: str, kind: str, ending: str, answers: int
) -> None:
    study = open_chat_study(chat={"turns": 6, "silence_seconds": 30}, simulated=True, demographics=[])
    summary = simulate(study, Plan(4, kind, parallel=4), url=url)
    assert sum(summary.endings.values()) == 4
    assert list(Room.objects.values_list("ending", "is_simulated")) == [(ending, True)] * 2
    assert list(Answer.objects.values_list("provenance", flat=True)) == ["simulated"] * answers


@pytest.mark.long
def test_a_knowing_robot_that_talked_with_a_machine_says_so(url: str) -> None:
    study = open_chat_study(pairings={"HA": 1.0}, chat={"turns": 4}, simulated=True, closing=False)
    simulate(study, Plan(2, "knowing", parallel=2), url=url)
    assert list(Seating.objects.values_list("guess", "keeps")) == [("ai", True)] * 2


@pytest.mark.long
@pytest.mark.parametrize(("kind", "is_whole"), [("guessing", True), ("hanging-up", False)])
def test_robots_play_the_test_of_three(url: str, kind: str, is_whole: bool) -> None:
    study = open_game_study(chat={"turns": 6}, simulated=True, demographics=[], closing=False)
    summary = simulate(study, Plan(2, kind, parallel=2), url=url)
    assert sum(summary.endings.values()) == 2
    assert list(Choice.objects.values_list("is_whole", flat=True)) == [is_whole]
    assert list(Room.objects.values_list("is_simulated", flat=True)) == [True, True]
