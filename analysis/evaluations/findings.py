"""What an evaluation has found: figures of every judge in every setting, unrounded, as plain values."""

from typing import Any

import numpy as np
from django.utils.translation import gettext_noop

from analysis.ai_judges import YARDSTICKS
from analysis.ai_judges.base import AiJudge
from analysis.evaluations.curves import draw_calibration, draw_roc, find_fooling
from analysis.evaluations.evaluating import Evaluation, hash_items
from analysis.evaluations.items import ItemSet
from analysis.evaluations.places import Setting
from analysis.evaluations.scores import Predictions, compare, draw_weights, find_auroc, summarize
from analysis.evaluations.thresholds import describe_threshold
from turingapp.words import list_words

SEED = 7  # of the bootstrap
EQUAL_WITHIN = 0.03  # a difference to the yardstick below which two judges are called alike
UNRESOLVED = gettext_noop("not resolved at this n")
LIMITS = (
    gettext_noop(
        "These figures are of these agents, people and stimuli. A judge that tells them apart has found differences "
        "between these two groups, such as form, source or what they were asked, not a mark that every machine bears."
    ),
    gettext_noop(
        "Agents that a judge has not learned from, and texts from other sources, cost most: read the column with each "
        "agent held out before any claim about a new agent. Ranking (AUROC) often survives where the threshold does "
        "not; the threshold can be set anew on a few answers known to be human. From one collection of chats to "
        "another, balanced accuracy fell from above 80% to between 53% and 67%."
    ),
    gettext_noop(
        "Intervals are 95% by bootstrap over stimuli. A difference whose interval holds 0 is not resolved at this n."
    ),
)


def describe_evaluation(evaluation: Evaluation) -> dict[str, Any]:
    """All figures, unrounded."""
    rng = np.random.default_rng(SEED)
    found = {
        (judge.slug, setting): predictions
        for judge in evaluation.judges
        for setting in Setting
        if (predictions := evaluation.gather(judge, setting)) is not None and len(predictions)
    }
    judges = [
        describe_judge(judge, found, rng)
        | draw_judge(evaluation, judge)
        | rank_agents(evaluation, judge)
        | describe_moved(evaluation, judge, found)
        for judge in evaluation.judges
    ]
    notes = [*evaluation.items.notes, *evaluation.notes]
    return {
        **describe_items(evaluation.items),
        "seeds": list(evaluation.seeds),
        "embedder": describe_embedder(evaluation),
        "threshold_on": sorted(evaluation.labeled),
        "notes": notes,
        "words": list_words(notes),
        "judges": [judge for judge in judges if judge["settings"]],
        "limits": list(LIMITS),
    }


def describe_items(items: ItemSet) -> dict[str, Any]:
    """What was judged."""
    return {
        "set": items.name,
        "task": items.task,
        "unit": items.unit,
        "items": len(items.items),
        "stimuli": len({item.group for item in items.items}),
        "humans": sum(item.is_human for item in items.items),
        "agents": list(items.agents),
        "digest": hash_items(items),
    }


def describe_embedder(evaluation: Evaluation) -> str:
    """Which sentence vectors were used, with their revision."""
    used = evaluation.material.embedder
    return f"{used.full_name} {used.revision}" if used else ""


def describe_judge(
    judge: AiJudge, found: dict[tuple[str, Setting], Predictions], rng: np.random.Generator
) -> dict[str, Any]:
    """One judge in every setting, with its differences to the yardsticks."""
    settings = {}
    for setting in Setting:
        predictions = found.get((judge.slug, setting))
        if predictions is None:
            continue
        weights = draw_weights(predictions.group, rng=rng)
        differences = {}
        for yardstick in YARDSTICKS:
            other = found.get((yardstick, setting))
            if other is not None and yardstick != judge.slug and len(other) == len(predictions):
                differences[yardstick] = describe_difference(compare(predictions, other, weights=weights))
        settings[setting.value] = {**summarize(predictions, rng=rng), "differences": differences}
    return {
        "judge": judge.slug,
        "title": judge.title,
        "claim": judge.claim,
        "is_baseline": judge.is_baseline,
        "settings": settings,
    }


def describe_moved(
    evaluation: Evaluation, judge: AiJudge, found: dict[tuple[str, Setting], Predictions]
) -> dict[str, Any]:
    """What becomes of a judge in the ordinary folds, and with an agent held out, once its threshold is set anew."""
    if not evaluation.labeled:
        return {}
    items = evaluation.items.items
    codes = {code for item, code in zip(items, evaluation.groups, strict=True) if item.group in evaluation.labeled}
    thresholds = {}
    for setting in (Setting.ORDINARY, Setting.HELD_OUT):
        predictions = found.get((judge.slug, setting))
        if predictions is not None:
            labeled = (predictions.y == 1) & np.isin(predictions.group, sorted(codes))
            rng = np.random.default_rng(SEED)
            thresholds[setting.value] = describe_threshold(predictions, labeled, rng=rng)
    return {"thresholds": thresholds}


def draw_judge(evaluation: Evaluation, judge: AiJudge) -> dict[str, Any]:
    """What charts and lists need of a judge's ordinary predictions."""
    found = evaluation.gather_rows(judge, Setting.ORDINARY)
    if found is None:
        return {}
    predictions, rows = found
    return {
        "roc": draw_roc(predictions),
        "calibration": draw_calibration(predictions),
        "fooled": find_fooling(evaluation.items.items, rows.tolist(), predictions.p.tolist()),
    }


def rank_agents(evaluation: Evaluation, judge: AiJudge) -> dict[str, Any]:
    """AUROC of humans against each AI agent alone: ordinary, and with the agent held out from what was learned."""
    aurocs: dict[str, dict[str, float | None]] = {}
    for agent in evaluation.items.agents:
        gathered = {
            setting.value: evaluation.gather_agent(judge, setting, agent)
            for setting in (Setting.ORDINARY, Setting.HELD_OUT)
        }
        aurocs[agent] = {setting: find_auroc(found) for setting, found in gathered.items() if found is not None}
    return {"auroc_by_agent": aurocs}


def describe_difference(difference: tuple[float, float | None, float | None] | None) -> dict[str, Any]:
    """A difference of balanced accuracies with what it says in words."""
    if difference is None:
        return {"estimate": None, "low": None, "high": None, "verdict": gettext_noop("not known")}
    estimate, low, high = difference
    return {"estimate": estimate, "low": low, "high": high, "verdict": say_difference(low, high)}


def say_difference(low: float | None, high: float | None) -> str:
    """Better, worse, alike within .03, or not resolved."""
    if low is None or high is None:
        return UNRESOLVED
    if low > 0:
        return gettext_noop("better")
    if high < 0:
        return gettext_noop("worse")
    return gettext_noop("alike within .03") if low > -EQUAL_WITHIN and high < EQUAL_WITHIN else UNRESOLVED
