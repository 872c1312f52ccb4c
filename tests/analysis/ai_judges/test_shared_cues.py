"""The default judge before agents that lack a cue which all agents it knows share."""

from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from agents.tasks import TASKS
from analysis.ai_judges.base import Fold
from analysis.ai_judges.combined import Combined
from analysis.evaluations.items import read_file
from analysis.evaluations.splits import group_items, hold_out_agents
from analysis.features.items import Item
from analysis.features.material import Material
from tests.analysis.ai_judges.making import COMMON, HUMAN_WORDS, MACHINE_WORDS, make_item


class JointAlone(Combined):
    """The default judge without what each kind of feature says alone."""

    slug, also_apart = "joint-alone", False


def rank_humans(judge: Combined, items: list[Item], fold: Fold, cache: Path) -> float:
    ((_, p),) = judge.judge(Material(items, cache=cache), [fold])
    return float(roc_auc_score([items[row].is_human for row in fold.test], p))


def test_a_blank_before_signs_does_not_hide_the_words(tmp_path: Path) -> None:
    """Known agents put a blank before each full stop and prefer some words; the new one does only the latter."""
    test = np.array([row for row in range(180) if row % 3 != 1])
    train = np.array([row for row in range(180, 360) if row % 3 != 2])
    fold = Fold(0, 0, train, test, tuple(np.array_split(train, 3)))
    gains = []
    for seed in range(3):
        rng, items = np.random.default_rng(seed), []
        for stimulus in range(120):
            for agent, own, end in (
                ("", HUMAN_WORDS, "."),
                ("known", MACHINE_WORDS, " ."),
                ("new", MACHINE_WORDS, "."),
            ):
                said = " ".join(str(rng.choice(own if rng.random() < 0.15 else COMMON)) for _ in range(3))
                items.append(make_item(said + end, group=str(stimulus), agent=agent))
        gains.append(np.subtract(*(rank_humans(judge, items, fold, tmp_path) for judge in (Combined(), JointAlone()))))
    assert np.mean(gains) > 0.01


@pytest.mark.long
def test_a_chatbot_that_writes_signs_as_people_do_is_still_found(shared_data: Path, tmp_path: Path) -> None:
    """The other two machines of this set write "that ' s"; a joint fit alone ranks this one little above chance."""
    folder, task = shared_data / "data/conversation/blenderbot", TASKS["conversation"]
    items = []
    for path in (folder / "chatlog_recipes_2.7B.json", *sorted(folder.glob("model*.jsonl"))):
        if not path.is_file():
            pytest.skip(f"{path.name} is not here")
        found = read_file(path, task)
        items += found.items if found else ()
    y = np.array([item.is_human for item in items], dtype=np.int64)
    folds = hold_out_agents(items, y, group_items(items, join_near_copies=False), seeds=(0,))
    fold = next(one for one in folds if "generative2" in one.held_out)
    alone, both = (rank_humans(judge, items, fold, tmp_path) for judge in (JointAlone(), Combined()))
    assert alone < 0.75
    assert both > alone + 0.1
