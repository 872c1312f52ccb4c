"""Evaluations that are wanted: written down, checked before that, and canceled."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from django.db import transaction

from analysis.ai_judges import DEFAULT_JUDGE
from analysis.ai_judges.base import CannotJudge
from analysis.evaluations.benchmarking import check_answers, join_submission
from analysis.evaluations.evaluating import choose_judges
from analysis.evaluations.items import Unit
from analysis.evaluations.sources import read_pool, read_source
from analysis.evaluations.thresholds import find_labeled
from analysis.models import EvaluationRun, FoldPredictions
from turingapp.words import say_later

FOLDS_AT_ONCE = 100
State = EvaluationRun.State


def queue_run(source: str, *, judges: Sequence[str], unit: Unit, at: datetime) -> EvaluationRun:
    """Write down that an evaluation is wanted; raises UnknownPlugin or CannotJudge at once rather than later."""
    chosen = choose_judges(judges)
    read_source(source, unit=unit)
    slugs = [judge.slug for judge in chosen]
    return EvaluationRun.objects.create(source=source, judges=slugs, unit=unit, created_at=at)


def queue_benchmark(task: str, *, pool: str, agent: str, answers: Mapping[str, Any], at: datetime) -> EvaluationRun:
    """Write down that a new agent is to be judged; raises CannotJudge where its answers are of no use."""
    known = read_pool(task, pool)
    join_submission(known, check_answers(answers, agent=agent, known=known))
    facts = {"pool": known.name, "agent": agent, "answers": dict(answers), "created_at": at}
    return EvaluationRun.objects.create(source=task, judges=[DEFAULT_JUDGE], unit=Unit.PART, **facts)


def queue_with_threshold(run: EvaluationRun, stimuli: Sequence[str], *, at: datetime) -> EvaluationRun:
    """Want the same evaluation told with its threshold set on human answers to `stimuli`; its folds are not repeated.

    Raises CannotJudge where the run is not one that has finished, or the stimuli are of no use.
    """
    if run.state != State.FINISHED or run.agent:
        raise CannotJudge(
            say_later("A threshold is set on an evaluation that has finished; this one has not, or is a benchmark.")
        )
    if not find_labeled(read_source(run.source, unit=Unit(run.unit)).items, stimuli):
        raise CannotJudge(
            say_later(
                "No human answer to any of these stimuli is in %(source)s; name stimuli, one a line.", source=run.source
            )
        )
    known = {name: getattr(run, name) for name in ("source", "judges", "unit", "digest")}
    with transaction.atomic():
        anew = EvaluationRun.objects.create(**known, threshold_on=list(stimuli), created_at=at)
        copies = run.folds.iterator(chunk_size=FOLDS_AT_ONCE)
        while batch := [copy_fold(fold, anew) for fold in islice(copies, FOLDS_AT_ONCE)]:
            FoldPredictions.objects.bulk_create(batch)
    return anew


def copy_fold(fold: FoldPredictions, run: EvaluationRun) -> FoldPredictions:
    """The predictions of a fold, for another run."""
    return FoldPredictions(run=run, key=fold.key, rows_digest=fold.rows_digest, embedder=fold.embedder, p=fold.p)


def cancel_run(run: EvaluationRun, *, at: datetime) -> bool:
    """Cancel a run that is not over; its worker notices at the next fold."""
    running = EvaluationRun.objects.filter(pk=run.pk, state__in=(State.QUEUED, State.RUNNING))
    return bool(running.update(state=State.CANCELED, finished_at=at, token=""))
