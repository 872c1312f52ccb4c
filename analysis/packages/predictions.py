"""What AI judges said of a study's responses: the out-of-fold predictions of its finished evaluations."""

from collections.abc import Iterator
from dataclasses import astuple
from typing import Any

import numpy as np
from django.conf import settings

from analysis.ai_judges import AI_JUDGES
from analysis.ai_judges.base import CannotJudge
from analysis.evaluating import Evaluation, Memory, hash_items
from analysis.evaluating_items import ItemSet, Unit, drop_repeated_agents
from analysis.evaluating_sources import read_source
from analysis.models import EvaluationRun
from judging.models import Study
from turingapp.errors import UnknownPlugin

Row = tuple[Any, ...]


class Predictions:
    """The predictions of a study's evaluations; what cannot be told any more is noted as it is come upon."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self.left_out: list[str] = []

    def list_rows(self) -> Iterator[Row]:
        """One row for each prediction."""
        finished = EvaluationRun.State.FINISHED
        for run in EvaluationRun.objects.filter(source=self._study.slug, state=finished, agent="").order_by("pk"):
            try:
                evaluation = reconstruct(run)
            except (CannotJudge, UnknownPlugin) as error:
                self.left_out.append(f"predictions of evaluation {run.pk}: {error}")
                continue
            for place, fold, p in evaluation.list_known():
                for row, value in zip(fold.test.tolist(), p.tolist(), strict=True):
                    item = evaluation.items.items[row]
                    role, part = item.key.rsplit("/", 2)[1:]
                    answer = None if np.isnan(value) else value
                    yield (run.pk, *astuple(place), item.response, role, int(part), str(item.origin), answer)


def reconstruct(run: EvaluationRun) -> Evaluation:
    """The evaluation of a run, with its predictions; raises CannotJudge where its items are not there any more."""
    items: ItemSet = drop_repeated_agents(read_source(run.source, unit=Unit(run.unit)))
    if hash_items(items) != run.digest:
        raise CannotJudge("The responses have changed since.")
    known = {key: np.frombuffer(p, dtype="<f8") for key, p in run.folds.values_list("key", "p")}
    judges = tuple(AI_JUDGES[slug] for slug in run.judges)
    return Evaluation(items, settings.VAR_DIR / "embeddings", judges, store=Memory(known), embedder=None)
