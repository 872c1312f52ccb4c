"""Evidence as numbers."""

from pathlib import Path

import numpy as np
import pytest

from agents.models import Origin
from agents.tasks.evidence import Distance, Numbers, Scanpath, Text
from analysis.ai_judges.familiarity import measure_familiarity
from analysis.features.cues import CUE_NAMES, describe_pair
from analysis.features.items import Item, find_text, normalize_items
from analysis.features.material import Material
from analysis.features.ngrams import count_words, find_words
from analysis.features.scanpaths import DURATION_NAMES, SCANPATH_NAMES, describe_durations, describe_scanpath
from analysis.features.texts import LINE_NAMES, TEXT_NAMES, describe_lines, describe_text


def test_a_text_has_a_number_for_each_name() -> None:
    found = dict(zip(TEXT_NAMES, describe_text("I saw a dog, a big dog!"), strict=True))
    assert found["words"] == pytest.approx(np.log1p(7))
    assert found["distinct words"] == pytest.approx(5 / 7)  # a and dog come twice
    assert found["articles"] == pytest.approx(2 / 7)
    assert found["begins with a capital"] == found["ends with a sign"] == 1
    assert found["share of ,"] == pytest.approx(1 / 23)


def test_an_empty_text_has_numbers_too() -> None:
    assert np.isfinite(describe_text("")).all()


@pytest.mark.parametrize(
    ("cue", "word", "name", "value"),
    [
        ("bread", "butter", "same first letter", 1),
        ("come", "coming", "response inflects the cue", 1),
        ("rain", "rainbow", "cue within response", 1),
        ("sea", "tea", "shared ending", 2),
        ("dog", "dog", "likeness of letters", 1),
        ("dog", "xqzvwk", "response unknown", 1),
    ],
)
def test_a_word_is_measured_against_its_cue(cue: str, word: str, name: str, value: float) -> None:
    assert dict(zip(CUE_NAMES, describe_pair(cue, word), strict=True))[name] == value


def test_a_scanpath_on_a_grid_is_told_from_one_that_is_not() -> None:
    on_grid = tuple((x / 32, y / 32) for x, y in ((3, 4), (10, 20), (31, 5), (16, 16)))
    off_grid = tuple((x + 0.01, y + 0.01) for x, y in on_grid)
    on, off = (dict(zip(SCANPATH_NAMES, describe_scanpath(path), strict=True)) for path in (on_grid, off_grid))
    assert on["off a grid of 32"] == pytest.approx(0)
    assert off["off a grid of 32"] == pytest.approx(0.32)  # .01 of a picture is .32 of a cell


def test_saccades_and_revisits_are_counted() -> None:
    there_and_back = ((0.2, 0.5), (0.6, 0.5), (0.2, 0.5))
    found = dict(zip(SCANPATH_NAMES, describe_scanpath(there_and_back), strict=True))
    assert found["mean saccade"] == pytest.approx(0.4)
    assert found["turns back"] == found["returns to the one before last"] == found["horizontal saccades"] == 1
    assert found["revisits"] == pytest.approx(1 / 3)


def test_durations_are_measured_in_logarithms() -> None:
    found = dict(zip(DURATION_NAMES, describe_durations(((0, 0), (0.1, 0), (0.4, 0)), (100, 200, 400)), strict=True))
    assert found["mean duration"] == pytest.approx(np.log(200))
    assert found["duration trend"] == pytest.approx(1)
    assert np.isfinite(describe_durations(((0.5, 0.5),), (250,))).all()


def test_durations_that_some_items_lack_are_not_looked_at(tmp_path: Path) -> None:
    paths = [Scanpath(((0.5, 0.5), (0.1, 0.2)), durations) for durations in ((200.0, 300.0), ())]
    items = [Item(str(n), str(n), Origin.HUMAN, "h", (path,)) for n, path in enumerate(paths)]
    assert Material(items[:1], cache=tmp_path).measure_names[-len(DURATION_NAMES) :] == DURATION_NAMES
    both = Material(items, cache=tmp_path)
    assert both.measure_names == SCANPATH_NAMES
    assert both.measures.shape == (2, len(SCANPATH_NAMES))


def test_lines_of_a_side_are_compared_with_each_other() -> None:
    found = dict(zip(LINE_NAMES, describe_lines("Hi there.\nwhat?\nHi there."), strict=True))
    assert found["lines that begin with a capital"] == pytest.approx(2 / 3)
    assert [found["lines with a question mark"], found["lines said again"]] == pytest.approx([1 / 3, 1 / 3])
    assert found["words in the shortest line"] == pytest.approx(np.log1p(1))
    assert np.isfinite(describe_lines("")).all()


def test_the_first_and_the_last_word_count_apart() -> None:
    counts = count_words(["person tree", "person tree", "tree person", "tree person"]).toarray()
    assert not np.array_equal(counts[0], counts[2])
    assert np.array_equal(counts[0], counts[1])


def test_familiar_words_are_counted_in_other_stimuli_of_the_training_rows() -> None:
    """By hand: `dog` is in stimuli 0 and 1 of the training rows, `cat` in 1; the last row is held out."""
    vocabulary = find_words(["dog", "dog cat", "cat", "dog bird"])
    groups, masks = np.array([0, 1, 1, 2]), np.array([[1], [1], [1], [0]], dtype=np.float32)
    (found,) = measure_familiarity(vocabulary, groups, masks)
    mean, least, new = found.T
    assert mean == pytest.approx([np.log(2), np.log(2) / 2, 0, np.log(3) / 2])
    assert least == pytest.approx([np.log(2), 0, 0, 0])
    assert new == pytest.approx([0, 0.5, 1, 0.5])


@pytest.mark.parametrize("points", [((0.5, 0.5),), ((0.1, 0.1), (0.2, 0.2)), ((0.5, 0.5),) * 5])
def test_short_and_still_scanpaths_have_numbers_too(points: tuple[tuple[float, float], ...]) -> None:
    assert np.isfinite(describe_scanpath(points)).all()


def test_form_is_taken_away_from_every_kind_of_evidence() -> None:
    evidence = (
        Text("Well, HELLO  there!"),
        Distance(Text("Sea"), Text("Wave.")),
        Scanpath(((-0.1, 0.12345),)),
        Numbers((0.12345, float("nan"))),
    )
    text, pair, path, numbers = normalize_items([Item("k", "g", Origin.HUMAN, "h", evidence)])[0].evidence
    assert text == Text("well hello there")
    assert pair == Distance(Text("sea"), Text("wave"))
    assert path == Scanpath(((0.0, 0.12),))
    assert isinstance(numbers, Numbers)
    assert numbers.values[0] == 0.12
    assert np.isnan(numbers.values[1])


def test_items_without_texts_have_no_text_features(tmp_path: object) -> None:
    items = [Item(str(n), str(n), Origin.HUMAN, "h", (Numbers((0.1, 0.2)),)) for n in range(3)]
    material = Material(items, cache=tmp_path)  # type: ignore[arg-type]
    assert find_text(items[0]) == ""
    assert material.words.shape == (3, 0)
    assert material.measures.shape == (3, 0)
    assert material.coordinates.shape == (3, 2)
