"""From one set to another: what a judge that learned from one corpus is worth on the next."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from agents.tasks import TASKS
from analysis.ai_judges.base import AiJudge, CannotJudge, Fold, Rows
from analysis.embedders.base import Embedder
from analysis.evaluations.evaluating import find_vectors
from analysis.evaluations.items import ItemSet
from analysis.evaluations.scores import Predictions, summarize
from analysis.evaluations.splits import group_items, split_by_stimulus
from analysis.features.material import Material
from analysis.reports.base import Column, Kind, Row, Table
from turingapp.words import say_later

SEED = 7  # of the bootstrap
PARTS = 3  # of the training set, to calibrate on


def join_sets(sets: Sequence[ItemSet]) -> ItemSet:
    """All items together, each stimulus and key marked with the set it is from."""
    items = [
        replace(item, key=f"{one.name}/{item.key}", group=f"{one.name}/{item.group}")
        for one in sets
        for item in one.items
    ]
    return ItemSet(" and ".join(one.name for one in sets), sets[0].task, tuple(items), sets[0].unit)


def list_pairs(sets: Sequence[ItemSet]) -> Iterator[tuple[ItemSet, ItemSet]]:
    """What can be learned from and what can be judged: both origins on either side, sets of one origin joined."""
    both = [one for one in sets if len({item.origin for item in one.items}) == 2]
    single = [one for one in sets if len({item.origin for item in one.items}) == 1]
    for learned in both:
        for judged in both:
            if judged is not learned:
                yield learned, judged
                yield from ((learned, join_sets([judged, other])) for other in single)


def judge_across(
    judge: AiJudge, learned: ItemSet, judged: ItemSet, *, cache: Path, embedder: Embedder | None
) -> Predictions:
    """P(human) of every item of `judged` by what was learned from `learned` alone; raises CannotJudge."""
    items = (*learned.items, *judged.items)
    judge.check(items)
    material = Material(items, cache=cache, embedder=embedder, vectors=find_vectors())
    train, test = np.arange(len(learned.items)), np.arange(len(learned.items), len(items))
    fold = Fold(0, 0, train, test, find_inner(learned))
    ((_, p),) = judge.judge(material, [fold])
    agents = np.array([item.agent for item in judged.items], dtype=object)
    return Predictions(p, material.y[test], agents, number_stimuli(judged), np.zeros(len(test), dtype=np.int64))


def number_stimuli(items: ItemSet) -> Rows:
    """The number of each item's stimulus."""
    return np.unique([item.group for item in items.items], return_inverse=True)[1].astype(np.int64)


def find_inner(learned: ItemSet) -> tuple[Rows, ...]:
    """Parts of the training set, whole stimuli each."""
    y = np.array([item.is_human for item in learned.items], dtype=np.int64)
    groups = group_items(learned.items, join_near_copies=TASKS[learned.task].near_copies_share_fold)
    return tuple(fold.test for fold in split_by_stimulus(y, groups, seeds=(0,))[:PARTS])


def evaluate_across(
    sets: Sequence[ItemSet], judges: Sequence[AiJudge], *, cache: Path, embedder: Embedder | None
) -> list[dict[str, Any]]:
    """All figures of every judge on every pair of sets that it can judge; raises CannotJudge where there is none."""
    pairs = list(list_pairs(sets))
    if not pairs:
        raise CannotJudge(
            say_later("To judge across, two sets of one task are needed that have answers by humans and by AI agents.")
        )
    found, refused = [], ""
    for learned, judged in pairs:
        for judge in judges:
            try:
                predictions = judge_across(judge, learned, judged, cache=cache, embedder=embedder)
            except CannotJudge as error:
                refused = str(error)
                continue
            figures = summarize(predictions, rng=np.random.default_rng(SEED))
            found.append({"judge": judge.title, "learned": learned.name, "judged": judged.name, **figures})
    if not found:
        raise CannotJudge(refused)
    return found


def make_across_table(found: Sequence[dict[str, Any]]) -> Table:
    """Threshold and ranking on sets that were not learned from."""
    columns = [
        Column("learned", "Learned from"),
        Column("judged", "Judged"),
        Column("judge", "Judge"),
        Column("n", "Items", Kind.COUNT),
        Column("balanced_accuracy", "Balanced accuracy", Kind.SHARE, "low", "high"),
        Column("auroc", "AUROC", Kind.NUMBER),
        Column("reset_accuracy", "Threshold set on 20 humans", Kind.SHARE),
    ]
    names = ["learned", "judged", "judge", "n", "balanced_accuracy", "low", "high", "auroc", "reset_accuracy"]
    rows = [Row({name: one[name] for name in names}) for one in found]
    note = "Nothing of the set that is judged was learned from. 50%, and .5, are chance."
    return Table("across", "From one set to another", columns, rows, note)
