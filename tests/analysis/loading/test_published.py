"""Published figures beside those that come out of judgements here."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from agents.tasks import TASKS
from analysis.published.original import ORIGINAL
from tests.analysis.loading.files import make_matrix, make_trial, write_compiled

Load = Callable[..., str]


def compare(beside: str | Path, *, study: str = "original") -> dict[str, Any]:
    """The comparison as JSON."""
    said = StringIO()
    call_command("report", study, beside=str(beside), json=True, stdout=said)
    found: dict[str, Any] = json.loads(said.getvalue())
    return found


def write_figures(path: Path, *figures: dict[str, Any], **more: Any) -> Path:
    """A file of published figures."""
    path.write_text(json.dumps({"source": "A paper, table 1", "figures": figures} | more), encoding="utf-8")
    return path


def test_the_original_headline_comes_out_of_a_file_that_has_it(load: Load, tmp_path: Path) -> None:
    """Color: 55% and 58% (arXiv 2211.13087), from 100 judgements on humans and 100 on one agent."""
    load(write_compiled(tmp_path / "compiled.json", *make_matrix((55, 45), (42, 58))))
    table = compare("original")
    found = {row["title"]: (row["here"], row["agreement"], row["n"]) for row in table["rows"]}
    assert found["Humans judged human"] == (0.55, "the same, as rounded", 100)
    assert found["Machines judged machines"] == (0.58, "the same, as rounded", 100)
    assert found["Machines judged machines, google"] == (0.58, "differs", 100)
    assert found["Machines judged machines, azure"] == (None, "no such judgement here", 0)
    assert "average 61%, above the 58% stated for all" in table["note"]


def test_differences_have_their_counts_and_know_how_the_figure_was_rounded(load: Load, tmp_path: Path) -> None:
    load(write_compiled(tmp_path / "compiled.json", *make_matrix((1, 2), (1, 1))))
    figures = [
        {"measure": "HH", "percent": 33, "judgements": 30},
        {"measure": "HH", "percent": 33.3},
        {"measure": "HH", "percent": 33.9},
        {"measure": "accuracy", "percent": 40},
        {"measure": "balanced", "percent": 41.7},
    ]
    rows = compare(write_figures(tmp_path / "figures.json", *figures))["rows"]
    assert [row["agreement"] == "differs" for row in rows] == [False, False, True, False, False]
    assert (rows[0]["n"], rows[0]["published_n"]) == (3, 30)
    assert rows[2]["difference"] == pytest.approx(1 / 3 - 0.339)


def test_a_group_of_judges_has_its_figure(load: Load, tmp_path: Path) -> None:
    trials = [make_trial(1, judge="A", told={"gender": "female"}), make_trial(2, judge="B", told={"gender": "male"})]
    load(write_compiled(tmp_path / "compiled.json", *trials, make_trial(3, judge="C", told={})))
    figure = {"measure": "accuracy", "percent": 100, "grouping": "gender", "group": "Female"}
    row = compare(write_figures(tmp_path / "figures.json", figure))["rows"][0]
    assert (row["here"], row["n"]) == (1.0, 1)


@pytest.mark.parametrize(
    ("figure", "sentence"),
    [
        ({"measure": "HH", "percent": 155}, "figures.json: figures.0.percent is 155: input should be less than"),
        ({"measure": "XX", "percent": 5}, "figures.json: figures.0.measure is 'XX'"),
        (
            {"measure": "HH", "percent": 5, "grouping": "gender", "group": "women"},
            "there is no group 'women' by 'gender'",
        ),
    ],
)
def test_a_file_that_cannot_be_is_told_in_a_line(
    load: Load, tmp_path: Path, figure: dict[str, Any], sentence: str
) -> None:
    load(write_compiled(tmp_path / "compiled.json", make_trial()))
    with pytest.raises(CommandError, match=sentence):
        compare(write_figures(tmp_path / "figures.json", figure))


def test_the_table_is_for_people_too(load: Load, tmp_path: Path) -> None:
    load(write_compiled(tmp_path / "compiled.json", *make_matrix((3, 2), (1, 4))))
    said = StringIO()
    call_command("report", "original", beside="original", stdout=said)
    assert "Beside the published figures" in said.getvalue()
    assert "4 of 4 figures differ by more than their rounding" in said.getvalue().replace("\n", " ")


@pytest.mark.parametrize("task", TASKS.slugs)
def test_every_task_has_the_original_headline(task: str) -> None:
    assert {"HH", "AA"} <= {figure.measure for figure in ORIGINAL[task].figures}
