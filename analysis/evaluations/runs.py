"""Runs of evaluations: carried out in slices, and taken up again where a worker was killed."""

import hashlib
import time
from collections.abc import Callable
from datetime import datetime

import numpy as np
from django.conf import settings
from django.utils import timezone

from analysis.ai_judges import AI_JUDGES
from analysis.ai_judges.base import Floats, Fold
from analysis.embedders import find_best_embedder
from analysis.evaluations.benchmarking import check_answers, join_submission
from analysis.evaluations.benchmarking_tables import describe_benchmark
from analysis.evaluations.evaluating import Evaluation, choose_judges, hash_items
from analysis.evaluations.findings import describe_evaluation
from analysis.evaluations.items import ItemSet, Unit, drop_repeated_agents
from analysis.evaluations.people import describe_people
from analysis.evaluations.places import Place
from analysis.evaluations.sources import read_pool, read_source
from analysis.evaluations.thresholds import find_labeled
from analysis.models import EvaluationRun, FoldPredictions
from analysis.taking import Superseded, take_oldest
from turingapp.errors import TuringError
from turingapp.words import say_later

SLICE_SECONDS = 240.0  # after which a worker lets others in; the sweep goes on with the next fold
State = EvaluationRun.State


class SliceOver(TuringError):
    """The worker's time for this run is over for now."""


def take_run(*, at: datetime) -> EvaluationRun | None:
    """The oldest run that waits or whose worker has fallen silent, now this worker's; None where there is none."""
    run = take_oldest(EvaluationRun, waiting=State.QUEUED, working=State.RUNNING, at=at)
    if run is not None and run.started_at is None:
        run.started_at = at
        run.save(update_fields=("started_at",))
    return run


def carry_out(
    run: EvaluationRun, *, seconds: float = SLICE_SECONDS, clock: Callable[[], float] = time.monotonic
) -> None:
    """Judge the folds that are missing, for some seconds; a fault of ours ends the run with a sentence."""
    try:
        (_carry_out_benchmark if run.agent else _carry_out)(run, end=clock() + seconds, clock=clock)
    except Superseded:
        return
    except SliceOver:
        EvaluationRun.objects.filter(pk=run.pk, token=run.token).update(state=State.QUEUED, token="")
    except (TuringError, ValueError) as error:
        over = {"state": State.FAILED, "error": str(error), "finished_at": timezone.now()}
        EvaluationRun.objects.filter(pk=run.pk, token=run.token).update(**over)


def _carry_out_benchmark(run: EvaluationRun, *, end: float, clock: Callable[[], float]) -> None:
    known = drop_repeated_agents(read_pool(run.source, run.pool))
    submission = check_answers(run.answers or {}, agent=run.agent, known=known)
    begin(run, join_submission(known, submission))
    result = describe_benchmark(
        known,
        submission,
        judge=AI_JUDGES[run.judges[0]],
        cache=settings.VAR_DIR / "embeddings",
        store=Rows(run, end=end, clock=clock),
        tell=lambda done, total: beat(run, done=done, total=total, step=say_later("Judging")),
    )
    over = {"state": State.FINISHED, "result": result, "finished_at": timezone.now()}
    EvaluationRun.objects.filter(pk=run.pk, token=run.token).update(**over)


def _carry_out(run: EvaluationRun, *, end: float, clock: Callable[[], float]) -> None:
    items = drop_repeated_agents(read_source(run.source, unit=Unit(run.unit)))
    begin(run, items)
    evaluation = Evaluation(
        items,
        settings.VAR_DIR / "embeddings",
        choose_judges(run.judges),
        store=Rows(run, end=end, clock=clock),
        progress=lambda done, total: beat(run, step=tell_vectors(done, total)),
        labeled=find_labeled(items.items, run.threshold_on),
    )
    beat(run, total=evaluation.size)
    for done, place in enumerate(evaluation.run(), 1):
        beat(run, done=done, step=f"{place.judge}, {place.setting}")
    result = {**describe_evaluation(evaluation), "people": describe_people(run.source)}
    over = {"state": State.FINISHED, "result": result, "done": evaluation.size, "finished_at": timezone.now()}
    EvaluationRun.objects.filter(pk=run.pk, token=run.token).update(**over)


def tell_vectors(done: int, total: int) -> str:
    """How many words have their vectors."""
    return say_later("Vectors of words: %(done)s of %(total)s", done=format(done, ","), total=format(total, ","))


def begin(run: EvaluationRun, items: ItemSet) -> None:
    """Note which items these are; folds of other items, from before the responses changed, are forgotten."""
    digest = hash_items(items)
    if run.digest and run.digest != digest:
        run.folds.all().delete()
    beat(run, digest=digest, step=say_later("Reading the evidence"))


def beat(run: EvaluationRun, **facts: str | int) -> None:
    """Say that this worker is alive and how far it is; raises Superseded where the run is no longer its own."""
    mine = EvaluationRun.objects.filter(pk=run.pk, token=run.token, state=State.RUNNING)
    if not mine.update(heartbeat_at=timezone.now(), **facts):
        raise Superseded(f"Run {run.pk} was canceled or taken over.")


class Rows:
    """Predictions in the database, fold by fold."""

    def __init__(self, run: EvaluationRun, *, end: float, clock: Callable[[], float]) -> None:
        self._run, self._end, self._clock = run, end, clock
        self._known = {key: np.frombuffer(p, dtype="<f8") for key, p in run.folds.values_list("key", "p")}
        best = find_best_embedder()
        self._embedder = f"{best.full_name} {best.revision}" if best else ""

    def find(self, place: Place) -> Floats | None:
        """What a worker before, or this one, has kept."""
        return self._known.get(place.key)

    def keep(self, place: Place, fold: Fold, p: Floats) -> None:
        """Write a finished fold; raises Superseded, or SliceOver once it is written."""
        beat(self._run)
        facts = {"rows_digest": hash_rows(fold), "embedder": self._embedder, "p": p.astype("<f8").tobytes()}
        FoldPredictions.objects.update_or_create(run=self._run, key=place.key, defaults=facts)
        self._known[place.key] = p
        if self._clock() > self._end:
            raise SliceOver(f"Run {self._run.pk} goes on later.")


def hash_rows(fold: Fold) -> str:
    """What a fold learned from and judged."""
    return hashlib.sha256(fold.train.astype("<i8").tobytes() + b"|" + fold.test.astype("<i8").tobytes()).hexdigest()
