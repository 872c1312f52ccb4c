"""Published formats, each on a small file of its own shape."""

from pathlib import Path
from typing import Any

import pytest

from agents.formats import FORMATS
from agents.models import Agent, Response, Stimulus
from tests.agents.files import bring_responses, bring_stimuli, write, write_json

pytestmark = pytest.mark.django_db

HEAD = "imageID,response,groundtruth,human_groundtruth,machine_groundtruth\n"


def answer(response: Any, *, person: str = "", system: str = "", **more: Any) -> dict[str, Any]:
    """An answer as the original study's JSON has it."""
    groundtruth = "machine" if system else "human"
    names = {"human_groundtruth": person, "machine_groundtruth": system}
    return {"response": response, "groundtruth": groundtruth, **names, **more}


def test_missing_colors_of_the_original_study_are_left_out_with_a_count(tmp_path: Path) -> None:
    rows = HEAD + "1.jpg,red,human,,\n1.jpg,none,machine,,google\n1.jpg,gray,machine,,azure\n"
    result = bring_responses(write(tmp_path, "color.csv", rows), "color", "paper-csv")
    assert (result.loaded, result.refused) == (2, [])
    assert result.left_out == {"'none' names no color: a missing answer": 1}
    assert set(Agent.objects.values_list("slug", "origin")) == {
        ("paper-color-human-1", "human"),
        ("paper-color-azure", "ai"),
    }
    assert Stimulus.objects.get().lacks == ("its picture", "its control's truth")


def test_the_two_paper_formats_of_the_same_answers_give_the_same_responses(tmp_path: Path) -> None:
    rows = "cue,response,groundtruth,model,human_slot\nsea,ship,human,,1\nsea,ship,human,,2\nsea,ocean,machine,gpt2,\n"
    csv = write(tmp_path, "word.csv", rows)
    by_cue = {"sea": [answer("ship"), answer("ocean", system="gpt2"), answer("ship")]}
    assert bring_responses(csv, "association", "paper-csv").loaded == 3
    second = bring_responses(write_json(tmp_path, "word.json", by_cue), "association", "paper-json")
    assert (second.loaded, second.unchanged) == (0, 3)


def test_participants_of_the_captions_are_persons(tmp_path: Path) -> None:
    rows = HEAD + "1.jpg,a cat on a mat,human,Participant_7,\n2.jpg,a dog in the tall grass,human,Participant_7,\n"
    bring_responses(write(tmp_path, "caption.csv", rows), "captioning", "paper-csv")
    agent = Agent.objects.get()
    assert agent.slug == "paper-captioning-person-7"
    assert len(agent.person_key) == 64
    assert agent.authorships.count() == 2


def test_fixations_are_fractions_of_the_screen_and_points_off_it_are_kept(tmp_path: Path) -> None:
    points = [[640, 512], [-128, 1024], *[[1280, 0]] * 15]
    by_image = {"img1.jpg": [answer(points, person="05", imageID="1"), answer([[1, 1]], system="gbvs", imageID="1")]}
    bring_responses(write_json(tmp_path, "fv.json", by_image), "attention", "paper-json")
    fixations = Response.objects.get(pairing="H").payload["fixations"]
    assert fixations[:3] == [[0.5, 0.5], [-0.1, 1.0], [1.0, 0.0]]
    assert len(fixations) == 17


def test_the_short_form_of_the_fixations_is_read_alike(tmp_path: Path) -> None:
    long = write_json(tmp_path, "a.json", {"i.jpg": [answer([[64, 64]], person="05")]})
    bring_responses(long, "attention", "paper-json")
    short = write_json(tmp_path, "b.json", {"i.jpg": [["05", [[64, 64]]], ["ivsn", [[64, 64]]]]})
    result = bring_responses(short, "attention", "paper-json")
    assert (result.loaded, result.unchanged) == (1, 1)


def test_what_is_wrong_with_an_answer_of_the_paper_is_said_with_its_place(tmp_path: Path) -> None:
    by_image = {"i.jpg": [answer("left", person="05"), {"response": [[1, 1]]}, answer([[9000, 1]], system="gbvs"), 3]}
    result = bring_responses(write_json(tmp_path, "fv.json", by_image), "attention", "paper-json")
    assert [(problem.where, problem.field) for problem in sorted(result.refused, key=lambda found: found.where)] == [
        ("fv.json, i.jpg, answer 1", "response"),
        ("fv.json, i.jpg, answer 2", "groundtruth"),
        ("fv.json, i.jpg, answer 3", "fixations.0.0"),
        ("fv.json, i.jpg, answer 4", "the answer"),
    ]


def test_all_that_is_wrong_with_one_answer_of_the_paper_is_said(tmp_path: Path) -> None:
    by_image = {"": [{"response": [[1]], "groundtruth": "cat"}, {"response": [[1]], "groundtruth": "machine"}]}
    [*problems] = FORMATS["paper-json"].read_responses(write_json(tmp_path, "fv.json", by_image), "attention")
    assert [getattr(problem, "field", "") for problem in problems] == [
        "groundtruth",
        "stimulus",
        "response",
        "stimulus",
        "machine_groundtruth",
        "response",
    ]


def dialogue(number: int, *turns: tuple[str, str], bot: str = "Bob") -> dict[str, Any]:
    """A dialogue as ConvAI 2017 has it."""
    users = [{"id": user, "userType": "Bot" if user == bot else "Human"} for user in ("Alice", "Bob")]
    thread = [{"userId": user, "text": text} for user, text in turns]
    return {"dialogId": number, "context": "A paragraph.", "users": users, "thread": thread, "evaluation": []}


def test_convai_speakers_are_named_by_their_first_turn(tmp_path: Path) -> None:
    dialogues = [
        dialogue(-1, ("Bob", "hi \ud83d"), ("Alice", "hello")),
        dialogue(2),
        dialogue(3, ("Alice", "anyone?")),
        dialogue(4, ("Alice", "a"), ("Bob", "b"), bot=""),
    ]
    result = bring_responses(write_json(tmp_path, "t.json", dialogues), "conversation", "convai2017")
    assert result.loaded == 3
    assert [str(problem) for problem in result.refused] == [
        "t.json, dialogue 2 (dialogId 2): thread is []: a dialogue should have at least one turn"
    ]
    first = Response.objects.get(stimulus__key="-1")
    assert (first.pairing, first.stimulus.payload) == ("AH", {"topic": None, "context": "A paragraph."})
    assert first.payload["turns"][0] == {"speaker": "A", "text": "hi \N{REPLACEMENT CHARACTER}"}
    silent = Response.objects.get(stimulus__key="3")
    assert (silent.pairing, silent.remarks) == ("HA", ["a speaker without a turn"])
    assert Response.objects.get(stimulus__key="4").pairing == "HH"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"dialogId": None}, "dialogId"),
        ({"users": []}, "users"),
        ({"users": [{"id": "Alice", "userType": "Cat"}]}, "userType"),
        ({"thread": [{"userId": "Eve", "text": "hi"}]}, "userId"),
        ({"thread": [{"userId": "Alice", "text": None}]}, "text"),
        ({"thread": "hi"}, "thread"),
    ],
)
def test_a_convai_dialogue_of_another_shape_is_refused(tmp_path: Path, change: dict[str, Any], field: str) -> None:
    broken = dialogue(1, ("Alice", "hi")) | change
    result = bring_responses(write_json(tmp_path, "t.json", [broken]), "conversation", "convai2017")
    assert [problem.field for problem in result.refused] == [field]


def test_topical_chat_is_by_people_and_has_no_topic(tmp_path: Path) -> None:
    turns = [{"message": "Hi", "agent": "agent_1"}, {"message": "Hello", "agent": "agent_2"}]
    found = {"t_1": {"config": "B", "content": turns}, "t_2": {"config": "C", "content": []}}
    result = bring_responses(write_json(tmp_path, "valid.json", found), "conversation", "topical-chat")
    response = Response.objects.get()
    assert (response.pairing, response.stimulus.facets, response.stimulus.has_control) == ("HH", {"config": "B"}, False)
    assert [turn["speaker"] for turn in response.payload["turns"]] == ["A", "B"]
    assert (result.pending, [problem.field for problem in result.refused]) == (1, ["content"])


def test_osie_scanpaths_are_fractions_by_persons(tmp_path: Path) -> None:
    rows = "1.jpg,1,2,400 800,300 600,100 90\n1.jpg,2,2,400 8,300,1\n1.jpg,3,1,a,1,1\n"
    path = write(tmp_path, "scanpaths.csv", f"image,subject,n_fix,x,y,duration_ms\n{rows}")
    result = bring_responses(path, "attention", "osie")
    assert Response.objects.get().payload == {"fixations": [[0.5, 0.5], [1.0, 1.0]], "durations_ms": [100.0, 90.0]}
    assert Agent.objects.get().slug == "osie-person-1"
    assert [(problem.where, problem.field) for problem in result.refused] == [
        ("scanpaths.csv, line 3", "y"),
        ("scanpaths.csv, line 4", "x"),
    ]


COCO = {
    "images": [{"id": 1, "file_name": "a.jpg"}, {"id": 2, "file_name": "b.jpg"}, {"id": 3, "file_name": "c.jpg"}],
    "categories": [{"id": 10, "name": "cup"}, {"id": 11, "name": "dog"}, {"id": 12, "name": "dining table"}],
    "annotations": [
        {"image_id": 1, "category_id": 10},
        {"image_id": 1, "category_id": 10},
        {"image_id": 2, "category_id": 10},
        {"image_id": 2, "category_id": 12},
        {"image_id": 2, "category_id": 99},
        {"image_id": 4, "category_id": 11},
    ],
}


def test_coco_says_what_is_there_and_likely_absent_things_first(tmp_path: Path) -> None:
    result = bring_stimuli(write_json(tmp_path, "instances.json", COCO), "color", "coco")
    payload = Stimulus.objects.get(key="a.jpg").payload
    assert (payload["present"], payload["absent"]) == (["cup"], ["dining table", "dog"])
    assert not Stimulus.objects.get(key="c.jpg").has_control
    assert [(problem.where, problem.value) for problem in result.refused] == [("instances.json, annotation 5", "99")]


def test_coco_truth_completes_the_stimuli_of_responses_loaded_before(tmp_path: Path) -> None:
    rows = HEAD + "a.jpg,red,human,,\n"
    bring_responses(write(tmp_path, "color.csv", rows), "color", "paper-csv")
    result = bring_stimuli(write_json(tmp_path, "instances.json", COCO), "color", "coco")
    assert result.completed == 1
    assert Response.objects.get().stimulus.has_control


def test_nocaps_domains_are_facets(tmp_path: Path) -> None:
    images = [{"file_name": "a.jpg", "domain": "near-domain"}, {"file_name": "b.jpg"}, {"id": 3}]
    result = bring_stimuli(write_json(tmp_path, "nocaps.json", {"images": images}), "captioning", "nocaps")
    assert Stimulus.objects.get(key="a.jpg").facets == {"domain": "near-domain"}
    assert Stimulus.objects.get(key="b.jpg").facets == {}
    assert [problem.where for problem in result.refused] == ["nocaps.json, image 3"]


@pytest.mark.parametrize("form", FORMATS.slugs)
@pytest.mark.parametrize("content", [b"", b"[1", b"\xff\xfe\x00", b"[]", b"3", b"{}", b'{"images": 3}', b"[[[1]]]"])
def test_a_file_of_another_kind_loads_nothing_and_does_not_crash(tmp_path: Path, form: str, content: bytes) -> None:
    path = write(tmp_path, "file", content)
    task = (FORMATS[form].tasks or ("color",))[0]
    assert bring_stimuli(path, task, form).loaded == 0
    assert bring_responses(path, task, form).loaded == 0
