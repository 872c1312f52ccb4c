"""A finished evaluation as it was, from its run: the same items in the same folds, with the predictions kept."""

import numpy as np
from django.conf import settings

from analysis.ai_judges import AI_JUDGES
from analysis.ai_judges.base import CannotJudge
from analysis.evaluations.evaluating import Evaluation, hash_items
from analysis.evaluations.items import Unit, drop_repeated_agents
from analysis.evaluations.places import Memory
from analysis.evaluations.sources import read_source
from analysis.models import EvaluationRun
from turingapp.words import say_later


def reconstruct(run: EvaluationRun) -> Evaluation:
    """The evaluation of a run; raises CannotJudge or UnknownPlugin where what it was of is not there any more."""
    items = drop_repeated_agents(read_source(run.source, unit=Unit(run.unit)))
    if hash_items(items) != run.digest:
        raise CannotJudge(say_later("The responses have changed since."))
    known = {key: np.frombuffer(p, dtype="<f8") for key, p in run.folds.values_list("key", "p")}
    judges = tuple(AI_JUDGES[slug] for slug in run.judges)
    return Evaluation(items, settings.VAR_DIR / "embeddings", judges, store=Memory(known), embedder=None)
