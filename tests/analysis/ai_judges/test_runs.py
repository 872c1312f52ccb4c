"""Runs of evaluations: progress, cancel, a killed worker, and errors that say what to do."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import numpy as np
import pytest
from django.utils import timezone

from agents.models import Origin
from analysis.ai_judges import AI_JUDGES
from analysis.ai_judges.base import CannotJudge
from analysis.evaluations.items import Unit
from analysis.evaluations.queuing import cancel_run, queue_run, queue_with_threshold
from analysis.evaluations.runs import carry_out, take_run
from analysis.models import EvaluationRun
from analysis.taking import STALE_AFTER
from tests.analysis.ai_judges.counting import Counting
from tests.builders import make_agent, make_response, make_stimulus

pytestmark = pytest.mark.django_db
State = EvaluationRun.State


@pytest.fixture
def responses() -> None:
    """Twelve stimuli, each with words by a human and by two AI agents."""
    human = make_agent("human")
    machines = [make_agent(f"machine-{number}", origin=Origin.AI) for number in range(2)]
    for number in range(12):
        stimulus = make_stimulus(task="objects", key=f"image-{number}")
        make_response(human, stimulus=stimulus, payload={"words": ["dog", "tree", f"thing{number}"]})
        for machine in machines:
            words = ["animal", machine.slug.replace("machine", "plant"), f"thing{number}"]
            make_response(machine, stimulus=stimulus, payload={"words": words})


def ask() -> EvaluationRun:
    return queue_run("objects", judges=["character-ngrams"], unit=Unit.PART, at=timezone.now())


@pytest.mark.long
@pytest.mark.usefixtures("responses")
def test_a_run_ends_with_figures_of_every_judge_and_all_folds_kept() -> None:
    ask()
    run = take_run(at=timezone.now())
    assert run is not None
    carry_out(run)
    run.refresh_from_db()
    assert (run.state, run.error, run.percent) == (State.FINISHED, "", 100)
    assert run.result is not None
    found = {judge["judge"]: judge["settings"]["ordinary"] for judge in run.result["judges"]}
    assert found["tfidf-svm"]["balanced_accuracy"] == 1
    assert found["majority"]["balanced_accuracy"] == 0.5
    assert run.folds.count() == run.total
    assert all(run.folds.values_list("rows_digest", flat=True))


@pytest.mark.long
@pytest.mark.usefixtures("responses")
def test_each_agent_is_ranked_beside_the_humans_and_by_models_that_did_not_know_it() -> None:
    """Both machines say "animal" and humans never do; with one held out the other still tells the models so."""
    ask()
    run = take_run(at=timezone.now())
    assert run is not None
    carry_out(run)
    run.refresh_from_db()
    assert run.result is not None
    found = {judge["judge"]: judge["auroc_by_agent"] for judge in run.result["judges"]}
    assert found["tfidf-svm"] == {
        "machine-0": {"ordinary": 1.0, "held-out": 1.0},
        "machine-1": {"ordinary": 1.0, "held-out": 1.0},
    }
    assert found["majority"]["machine-0"] == {"ordinary": 0.5, "held-out": 0.5}


@pytest.fixture
def counting(settings: Any) -> Iterator[list[tuple[int, int, str]]]:
    """The folds that an added judge is given."""
    settings.EXTRA_PLUGINS = {**settings.EXTRA_PLUGINS, "AI judge": ["tests.analysis.ai_judges.counting.Counting"]}
    AI_JUDGES.forget()
    Counting.judged.clear()
    yield Counting.judged
    settings.EXTRA_PLUGINS = {**settings.EXTRA_PLUGINS, "AI judge": []}
    AI_JUDGES.forget()


@pytest.mark.long
@pytest.mark.usefixtures("responses")
def test_a_run_whose_worker_was_killed_is_taken_up_without_repeating_folds(
    counting: list[tuple[int, int, str]],
) -> None:
    queue_run("objects", judges=["counting"], unit=Unit.PART, at=timezone.now())
    now = timezone.now()
    first = take_run(at=now)
    assert first is not None
    ticks = iter(range(10_000))
    carry_out(first, seconds=25, clock=lambda: float(next(ticks)))  # the clock moves by each look at it
    assert 0 < len(counting) < 120
    EvaluationRun.objects.update(state=State.RUNNING, heartbeat_at=now)  # as a killed worker leaves it
    assert take_run(at=now + STALE_AFTER / 2) is None
    second = take_run(at=now + STALE_AFTER + timedelta(seconds=1))
    assert second is not None
    carry_out(second)
    second.refresh_from_db()
    assert second.state == State.FINISHED
    assert len(counting) == 30 + 2 * 30 + 30  # ordinary, each of two agents held out, without form
    assert {(seed, number) for seed, number, _ in counting} == {(s, n) for s in range(3) for n in range(10)}


@pytest.mark.usefixtures("responses")
def test_a_canceled_run_stays_canceled_whatever_its_worker_still_does() -> None:
    run = ask()
    taken = take_run(at=timezone.now())
    assert taken is not None
    assert cancel_run(run, at=timezone.now())
    carry_out(taken)
    run.refresh_from_db()
    assert run.state == State.CANCELED
    assert run.result is None
    assert not run.folds.exists()
    assert not cancel_run(run, at=timezone.now())


@pytest.mark.usefixtures("responses")
def test_what_was_asked_for_first_is_done_first_and_only_once() -> None:
    first, second = ask(), ask()
    now = timezone.now()
    assert [run.pk for _ in range(2) if (run := take_run(at=now))] == [first.pk, second.pk]
    assert take_run(at=now) is None


def test_too_few_stimuli_end_a_run_with_a_sentence() -> None:
    human, machine = make_agent(), make_agent(origin=Origin.AI)
    for number in range(3):
        stimulus = make_stimulus(task="objects", key=str(number))
        make_response(human, stimulus=stimulus)
        make_response(machine, stimulus=stimulus)
    ask()
    run = take_run(at=timezone.now())
    assert run is not None
    carry_out(run)
    run.refresh_from_db()
    assert run.state == State.FAILED
    assert run.error.startswith("Only 3 stimuli have human responses; at least 10 are needed")


def test_what_is_neither_a_study_nor_a_task_is_refused_at_once() -> None:
    with pytest.raises(CannotJudge, match="Neither a study nor a task is called 'objekts'"):
        queue_run("objekts", judges=[], unit=Unit.PART, at=timezone.now())
    with pytest.raises(CannotJudge, match="objects has no responses yet"):
        ask()


def test_predictions_are_kept_to_the_last_bit() -> None:
    values = np.array([0.1, float("nan"), 1 / 3])
    run = EvaluationRun.objects.create(source="x", judges=[], unit="part", created_at=timezone.now())
    run.folds.create(key="k", rows_digest="d", p=values.tobytes())
    np.testing.assert_array_equal(np.frombuffer(run.folds.get().p, dtype="<f8"), values)


@pytest.mark.long
@pytest.mark.usefixtures("responses")
def test_a_threshold_is_set_anew_on_a_finished_run_without_repeating_folds(
    counting: list[tuple[int, int, str]],
) -> None:
    run = queue_run("objects", judges=["counting"], unit=Unit.PART, at=timezone.now())
    with pytest.raises(CannotJudge, match="this one has not"):
        queue_with_threshold(run, ["image-0"], at=timezone.now())
    finish_next()
    judged = len(counting)
    run.refresh_from_db()
    for stimuli, sentence in (
        (["nowhere"], "No human answer to any of these stimuli is in objects"),
        (["image-0", "nowhere"], "No human answer to 'nowhere' is among these"),
        (["image-0", "image-1"], "at least 5 stimuli; 2 are named"),
    ):
        with pytest.raises(CannotJudge, match=sentence):
            queue_with_threshold(run, stimuli, at=timezone.now())
    anew = queue_with_threshold(run, [f"image-{number}" for number in range(6)], at=timezone.now())
    finish_next()
    anew.refresh_from_db()
    assert (anew.state, len(counting)) == (State.FINISHED, judged)
    assert anew.result is not None
    assert len(anew.result["threshold_on"]) == 6
    found = {judge["judge"]: judge["thresholds"]["ordinary"] for judge in anew.result["judges"]}
    assert found["tfidf-svm"]["before"] == 1
    assert run.folds.count() == anew.folds.count()


def finish_next() -> None:
    """Carry out the next run to its end."""
    run = take_run(at=timezone.now())
    assert run is not None
    carry_out(run)
