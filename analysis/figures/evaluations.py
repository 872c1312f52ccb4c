"""The latest finished evaluation of a study by AI judges, as figures need it."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd
from django.conf import settings

from analysis.ai_judges import AI_JUDGES
from analysis.ai_judges.base import CannotJudge, Floats, Fold
from analysis.evaluations.evaluating import Evaluation, choose_judges, hash_items
from analysis.evaluations.items import Unit, drop_repeated_agents
from analysis.evaluations.places import Place, Setting
from analysis.evaluations.sources import read_source
from analysis.evaluations.tables import find_default
from analysis.models import EvaluationRun
from judging.models import Protocol, Study
from turingapp.words import say_later

RUNS_KEPT = 4  # in the memory of each web process


@dataclass(frozen=True, slots=True)
class Kept:
    """The folds that a run has kept, to be read only."""

    known: dict[str, Floats]

    def find(self, place: Place) -> Floats | None:
        """As kept."""
        return self.known.get(place.key)

    def keep(self, place: Place, fold: Fold, p: Floats) -> None:
        """Refused: figures judge nothing."""
        raise RuntimeError(f"{place.key} is to be read, not judged anew.")


def find_run(study: Study) -> EvaluationRun | None:
    """The latest finished evaluation of this study, of all its agents."""
    runs = EvaluationRun.objects.filter(source=study.slug, agent="", state=EvaluationRun.State.FINISHED)
    return runs.order_by("-finished_at", "-pk").first()


def list_judges(run: EvaluationRun) -> list[dict[str, Any]]:
    """What was found of each judge that is no baseline and judged stimuli it had not learned from."""
    judges = (run.result or {}).get("judges", [])
    return [one for one in judges if not one["is_baseline"] and Setting.ORDINARY in one["settings"]]


def read_predictions(run: EvaluationRun) -> pd.DataFrame:
    """The mean out-of-fold P(human) of the run's default judge for each response and role that it answered.

    Columns: response, role, key, p. Raises CannotJudge where the responses are no longer those of the run.
    """
    versions = Protocol.objects.filter(study__slug=run.source).count()
    return _read_predictions(run.pk, versions)


@lru_cache(maxsize=RUNS_KEPT)
def _read_predictions(pk: int, versions: int) -> pd.DataFrame:
    """What a finished run found does not change; which responses are judged, only a new version of a protocol does."""
    run = EvaluationRun.objects.get(pk=pk)
    items = drop_repeated_agents(read_source(run.source, unit=Unit(run.unit)))
    if hash_items(items) != run.digest:
        raise CannotJudge(
            say_later("The responses have changed since the AI judges judged them; ask for a new evaluation.")
        )
    found = find_default(list_judges(run))
    known = {key: np.frombuffer(p, dtype="<f8") for key, p in run.folds.values_list("key", "p")}
    cache = settings.VAR_DIR / "embeddings"
    evaluation = Evaluation(
        items, cache, choose_judges(run.judges), settings=(Setting.ORDINARY,), store=Kept(known), embedder=None
    )
    gathered = evaluation.gather_rows(AI_JUDGES[found["judge"]], Setting.ORDINARY) if found else None
    if gathered is None:
        return pd.DataFrame(columns=["response", "role", "key", "p"])
    predictions, places = gathered
    judged = [items.items[place] for place in places]
    rows = pd.DataFrame(
        {
            "response": [item.response for item in judged],
            "role": [item.key.rsplit("/", 2)[1] for item in judged],
            "key": [item.key.rsplit("/", 1)[0] for item in judged],
            "p": predictions.p,
        }
    )
    return rows.dropna(subset=["p"]).groupby(["response", "role", "key"], as_index=False).agg(p=("p", "mean"))
