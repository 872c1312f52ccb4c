"""`manage.py run_agents`: offline agents over a folder of stimuli, with or without people's answers to learn from."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from PIL import Image

from agents.ai_agents import AI_AGENTS
from agents.tasks import TASKS
from agents.tasks.evidence import Scanpath
from analysis.evaluations.survey_tables import make_table
from analysis.evaluations.surveying import answer_all, find_people, judge_all, list_stimuli

CUES = ("sea", "bread", "run", "cold", "night", "tree", "house", "money", "music", "quiet", "green", "fast")


def run(folder: Path, *tasks: str, **options: object) -> tuple[str, str]:
    told, noted = StringIO(), StringIO()
    call_command("run_agents", *tasks, data=folder, stdout=told, stderr=noted, **options)
    return told.getvalue(), noted.getvalue()


def write_words(folder: Path, lines: list[str]) -> None:
    (folder / "association" / "paper").mkdir(parents=True)
    path = folder / "association" / "paper" / "word.csv"
    path.write_text("\n".join(["cue,response,groundtruth,model,human_slot", *lines]) + "\n", encoding="utf-8")


def test_stimuli_alone_are_answered_and_nobody_judges(tmp_path: Path) -> None:
    (tmp_path / "photographs").mkdir()
    Image.new("RGB", (40, 30), (220, 20, 30)).save(tmp_path / "photographs" / "apple.jpg")
    (tmp_path / "photographs" / "broken.jpg").write_bytes((tmp_path / "photographs" / "apple.jpg").read_bytes()[:200])
    told, noted = run(tmp_path, "color", table=tmp_path / "table.md")
    assert "median-cut" in told
    assert "apple.jpg: red" in told
    assert "cannot take the stimulus: 1" in told
    assert "color: no set has people's answers to 10 stimuli, so nothing is judged" in noted
    page = (tmp_path / "table.md").read_text(encoding="utf-8")
    assert "| mean-color | 2 | 1 | cannot take the stimulus: 1 | – | – | apple.jpg: red |" in page


def test_fixations_on_pictures_of_a_folder_are_as_fine_as_the_picture(tmp_path: Path) -> None:
    (tmp_path / "photographs").mkdir()
    Image.radial_gradient("L").resize((200, 100)).convert("RGB").save(tmp_path / "photographs" / "disc.jpg")
    task = TASKS["attention"]
    stimuli = list_stimuli(tmp_path, task, answered=())
    survey = answer_all(AI_AGENTS["center-walk"], task, stimuli, seed=0, turns=2)
    (scanpath,) = [one for one in survey.items[0].evidence if isinstance(one, Scanpath)]
    assert len({x for x, _ in scanpath.points}) > 2  # not the corners alone


def test_a_folder_without_stimuli_and_a_task_that_is_none_are_said(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="has no stimuli"):
        run(tmp_path, "color")
    with pytest.raises(CommandError, match="There is no task 'colour'"):
        run(tmp_path, "colour")
    with pytest.raises(CommandError, match="There is no folder"):
        run(tmp_path / "gone", "color")


def test_answers_are_judged_by_what_people_and_other_systems_said(tmp_path: Path) -> None:
    people = [f"{cue},{word}{number},human,,{number}" for cue in CUES for number, word in enumerate(("blue", "warm"))]
    systems = [f"{cue},{cue}ness,machine,{model},0" for cue in CUES for model in ("gpt2", "word2vec")]
    write_words(tmp_path, [*people, *systems])
    task = TASKS["association"]
    known = find_people(tmp_path, task)
    assert known is not None
    stimuli = list_stimuli(tmp_path, task, answered={item.group for item in known.items})
    assert [stimulus.payload["cue"] for stimulus in stimuli] == sorted(CUES)
    agents = (AI_AGENTS["compound-words"], AI_AGENTS["letter-neighbors"])
    surveys = [answer_all(agent, task, stimuli, seed=0, turns=2) for agent in agents]
    judge_all(surveys, known, cache=tmp_path, embedder=None)
    for survey in surveys:
        assert survey.asked == 12
        assert survey.judged_by == "association/paper"
        assert survey.imitation is not None
        assert survey.interval is not None
        assert 0 <= survey.interval[0] <= survey.imitation <= survey.interval[1] <= 1
    row = make_table("association", surveys).rows[0]
    assert row.values["imitation"] == max(survey.imitation or 0 for survey in surveys)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"limit": 0}, "--limit is 0: it should be at least 1"),
        ({"turns": 1}, "--turns is 1: it should be at least 2 and at most 100"),
        ({"table": Path("nowhere/at/all.md")}, "--table is nowhere/at/all.md: it should be a file in a folder"),
    ],
)
def test_what_would_come_to_nothing_is_said_before_the_work(
    tmp_path: Path, options: dict[str, object], sentence: str
) -> None:
    with pytest.raises(CommandError, match=sentence):
        run(tmp_path, "color", **options)


def test_what_is_passed_over_or_not_taken_is_listed(tmp_path: Path) -> None:
    (tmp_path / "photographs").mkdir()
    apple = Image.new("RGB", (40, 30), (220, 20, 30))
    for name in ("apple.jpg", "pear.png"):
        apple.save(tmp_path / "photographs" / name)
    (tmp_path / "photographs" / "broken.jpg").write_bytes(b"\xff\xd8\xff")
    (tmp_path / "photographs" / "folder.jpg").mkdir()
    told, noted = run(tmp_path, "color")
    assert "apple.jpg: red" in told
    assert "passed over: pear.png." in noted
    assert "color: mean-color, median-cut cannot take broken.jpg, folder.jpg." in noted


def test_a_file_that_holds_no_model_leaves_out_one_agent_alone(tmp_path: Path, settings: Any) -> None:
    pytest.importorskip("torch")
    settings.VAR_DIR = tmp_path / "var"
    (tmp_path / "var" / "models").mkdir(parents=True)
    (tmp_path / "var" / "models" / "vgg16.pth").write_bytes(b"no model")
    (tmp_path / "photographs").mkdir()
    Image.radial_gradient("L").resize((80, 60)).convert("RGB").save(tmp_path / "photographs" / "disc.jpg")
    told, noted = run(tmp_path, "attention")
    assert "center-walk" in told
    assert "attention: ivsn was left out: " in noted
    assert "vgg16.pth holds no weights" in noted
