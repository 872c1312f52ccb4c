"""Judges of the original study, put back into the shape of its files; skipped where their transcriptions are not."""

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from agents.models import Origin
from analysis.observations import read_observations
from judging.models import Judgement, Study, Trial, TrialKind
from tests.analysis.loading.files import (
    DUMMY,
    make_dialogue,
    make_trial,
    write_compiled,
    write_dialogues,
    write_psiturk,
)

Load = Callable[..., str]


def read(shared_data: Path, name: str) -> list[dict[str, str]]:
    """The rows of a transcription."""
    path = shared_data / "data/judges/paper" / name
    if not path.is_file():
        pytest.skip(f"{name} is not on this machine")
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def restore_dialogue(row: dict[str, str], **more: Any) -> dict[str, Any]:
    """A row as the study's page wrote it."""
    guesses = {"Agender": row["A_gender_guess"], "Bgender": row["B_gender_guess"]}
    facts = {"Aclass": row["verdict_class"], "rt": int(row["rt_ms"]), "topic": row["topic_answer"], **guesses}
    return make_dialogue(int(row["conversation"]), turns=int(row["length"]), **facts, **more)


def test_a_judge_of_words_gives_the_counts_of_the_file(load: Load, shared_data: Path, tmp_path: Path) -> None:
    """29 trials: 9 of 15 humans and 8 of 14 machines judged right, counted in the transcription by hand."""
    trials = []
    for row in read(shared_data, "word_amt_judge.csv"):
        stale = row["model"] or "word2vec"  # as upstream leaves one on human trials
        facts = {"caption": row["cue"], "groundtruth": row["groundtruth"], "machine_groundtruth": f" {stale}"}
        facts |= {"response_speaker": row["verdict"], "guess_gender": row["guess_gender"], "rt": row["rt_ms"]}
        trials.append(make_trial(int(row["trial"]), **facts, real_gender=row["real_gender"], imageID=row["imageID"]))
    load(write_compiled(tmp_path / "words.json", *trials, group=""), task="association")
    rows = read_observations(Study.objects.get()).rows
    by_origin = {str(origin): (int(found["y"].sum()), len(found)) for origin, found in rows.groupby("origin")}
    assert by_origin == {Origin.HUMAN: (9, 15), Origin.AI: (14 - 8, 14)}


def test_a_judge_of_dialogues_gives_the_accuracies_of_the_source(load: Load, shared_data: Path, tmp_path: Path) -> None:
    """Its SOURCE.md: 24.1% of classes and 43.1% of speakers right, and 2 of 3 catch trials."""
    trials = []
    for row in read(shared_data, "conversation_prolific_judge.csv"):
        switches = {"isCatch": row["kind"] == "catch", "hasFeedback": row["feedback_given"] == "1"}
        trials.append(restore_dialogue(row, trial=int(row["trial"]), trueLabel=row["true_class"], **switches))
    load(write_psiturk(tmp_path / "people.csv", ("P1", "live", trials)), form="psiturk", task="conversation")
    wrong = set(Judgement.objects.wrong().values_list("trial", flat=True))
    right = Trial.objects.exclude(pk__in=wrong)
    assert right.count() / Trial.objects.count() == pytest.approx(0.241, abs=0.0005)
    share = 1 - Judgement.objects.wrong().count() / Judgement.objects.count()
    assert share == pytest.approx(0.431, abs=0.0005)
    assert (right.filter(kind=TrialKind.CATCH).count(), Trial.objects.filter(kind=TrialKind.CATCH).count()) == (2, 3)


def test_judges_of_the_laboratory_are_refused_without_the_truth(load: Load, shared_data: Path, tmp_path: Path) -> None:
    judges: dict[str, list[dict[str, Any]]] = {}
    for row in read(shared_data, "conversation_inlab_judges.csv"):
        judges.setdefault(row["judge"], [DUMMY] if row["judge"] == "J1" else []).append(restore_dialogue(row))
    file = write_dialogues(tmp_path / "compiled.json", *judges.values())
    with pytest.raises(CommandError, match="refused: 80"):
        load(file, task="conversation")
    numbers = {trial["hit"] for trials in judges.values() for trial in trials if trial["hit"]}
    labels = tmp_path / "labels.txt"
    labels.write_text("\n".join(f"{number} HAI" for number in numbers))
    assert "80 judged trials loaded" in load(file, task="conversation", labels=labels)
