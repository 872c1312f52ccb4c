"""What AI judges said of a study's responses: the out-of-fold predictions of its finished evaluations."""

import math
from collections.abc import Iterator
from dataclasses import astuple
from importlib import import_module
from typing import Any

from analysis.models import EvaluationRun
from judging.models import Study
from turingapp.errors import TuringError

RECONSTRUCTING = "analysis.packages.reconstructing"  # read when it is needed: it brings libraries of 60 MB
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
                evaluation = import_module(RECONSTRUCTING).reconstruct(run)
            except TuringError as error:
                self.left_out.append(f"Predictions of evaluation {run.pk}: {error}")
                continue
            for place, fold, p in evaluation.list_known():
                for row, value in zip(fold.test.tolist(), p.tolist(), strict=True):
                    item = evaluation.items.items[row]
                    role, part = item.key.rsplit("/", 2)[1:]
                    answer = None if math.isnan(value) else value
                    yield (run.pk, *astuple(place), item.response, role, int(part), str(item.origin), answer)
