"""BLEU and CIDEr-D of captions, beside the packages that are commonly used, and likeness of labels and scanpaths."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.stats.captions import bleu, cider
from analysis.stats.likeness import compare_scanpaths, compare_strings, share_labels

CAPTIONS = ["a dog runs on the grass", "a man rides a bike down the street", "two cats sleep on a red sofa"]
REFERENCES = [
    ["a dog runs over the grass", "the brown dog is running on green grass", "a dog plays in a park"],
    ["a man riding a bike on a street", "a person rides a bicycle down the road", "man on a bike"],
    ["two cats are asleep on a couch", "cats sleep on a red couch", "a pair of cats on a sofa"],
]


# sacrebleu 2.6.0, corpus_bleu(tokenize="none", smooth_method="none") / 100.
def test_bleu_is_that_of_sacrebleu() -> None:
    assert bleu(CAPTIONS, REFERENCES) == pytest.approx(0.41488865152565246)


# pycocoevalcap 1.2, Cider().compute_score, without its tokenizer: the three captions and their mean.
def test_cider_is_that_of_pycocoevalcap() -> None:
    assert cider(CAPTIONS, REFERENCES) == pytest.approx(2.416015597310382)


def test_a_caption_is_best_where_it_is_a_reference_and_worst_where_no_word_is_shared() -> None:
    own = [known[0] for known in REFERENCES]
    assert bleu(own, REFERENCES) == pytest.approx(1.0)
    assert cider(own, [[one] for one in own]) == pytest.approx(10.0)
    assert bleu(["x y z q w"] * 3, REFERENCES) == cider(["x y z q w"] * 3, REFERENCES) == 0.0


def test_short_captions_are_penalized_and_one_stimulus_has_no_rare_words() -> None:
    assert bleu(["a dog runs on"], [["a dog runs on the grass"]]) == pytest.approx(0.6065306597126334)  # exp(1 - 6/4)
    assert cider(CAPTIONS[:1], REFERENCES[:1]) == 0.0


def test_labels_agree_by_the_share_of_people_who_gave_each() -> None:
    people = [("dog", "tree"), ("dog", "sky"), ("cat", "tree")]
    assert share_labels(("dog", "car"), people) == pytest.approx((2 / 3 + 0) / 2)
    assert share_labels((), people) == 0.0


# "kitten" and "sitting" are three edits apart (Levenshtein's distance in any textbook).
def test_strings_are_as_alike_as_their_edit_distance_says() -> None:
    assert compare_strings([*b"kitten"], [*b"sitting"]) == pytest.approx(1 - 3 / 7)
    assert compare_strings([], []) == 1.0


def test_scanpaths_are_compared_by_cells_in_their_order() -> None:
    path = [(0.1, 0.1), (0.12, 0.11), (0.5, 0.5), (0.9, 0.9)]
    assert compare_scanpaths(path, [(0.15, 0.15), (0.55, 0.45), (1.0, 1.0)]) == 1.0
    assert compare_scanpaths(path, path[::-1]) == pytest.approx(1 - 2 / 3)


@given(st.lists(st.integers(0, 24), max_size=12), st.lists(st.integers(0, 24), max_size=12))
def test_likeness_is_symmetric_and_between_0_and_1(first: list[int], second: list[int]) -> None:
    found = compare_strings(first, second)
    assert found == compare_strings(second, first)
    assert 0 <= found <= 1
    assert (found == 1) == (first == second)
