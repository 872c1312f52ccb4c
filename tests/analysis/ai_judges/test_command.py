"""`manage.py evaluate_judges` on files, on the database and on the published data."""

import csv
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from agents.models import Response
from agents.tasks import TASKS
from analysis.evaluations.items import Unit, drop_repeated_agents, read_file, read_folder
from tests.analysis.ai_judges.making import make_paired_items

pytestmark = pytest.mark.django_db


def write_set(folder: Path, *, stimuli: int = 20, place: str = "objects/made", seed: int = 0) -> None:
    """A folder of one set of objects in the original study's form, and a set with one origin only."""
    (folder / place).mkdir(parents=True)
    rows = [
        [item.group, ", ".join(dict.fromkeys(text.split())), "human" if item.is_human else "machine", item.agent]
        for item in make_paired_items(stimuli=stimuli, seed=seed)
        for text in [item.evidence[0].text]  # type: ignore[union-attr]  # they are all texts
    ]
    with (folder / place / "answers.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["imageID", "response", "groundtruth", "machine_groundtruth"])
        writer.writerows(
            [group, words, origin, "" if origin == "human" else agent] for group, words, origin, agent in rows
        )


def run(*options: Any) -> tuple[str, str]:
    told, wrong = StringIO(), StringIO()
    call_command("evaluate_judges", *map(str, options), stdout=told, stderr=wrong)
    return told.getvalue(), wrong.getvalue()


@pytest.mark.long
def test_files_are_evaluated_without_the_database(tmp_path: Path) -> None:
    write_set(tmp_path)
    predictions = tmp_path / "predictions.csv"
    told, _ = run("--data", tmp_path, "--judge", "linear", "--json", "--predictions", predictions)
    (found,) = json.loads(told)
    assert (found["set"], found["stimuli"], len(found["agents"])) == ("objects/made", 20, 2)
    settings = {judge["judge"]: judge["settings"] for judge in found["judges"]}
    assert set(settings) >= {"linear", "tfidf-svm", "majority", "length", "character-ngrams", "closed-vocabulary"}
    assert set(settings["linear"]) == {"ordinary", "held-out", "unseen", "normalized"}
    assert settings["tfidf-svm"]["ordinary"]["balanced_accuracy"] > 0.7
    assert settings["character-ngrams"]["ordinary"]["differences"]["tfidf-svm"]["verdict"]
    assert not Response.objects.exists()
    with predictions.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert sum(row["judge"] == "linear" and row["setting"] == "ordinary" for row in rows) == 3 * found["items"]
    assert {row["fold"] for row in rows} == {str(number) for number in range(10)}


def test_tables_say_what_cannot_be_claimed(tmp_path: Path) -> None:
    write_set(tmp_path)
    told, _ = run("objects", "--data", tmp_path, "--judge", "majority", "--setting", "ordinary")
    assert "Threshold: balanced accuracy" in told
    assert "not a mark that every machine bears" in told
    assert "not resolved at this n" in told


@pytest.mark.long
def test_results_of_all_sets_are_written_as_a_page_with_thresholds_set_anew_and_across(tmp_path: Path) -> None:
    for place, seed in (("objects/made", 0), ("objects/other", 1)):
        write_set(tmp_path, place=place, seed=seed)
    stimuli, page = tmp_path / "stimuli.txt", tmp_path / "page.md"
    stimuli.write_text("\n".join(f"image-{number}" for number in range(6)), encoding="utf-8")
    options = ("--data", tmp_path, "--judge", "combined", "--setting", "ordinary", "--across")
    told, _ = run(*options, "--threshold-on", stimuli, "--table", page)
    assert "Threshold set on the human answers to 6 stimuli" in told
    text = page.read_text(encoding="utf-8")
    assert "| objects/made (60) | TF-IDF and a linear SVM |" in text
    assert "| objects/made | objects/other |" in text
    assert "| objects/other | objects/made |" in text
    assert "scikit-learn" in text
    found = json.loads(run(*options, "--json")[0])
    assert all(pair["balanced_accuracy"] > 0.7 for pair in found["across"])
    stimuli.write_text("elsewhere", encoding="utf-8")
    with pytest.raises(CommandError, match="Nothing judged has human answers to the stimuli of"):
        run(*options, "--threshold-on", stimuli)


def test_a_set_that_is_too_small_is_passed_over_with_a_sentence(tmp_path: Path) -> None:
    write_set(tmp_path, stimuli=5)
    with pytest.raises(CommandError, match="Nothing could be evaluated"):
        run("--data", tmp_path)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ((), "Name a study or a task"),
        (("nothing",), "Neither a study nor a task is called 'nothing'"),
        (("--data", "nowhere"), "There is no folder nowhere"),
        (("objects", "--across"), "give their folder with --data"),
        (("objects", "--threshold-on", "nowhere.txt"), "nowhere.txt cannot be read as text"),
        (("objects", "--judge", "nobody"), "No AI judge is called 'nobody'"),
    ],
)
def test_what_cannot_be_done_is_said(options: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        run(*options)


@pytest.mark.long
def test_the_published_sets_are_read_with_their_faults_noticed(shared_data: Path) -> None:
    """Counts as the sources state them; one agent of the associations repeats another."""
    (association,) = [
        found for found in read_folder(shared_data / "data", tasks=["association"]) if found.name == "association/paper"
    ]
    assert len(association.items) == 1000
    assert len(association.agents) == 5
    assert len(drop_repeated_agents(association).agents) == 4


def test_turns_and_sides_of_dialogues_are_items(shared_data: Path) -> None:
    path = shared_data / "data/conversation/convai2017/train_final.json"
    turns, sides = (read_file(path, TASKS["conversation"], unit=unit) for unit in Unit)
    assert turns is not None
    assert sides is not None
    assert len(turns.items) == 8676 - 89  # as the source counts, without those that hold only blanks
    assert len({item.group for item in turns.items}) == len({item.group for item in sides.items}) == 719
    assert len(sides.items) <= 2 * 719
