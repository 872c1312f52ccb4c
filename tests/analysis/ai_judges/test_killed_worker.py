"""A worker process that is killed in the middle of an evaluation, and the next one that the sweep starts."""

from pathlib import Path

import pytest
from django.utils import timezone

from agents.models import Origin
from analysis.evaluations.items import Unit
from analysis.evaluations.queuing import queue_run
from analysis.models import EvaluationRun, FoldPredictions
from analysis.taking import STALE_AFTER
from tests.builders import make_agent, make_response, make_stimulus
from tests.workers import MortalTroupe, describe_programs, describe_queue

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
SWEEP = "analysis.jobs.continue_evaluations"  # as the beat sends it each minute
WITHIN_SECONDS = 300


def fill() -> None:
    """Twelve stimuli, each with words by a human and by a machine."""
    human, machine = make_agent("human"), make_agent("machine", origin=Origin.AI)
    for number in range(12):
        stimulus = make_stimulus(task="objects", key=f"image-{number}")
        make_response(human, stimulus=stimulus, payload={"words": ["dog", "tree", f"thing{number}"]})
        make_response(machine, stimulus=stimulus, payload={"words": ["animal", "plant", f"thing{number}"]})


def send_sweep(var: Path) -> None:
    with describe_queue(redis_url="", var=var) as app:
        app.send_task(SWEEP)


def test_a_run_whose_worker_process_is_killed_is_finished_by_another_without_repeating_folds(tmp_path: Path) -> None:
    fill()
    run = queue_run("objects", judges=["length"], unit=Unit.PART, at=timezone.now())
    for folder in ("queue", "control"):
        (tmp_path / "broker" / folder).mkdir(parents=True)
    first, second = (MortalTroupe(log_dir=tmp_path / name) for name in ("first", "second"))
    worker, _ = describe_programs(redis_url="", var=tmp_path)
    first.start(worker)
    try:
        send_sweep(tmp_path)
        first.wait_until(lambda: run.folds.count() > 3, what="the first folds", within_seconds=WITHIN_SECONDS)
        first.kill(worker)
    finally:
        first.stop_all()
    run.refresh_from_db()
    assert run.state == EvaluationRun.State.RUNNING  # nobody was there to say otherwise
    kept = set(run.folds.values_list("key", flat=True))
    assert 3 < len(kept) < run.total
    for fold in run.folds.all():  # a fold that is judged again would be written over
        FoldPredictions.objects.filter(pk=fold.pk).update(p=bytes(len(fold.p)))
    EvaluationRun.objects.update(heartbeat_at=timezone.now() - 2 * STALE_AFTER)  # five minutes go by
    second.start(worker)
    try:
        send_sweep(tmp_path)
        over = EvaluationRun.objects.filter(pk=run.pk, finished_at__isnull=False)
        second.wait_until(lambda: over.all().exists(), what="the rest", within_seconds=WITHIN_SECONDS)
    finally:
        second.stop_all()
    run.refresh_from_db()
    assert (run.state, run.error) == (EvaluationRun.State.FINISHED, "")
    assert run.folds.count() == run.total
    assert {fold.key for fold in run.folds.all() if not any(bytes(fold.p))} == kept
