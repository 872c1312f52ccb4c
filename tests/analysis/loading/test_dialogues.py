"""Judged dialogues of the original study: both speakers, their lengths, and a truth that may stand elsewhere."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError

from agents.models import Authorship, Origin
from agents.people import make_person_key
from judging.models import Assignment, Judge, Judgement, Place, Trial, TrialKind
from tests.analysis.loading.files import make_dialogue, write_dialogues, write_psiturk

Load = Callable[..., str]
TASK = "conversation"


def write_labels(path: Path, *lines: str) -> Path:
    """A file of conversations and classes."""
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_a_dialogue_is_two_judgements_at_its_length(load: Load, tmp_path: Path) -> None:
    labels = write_labels(tmp_path / "labels.txt", "22 AIH")
    said = load(write_dialogues(tmp_path / "compiled.json", [make_dialogue()]), task=TASK, labels=labels)
    assert [*Judgement.objects.order_by("role").values_list("role", "verdict", "gender_guess")] == [
        ("A", Origin.HUMAN, "male"),
        ("B", Origin.AI, "female"),
    ]
    assert [*Authorship.objects.order_by("role").values_list("agent__origin", flat=True)] == [Origin.AI, Origin.HUMAN]
    assert (Place.objects.get().view, Place.objects.get().response.pairing) == (6, "AH")
    assert "Left out: 1 x a first trial without a dialogue." in said


def test_judges_without_ids_are_told_apart_by_what_they_did(load: Load, tmp_path: Path) -> None:
    labels = write_labels(tmp_path / "labels.txt", "22 HH", "conv23 AIAI blenderbot")
    file = write_dialogues(tmp_path / "compiled.json", [make_dialogue()], [make_dialogue(23)])
    load(file, task=TASK, labels=labels)
    said = load(file, task=TASK, labels=labels)
    assert (Judge.objects.count(), Assignment.objects.count(), Trial.objects.count()) == (2, 2, 2)
    assert "0 judged trials loaded into the study original; 2 known" in said
    assert Authorship.objects.filter(agent__slug="paper-conversation-blenderbot").count() == 2


def test_without_its_truth_a_dialogue_is_refused_with_that_reason(load: Load, tmp_path: Path) -> None:
    file = write_dialogues(tmp_path / "compiled.json", [make_dialogue()])
    with pytest.raises(CommandError, match="Nothing was loaded: no row could be used; refused: 1"):
        load(file, task=TASK, refused=tmp_path / "refused.csv")
    told = (tmp_path / "refused.csv").read_text()
    assert '"compiled.json, datastring, judge 1, trial 2",the truth,missing,the file does not tell who' in told


@pytest.mark.parametrize(
    ("folder", "pairing"),
    [("conversations_24long_human_human_formatted", "HH"), ("conversation_24long_AIAI_formatted", "AA")],
)
def test_the_folder_of_a_page_tells_who_spoke(load: Load, tmp_path: Path, folder: str, pairing: str) -> None:
    trial = make_dialogue(conversationID=f"static/{folder}/conv22.html")
    load(write_dialogues(tmp_path / "compiled.json", [trial]), task=TASK)
    assert Place.objects.get().response.pairing == pairing


def test_a_folder_of_humans_with_machines_does_not_tell_which_is_which(load: Load, tmp_path: Path) -> None:
    trial = make_dialogue(conversationID="static/conversations_24long_human_AI_formatted/conv22.html")
    with pytest.raises(CommandError, match="no row could be used"):
        load(write_dialogues(tmp_path / "compiled.json", [trial]), task=TASK)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (("22 HAI", "22 HH"), "labels.txt, line 2: the line is '22 HH': a line before says otherwise"),
        (("22",), "labels.txt, line 1: the line is '22': it should be the number of a conversation and its class"),
        (("22 HX",), "labels.txt, line 1: class is 'HX': it should be HH, HAI, AIH or AIAI"),
    ],
)
def test_labels_that_cannot_be_are_told_by_their_line(
    load: Load, tmp_path: Path, lines: tuple[str, ...], sentence: str
) -> None:
    file = write_dialogues(tmp_path / "compiled.json", [make_dialogue()])
    with pytest.raises(CommandError, match=sentence):
        load(file, task=TASK, labels=write_labels(tmp_path / "labels.txt", *lines))


def test_psiturk_tells_the_truth_and_which_trials_were_for_practice_or_attention(load: Load, tmp_path: Path) -> None:
    trials = [
        make_dialogue(1, trial=1, trueLabel="HH", isCatch=False, hasFeedback=True),
        make_dialogue(2, trial=2, trueLabel="HAI", isCatch=True, hasFeedback=True),
        make_dialogue(3, trial=3, trueLabel="AIAI", isCatch=False, hasFeedback=False),
    ]
    worker = "0123456789abcdef01234567"
    said = load(write_psiturk(tmp_path / "people.csv", (worker, "live", trials)), form="psiturk", task=TASK)
    kinds = [*Trial.objects.order_by("position").values_list("kind", flat=True)]
    assert kinds == [TrialKind.FEEDBACK, TrialKind.CATCH, TrialKind.MAIN]
    assert Judge.objects.get().person_key == make_person_key("prolific", worker)
    assert "Left out: 1 x a step of phase 'INSTRUCTIONS'." in said


def test_debugging_is_left_out_of_psiturk_unless_it_is_asked_for(load: Load, tmp_path: Path) -> None:
    trials = [make_dialogue(1, trial=1, trueLabel="HH")]
    file = write_psiturk(tmp_path / "people.csv", ("debugA", "debug", trials))
    assert "Left out: 1 x a visit in debug mode." in load(file, form="psiturk", task=TASK)
    load(file, form="psiturk", task=TASK, with_debug=True)
    assert Trial.objects.count() == 1


def test_choices_between_two_witnesses_are_no_judgements(load: Load, tmp_path: Path) -> None:
    file = tmp_path / "trials_all.json"
    file.write_text('{"51.txt": [{"groundtruth": "machine", "response": "human", "reason": "a guess"}]}')
    said = load(file, task=TASK)
    assert "Left out: 1 x a choice between two witnesses, which is no judgement." in said
    assert not Trial.objects.exists()
