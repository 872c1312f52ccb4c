"""Published formats on the real files, with the counts that their sources state; skipped where the files are not."""

from pathlib import Path

import pytest

from agents.models import Agent, Response, Stimulus
from tests.agents.files import bring_responses

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("task", "file", "stimuli", "human", "ai", "left_out"),
    [
        ("association", "association/paper/word.csv", 100, 500, 500, 0),
        ("objects", "objects/paper/object.csv", 70, 70, 280, 0),
        ("color", "color/paper/color.csv", 60, 60, 178, 2),
        ("captioning", "captioning/paper/caption.csv", 39, 78, 195, 0),
        ("attention", "attention/paper/scanpaths.csv", 4, 40, 12, 0),
    ],
)
def test_the_answers_of_the_original_study_load_in_full(
    shared_data: Path, task: str, file: str, stimuli: int, human: int, ai: int, left_out: int
) -> None:
    result = bring_responses(shared_data / "data" / file, task, "paper-csv")
    assert (result.refused, sum(result.left_out.values())) == ([], left_out)
    found = Stimulus.objects.count(), Response.objects.filter(pairing="H").count(), Response.objects.filter(pairing="A")
    assert (found[0], found[1], found[2].count()) == (stimuli, human, ai)


def test_the_two_forms_of_the_original_eye_movements_agree(shared_data: Path) -> None:
    folder = shared_data / "data/attention/paper"
    bring_responses(folder / "scanpaths.csv", "attention", "paper-csv")
    result = bring_responses(folder / "fv_first4.json", "attention", "paper-json")
    assert (result.loaded, result.unchanged, result.refused) == (0, 52, [])


def test_convai_2017_loads_all_but_its_thirty_empty_dialogues(shared_data: Path) -> None:
    path = shared_data / "data/conversation/convai2017/train_final.json"
    result = bring_responses(path, "conversation", "convai2017")
    assert (result.loaded, len(result.refused)) == (719, 30)
    assert {problem.field for problem in result.refused} == {"thread"}
    # 8,676 turns in the source, of which 89 hold nothing but blanks.
    assert sum(len(payload["turns"]) for payload in Response.objects.values_list("payload", flat=True)) == 8676 - 89
    assert sum(len(raw["turns"]) for raw in Response.objects.values_list("raw", flat=True)) == 8676


def test_topical_chat_loads_in_full(shared_data: Path) -> None:
    path = shared_data / "data/conversation/topical_chat/topical_chat_ge24.json"
    result = bring_responses(path, "conversation", "topical-chat")
    assert (result.loaded, result.refused, result.pending) == (152, [], 152)
    assert sum(len(payload["turns"]) for payload in Response.objects.values_list("payload", flat=True)) == 3940


@pytest.mark.long
def test_osie_loads_in_full_with_the_pictures_that_are_there(shared_data: Path) -> None:
    folder = shared_data / "data/attention/osie"
    result = bring_responses(folder / "scanpaths.csv", "attention", "osie", media=folder / "stimuli")
    assert (result.loaded, result.new_stimuli, result.refused) == (10_500, 700, [])
    assert Stimulus.objects.filter(has_picture=True).count() == 60
    assert Agent.objects.count() == 15
