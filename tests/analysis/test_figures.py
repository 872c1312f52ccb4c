"""Figures: drawn from the rows of their tables, in any theme, and grey with a reason where there is nothing to draw."""

import json
from io import StringIO
from pathlib import Path

import altair as alt
import pytest
from django.core.management import CommandError, call_command

from agents.models import Origin
from analysis.figures import FIGURES, make_drawings
from analysis.figures.base import Drawing
from analysis.figures.rendering import render_svg, write_csv
from analysis.figures.themes import DARK, LIGHT
from analysis.observations import read_observations
from judging.models import Study
from tests.builders import make_agent, make_judgement, make_response, make_stimulus, make_study, make_visit

pytestmark = pytest.mark.django_db
TOLD = {"gender": "female", "birth_year": "1980"}


def judge_colors(study: Study, *, judges: int = 6, right: bool = True) -> None:
    """Each judge sees two humans' and two machines' colors, and is always right or always says human."""
    human, machine = make_agent("human"), make_agent("median-cut", origin=Origin.AI, title="Median cut")
    stimuli = [make_stimulus(facets={"kind": kind}) for kind in ("sky", "sea", "sky", "sea")]
    responses = [make_response(agent, stimulus=one) for agent, one in zip([human, machine] * 2, stimuli, strict=True)]
    for _ in range(judges):
        visit = make_visit(study, demographics=TOLD)
        for response in responses:
            make_judgement(visit, response, "ai" if right and response.pairing == "A" else "human")


def draw(study: Study) -> dict[str, Drawing]:
    """The figures of a study by name."""
    return {drawing.slug: drawing for drawing in make_drawings(read_observations(study))}


@pytest.mark.long
def test_every_figure_is_a_valid_specification_and_a_picture_in_both_themes() -> None:
    study = make_study()
    judge_colors(study)
    drawings = draw(study)
    assert set(drawings) == {"matrices", "agents", "facets", "judges", "learning", "reaction-times"}
    for drawing in drawings.values():
        assert not drawing.missing
        for theme in (LIGHT, DARK):
            spec = drawing.make_spec(theme)
            json.dumps(spec, allow_nan=False)
            alt.Chart.from_dict(spec)  # checks it against the schema of Vega-Lite
            assert theme.paper in render_svg(drawing, theme)


def test_the_agents_stand_beside_the_human_ceiling() -> None:
    study = make_study()
    judge_colors(study)
    drawing = draw(study)["agents"]
    values = drawing.make_spec(LIGHT)["data"]["values"]
    points = {point["label"]: (point["value"], point["origin"]) for point in values}
    assert points == {"Humans": (1.0, "human"), "Median cut": (0.0, "ai")}
    assert "Median cut: Judgements 12, Judged human 0, Share judged human 0.0%" in drawing.alt
    assert "Median cut" in render_svg(drawing, LIGHT)


def test_the_matrix_holds_both_rows_of_shares() -> None:
    study = make_study()
    judge_colors(study, right=False)
    cells = draw(study)["matrices"].make_spec(LIGHT)["data"]["values"]
    shares = {(cell["origin"], cell["verdict"]): cell["share"] for cell in cells}
    assert shares == {
        ("Human", "Human"): 1.0,
        ("Human", "Machine"): 0.0,
        ("Machine", "Human"): 1.0,
        ("Machine", "Machine"): 0.0,
    }


def test_a_study_without_judgements_has_figures_that_say_so() -> None:
    drawings = draw(make_study())
    assert {drawing.missing for drawing in drawings.values()} == {
        "No judgement counts yet.",
        "No group of at least 5 judges has told enough about itself.",
        "No visit has 4 judged trials yet.",
        "No reaction time was measured yet.",
    }


def test_one_judge_of_one_stimulus_is_drawn_without_an_interval() -> None:
    study = make_study()
    make_judgement(make_visit(study), make_response(make_agent()), "human")
    drawing = draw(study)["agents"]
    (point,) = drawing.make_spec(LIGHT)["data"]["values"]
    assert (point["value"], point["low"], point["high"], point["is_small"]) == (1.0, 1.0, 1.0, True)
    assert drawing.table.rows[0].values["low"] is None
    assert render_svg(drawing, LIGHT).startswith("<svg")


def test_groups_of_few_judges_are_not_shown() -> None:
    study = make_study()
    judge_colors(study, judges=5)
    visit = make_visit(study, demographics={"gender": "male"})
    make_judgement(visit, make_response(make_agent()), "human")
    drawing = draw(study)["judges"]
    assert [row.values["group"] for row in drawing.table.rows] == ["Age: 35 to 45", "Gender: Female"]
    assert drawing.table.note == (
        "No comparison was declared before the data: all are exploratory. "
        "Left out: groups with fewer than 5 judges (1)."
    )


def test_conversations_are_drawn_over_their_lengths() -> None:
    study = make_study(task="conversation")
    human, machine = make_agent("human"), make_agent("eliza", origin=Origin.AI, title="Eliza")
    for view in (3, 6):
        visit = make_visit(study)
        make_judgement(visit, make_response(human, machine, task="conversation"), "human", "ai", view=view)
    drawings = draw(study)
    rows = [(row.values["series"], row.values["view"], row.values["rate"]) for row in drawings["lengths"].table.rows]
    assert rows == [("Eliza", 3, 0.0), ("Eliza", 6, 0.0), ("Humans", 3, 1.0), ("Humans", 6, 1.0)]
    assert {row.values["series"] for row in drawings["pairings"].table.rows} == {"HA, speaker A", "HA, speaker B"}
    for slug in ("lengths", "pairings"):
        assert render_svg(drawings[slug], DARK).startswith("<svg")


def test_a_table_as_csv_is_safe_in_spreadsheets() -> None:
    study = make_study()
    make_judgement(make_visit(study), make_response(make_agent("odd", origin=Origin.AI, title="=1+1")), "human")
    lines = write_csv(draw(study)["agents"].table).splitlines()
    assert lines[0].startswith("agent,agent_title,origin,judged_human")
    assert lines[1].startswith("odd,'=1+1,ai,1,0,1.0,")


def test_figures_have_names_of_their_own() -> None:
    assert len({figure.title for figure in FIGURES}) == len(list(FIGURES))


def test_the_command_writes_the_table_of_a_figure_as_its_page_does(tmp_path: Path) -> None:
    study = make_study()
    judge_colors(study)
    call_command("draw_figure", study.slug, "agents", tmp_path / "agents.csv", stderr=StringIO())
    assert (tmp_path / "agents.csv").read_bytes().decode() == write_csv(draw(study)["agents"].table)
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    ("figure", "file", "told"),
    [
        ("agents", "agents.gif", "should end in .svg, .png, .csv, .json"),
        ("agent", "agent.svg", "has no figure 'agent'; there are matrices, agents,"),
        ("agents", "agents.svg", "Agents beside the human ceiling cannot be drawn for .*: No judgement counts yet."),
        ("agents", "nowhere/agents.csv", "cannot be written: No such file or directory."),
    ],
)
def test_what_cannot_be_drawn_is_told_in_a_sentence_and_nothing_is_written(
    tmp_path: Path, figure: str, file: str, told: str
) -> None:
    with pytest.raises(CommandError, match=told):
        call_command("draw_figure", make_study().slug, figure, tmp_path / file)
    assert list(tmp_path.iterdir()) == []
