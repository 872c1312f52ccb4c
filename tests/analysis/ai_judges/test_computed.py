"""Agents of this machine answer where a folder has people's answers and pictures only."""

from pathlib import Path

import numpy as np
from PIL import Image

from agents.models import Origin
from agents.tasks.evidence import Scanpath
from analysis.evaluations.computed import WALKS, add_computed
from analysis.evaluations.items import ItemSet
from analysis.features.items import Item

PATH = (Scanpath(((0.5, 0.5), (0.2, 0.3))),)


def make_people(*names: str) -> ItemSet:
    return ItemSet(
        "attention/made", "attention", tuple(Item(f"{name}/p", name, Origin.HUMAN, "human", PATH) for name in names)
    )


def paint(folder: Path, *names: str) -> None:
    (folder / "stimuli").mkdir()
    rng = np.random.default_rng(1)
    for name in names:
        Image.fromarray(rng.integers(0, 255, (60, 80, 3), dtype=np.uint8)).save(folder / "stimuli" / name)


def test_agents_answer_the_pictures_that_are_there_the_same_each_time(tmp_path: Path) -> None:
    paint(tmp_path, "1.jpg")
    once, again = (add_computed(make_people("1.jpg", "2.jpg"), tmp_path) for _ in range(2))
    assert repr(once) == repr(again)  # missing numbers are not equal to each other
    assert {item.group for item in once.items} == {"1.jpg"}
    for agent in ("center-walk", "saliency-path"):
        walks = [item.evidence for item in once.items if item.agent == agent]
        assert len(walks) == WALKS
        assert len(set(map(str, walks))) == WALKS
        assert any(f"{agent}: 5 answers to each stimulus computed on this machine" in note for note in once.notes)


def test_a_set_with_answers_by_agents_or_without_pictures_stays_as_it_is(tmp_path: Path) -> None:
    people = make_people("1.jpg")
    assert add_computed(people, tmp_path) == people
    paint(tmp_path, "1.jpg")
    both = ItemSet("x", "attention", (*people.items, Item("1.jpg/m", "1.jpg", Origin.AI, "machine", PATH)))
    assert add_computed(both, tmp_path) == both
