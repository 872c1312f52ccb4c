"""Normalizations of a study: form goes from every origin alike, nothing else changes, and a report suggests them."""

import random
import re
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.normalizations import NORMALIZATIONS, read_steps
from agents.normalizations_applied import normalize_response
from agents.normalizations_suggested import preview, suggest
from agents.parity import measure_parity
from agents.parity_cues import ParityRow
from agents.parity_features import Parts
from agents.tasks import TASKS
from turingapp.errors import InvalidPayload

ROOT = Path(__file__).resolve().parents[2]


def normalize(payload: dict[str, Any], *names: str) -> dict[str, Any]:
    return normalize_response(payload, read_steps(names))


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("lower-case", "A Dog", "a dog"),
        ("no-final-signs", "a dog, I think?! ", "a dog, I think"),
        ("no-signs", "a dog's bed; (old)", "a dog's bed old"),
        ("ascii", "café “x”…", "cafe x..."),
        ("even-spaces", " a  dog , there", "a dog, there"),
        ("no-signs", "?!", "?!"),  # nothing would be left
    ],
)
def test_texts_of_every_shape_change_alike(name: str, before: str, after: str) -> None:
    assert normalize({"caption": before}, name) == {"caption": after}
    assert normalize({"words": [before]}, name) == {"words": [after]}
    turns = {"turns": [{"speaker": "A", "text": before}]}
    assert normalize(turns, name) == {"turns": [{"speaker": "A", "text": after}]}


def test_lists_are_cut_and_points_snap_to_a_grid_with_what_goes_along() -> None:
    looked = {"fixations": [[0.1, 0.26], [0.9, 1.2], [0.5, 0.5]], "durations_ms": [200, 300, 250]}
    assert normalize(looked, "fixations:2", "grid:4") == {
        "fixations": [[0.125, 0.375], [0.875, 0.875]],
        "durations_ms": [200, 300],
    }
    assert normalize(looked, "inside", "decimals:1")["fixations"] == [[0.1, 0.3], [0.9, 1.0], [0.5, 0.5]]
    words = {"words": ["hot dog", "tree", "guard dog"]}
    assert normalize(words, "last-words", "labels:2") == {"words": ["dog", "tree"]}


def test_the_order_of_names_means_nothing() -> None:
    assert read_steps(["grid:8", "lower-case"]) == read_steps(["lower-case", "grid:8"])


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("upper-case", "there are ascii, lower-case, no-signs"),
        ("lower-case:2", "lower-case takes no number"),
        ("grid", "it should be grid:N with a number from 2 to 200"),
        ("labels:4", "it should be labels:N with a number from 1 to 3"),
    ],
)
def test_what_is_no_normalization_is_named_with_what_would_be(name: str, rule: str) -> None:
    with pytest.raises(InvalidPayload, match=rule):
        read_steps([name])


ALL = ("ascii", "lower-case", "no-signs", "no-final-signs", "even-spaces", "last-words", "labels:2", "fixations:5")


@given(st.text(min_size=1, max_size=40), st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=9))
def test_twice_is_as_once_and_no_text_vanishes(text: str, points: list[tuple[float, float]]) -> None:
    payload = {"caption": text, "fixations": [list(point) for point in points]}
    once = normalize(payload, *ALL, "inside", "grid:16")
    assert normalize(once, *ALL, "inside", "grid:16") == once
    assert bool(once["caption"].strip()) == bool(text.strip())


@pytest.mark.parametrize("task", TASKS.slugs)
def test_a_normalized_response_can_be_shown_and_is_evidence(task: str) -> None:
    made = TASKS[task].sample(random.Random(1))
    response = normalize(made.response, *ALL, "inside", "grid:16", "decimals:2")
    assert TASKS[task].show(made.stimulus, response, TASKS[task].views(made.response)[0])
    assert TASKS[task].examples(made.stimulus, response)


def row(origin: str, number: int, **shown: Any) -> ParityRow:
    parts = Parts(**shown)
    return ParityRow(origin, origin, origin, str(number), parts, parts)


def test_a_report_suggests_what_takes_its_cues_away_and_the_preview_says_so() -> None:
    rows = [row("human", n, texts=(f"a dog number {n}",)) for n in range(12)]
    rows += [row("ai", n, texts=(f"A cat — number {n}.",)) for n in range(12)]
    report = measure_parity(rows)
    steps = suggest(report, rows)
    assert [str(step) for step in steps] == ["ascii", "lower-case", "no-final-signs"]
    found = preview(report, rows, steps)
    assert found.changed == 12
    assert not [cue.slug for cue in found.report.telling if cue.slug.startswith(("casing", "ending", "character"))]
    assert len(found.gone) >= 3
    assert (found.examples[0].before, found.examples[0].after) == ("A cat — number 0.", "a cat number 0")


def test_the_coarsest_grid_and_the_fewest_labels_are_suggested() -> None:
    rows = [row("human", n, points=((0.123 + n / 100, 0.4), (0.2, 0.31), (0.7, 0.9))) for n in range(12)]
    rows += [row("ai", n, points=((n / 32, 0.5), (0.25, 0.125), (0.75, 0.9375))) for n in range(12)]
    assert "grid:32" in [str(step) for step in suggest(measure_parity(rows), rows)]
    rows = [row("human", n, labels=("dog", "tree", f"thing{n}")) for n in range(12)]
    rows += [row("ai", n, labels=("animal", f"part{n}")) for n in range(12)]
    assert [str(step) for step in suggest(measure_parity(rows), rows)] == ["labels:2"]


def test_the_documents_list_all_of_them() -> None:
    told = (ROOT / "docs" / "parity.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| `([a-z-]+)(?::N)?` \|", told[told.index("## Normalizations") :], flags=re.MULTILINE)
    assert named == list(NORMALIZATIONS)


def test_rows_of_signs_take_no_time() -> None:
    began = time.process_time()
    text = "." * 9_999 + "x"
    assert normalize({"turns": [{"speaker": "A", "text": text}] * 20}, "no-final-signs")["turns"][0]["text"] == text
    assert time.process_time() - began < 1  # it took 20


def test_one_normalization_with_two_numbers_is_refused() -> None:
    assert [str(step) for step in read_steps(["grid:4", "grid:4"])] == ["grid:4"]
    with pytest.raises(InvalidPayload, match="normalizations is 'grid:8': there is grid:4 too; name one of them"):
        read_steps(["grid:4", "grid:8"])
