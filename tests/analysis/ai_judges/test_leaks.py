"""What must be found where there is nothing to find: chance, by every way of splitting that keeps its promise."""

from pathlib import Path

import numpy as np
import pytest

from analysis.ai_judges import AI_JUDGES
from analysis.evaluations.evaluating import Evaluation
from analysis.evaluations.items import ItemSet
from analysis.evaluations.places import Setting
from analysis.evaluations.scores import (
    bootstrap_accuracy,
    draw_weights,
    find_balanced_accuracy,
    find_interval,
)
from tests.analysis.ai_judges.making import COMMON, HUMAN_WORDS, make_item, make_paired_items, make_set

COLORS = ("red", "blue", "green", "gray", "black", "white", "brown")


def measure(items: ItemSet, setting: Setting, folder: Path, *, judge: str = "combined") -> tuple[float, float, float]:
    """Balanced accuracy and its interval."""
    chosen = AI_JUDGES[judge]
    evaluation = Evaluation(items, folder, (chosen,), settings=(Setting.ORDINARY, setting))
    list(evaluation.run())
    found = evaluation.gather(chosen, setting)
    assert found is not None
    accuracy = find_balanced_accuracy(found)
    low, high = find_interval(
        bootstrap_accuracy(found, weights=draw_weights(found.group, rng=np.random.default_rng(0)))
    )
    assert accuracy is not None
    assert low is not None
    assert high is not None
    return accuracy, low, high


def test_a_real_difference_is_found(tmp_path: Path) -> None:
    accuracy, low, _ = measure(make_set(make_paired_items()), Setting.ORDINARY, tmp_path)
    assert accuracy > 0.8
    assert low > 0.7


def test_labels_shuffled_within_stimuli_give_chance(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    shuffled = []
    for stimulus in range(80):
        texts = [" ".join(rng.choice([*COMMON, *HUMAN_WORDS], 3)) for _ in range(2)]
        shuffled += [
            make_item(texts[0], group=f"image-{stimulus}"),
            make_item(texts[1], group=f"image-{stimulus}", agent="agent"),
        ]
    _, low, high = measure(make_set(shuffled), Setting.ORDINARY, tmp_path)
    assert low < 0.5 < high


def test_ungrouped_folds_drive_a_judge_below_chance_on_paired_pictures(tmp_path: Path) -> None:
    """The artefact of the original colour protocol: a picture's text is learned with the other origin's label."""
    items = []
    for stimulus in range(60):
        shown = f"picture{stimulus}"  # human and machine say the same, and something that only this picture calls for
        items += [
            make_item(shown, group=f"image-{stimulus}"),
            make_item(shown, group=f"image-{stimulus}", agent="agent"),
        ]
    ungrouped = measure(make_set(items), Setting.ORIGINAL, tmp_path)
    grouped = measure(make_set(items), Setting.ORDINARY, tmp_path)
    assert ungrouped[0] < 0.2
    assert grouped[0] == pytest.approx(0.5, abs=0.1)


def test_the_style_of_authors_is_not_taken_for_their_origin_once_authors_are_apart(tmp_path: Path) -> None:
    """Every author, human or AI, has a word of their own and nothing else: other authors' words teach nothing."""
    rng = np.random.default_rng(2)
    own = iter("".join(rng.choice(list("bcdfghklmnprst"), 6)) for _ in range(16))
    people, agents = [next(own) for _ in range(12)], [next(own) for _ in range(4)]
    items = []
    for stimulus in range(60):
        group, person = f"image-{stimulus}", people[stimulus % 12]
        items.append(make_item(f"{person} {rng.choice(COLORS)}", group=group, author=person))
        items += [make_item(f"{one} {rng.choice(COLORS)}", group=group, agent=one) for one in agents]
    ungrouped, _, _ = measure(make_set(items), Setting.ORIGINAL, tmp_path, judge="tfidf-svm")
    assert ungrouped > 0.95
    assert measure(make_set(items), Setting.HELD_OUT, tmp_path, judge="tfidf-svm")[0] == pytest.approx(0.5, abs=0.1)
