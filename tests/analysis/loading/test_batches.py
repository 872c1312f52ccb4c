"""Judgements from the batch results of an MTurk requester."""

from collections.abc import Callable
from pathlib import Path

from agents.models import Origin
from judging.models import Judge, Judgement, Trial

Load = Callable[..., str]
HEADER = "AssignmentId,WorkerId,AssignmentStatus,Input.imageID_1,Input.groundtruth_1,Input.machine_groundtruth_1,"
HEADER += "Input.imageID_2,Input.groundtruth_2,Answer.response_speaker_1,Answer.response_speaker_2,Answer.age\n"


def write_batch(path: Path, *rows: str) -> Path:
    """A batch of HITs with two trials each."""
    path.write_text(HEADER + "\n".join(rows), encoding="utf-8")
    return path


def test_each_trial_of_a_batch_is_a_judgement(load: Load, tmp_path: Path) -> None:
    rows = ("A1,W1,Approved,1.jpg,machine,google,2.jpg,human,human,machine,28", "A2,W2,Rejected,1.jpg,human,,,,human,,")
    said = load(write_batch(tmp_path / "batch.csv", *rows), form="mturk-batch")
    verdicts = Judgement.objects.order_by("trial__position").values_list("verdict", flat=True)
    assert [*verdicts] == [Origin.HUMAN, Origin.AI]
    assert [*Trial.objects.order_by("position").values_list("place__response__pairing", flat=True)] == ["A", "H"]
    assert Trial.objects.first().assignment.demographics["groups"] == {"age": "Under 35"}  # type: ignore[union-attr]
    assert "Left out: 1 x an assignment that was rejected." in said


def test_loading_a_batch_twice_adds_nothing(load: Load, tmp_path: Path) -> None:
    file = write_batch(tmp_path / "batch.csv", "A1,W1,Approved,1.jpg,machine,google,2.jpg,human,human,machine,28")
    load(file, form="mturk-batch")
    load(file, form="mturk-batch")
    assert (Judge.objects.count(), Trial.objects.count()) == (1, 2)


def test_a_verdict_that_is_none_is_refused_with_its_place(load: Load, tmp_path: Path) -> None:
    file = write_batch(tmp_path / "batch.csv", "A1,W1,Approved,1.jpg,machine,google,2.jpg,human,human,perhaps,28")
    said = load(file, form="mturk-batch")
    assert "batch.csv, line 2, trial 2: response_speaker is 'perhaps': it should be human or machine" in said
    assert Trial.objects.count() == 1
