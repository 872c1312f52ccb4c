"""Evidence as numbers."""

import numpy as np
import pytest

from agents.models import Origin
from agents.tasks.evidence import Distance, Numbers, Scanpath, Text
from analysis.features.cues import CUE_NAMES, describe_pair
from analysis.features.items import Item, find_text, normalize_items
from analysis.features.material import Material
from analysis.features.scanpaths import SCANPATH_NAMES, describe_scanpath
from analysis.features.texts import TEXT_NAMES, describe_text


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
