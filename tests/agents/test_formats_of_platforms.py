"""Formats of crowd platforms, of chat logs and of association norms, each on a small file of its own shape."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from agents.formats import FORMATS
from agents.models import Agent, Response, Stimulus
from agents.people import make_person_key
from tests.agents.files import bring_responses, write
from turingapp.errors import InvalidPayload

pytestmark = pytest.mark.django_db


def make_chat(*messages: tuple[str, str]) -> str:
    """A dialogue as BlenderBot's logs have it."""
    acts = [{"id": speaker, "text": text, "episode_done": False} for speaker, text in messages]
    return json.dumps({"dialog": [acts[start : start + 2] for start in range(0, len(acts), 2)]}) + "\n"


def test_a_chat_log_tells_the_person_from_the_bot(tmp_path: Path) -> None:
    told = [("context", "you like tea"), ("context", "you have a dog")]
    chat = make_chat(*told, ("human_evaluator", "Hi!"), ("bot2.7B", "Hello."))
    result = bring_responses(write(tmp_path, "log.json", chat + "\r\n"), "conversation", "blenderbot")
    response = Response.objects.get()
    assert (result.loaded, response.pairing) == (1, "HA")
    assert response.stimulus.payload["context"] == "you like tea you have a dog"
    assert set(Agent.objects.values_list("slug", flat=True)) == {"blenderbot-human", "blenderbot-bot2-7b"}


def test_a_self_chat_is_one_bot_named_after_the_file_or_by_option(tmp_path: Path) -> None:
    path = write(tmp_path, "model1.jsonl", make_chat(("Generator_1", "a"), ("Generator_2", "b")))
    bring_responses(path, "conversation", "blenderbot")
    assert Response.objects.get().pairing == "AA"
    assert Agent.objects.get().slug == "blenderbot-model1"
    named = FORMATS["blenderbot"].configure({"agent": "Mine"})
    [row] = named.read_responses(path, "conversation")
    assert {author.title for author in row.authors} == {"Mine"}  # type: ignore[union-attr]


@pytest.mark.parametrize("chat", [make_chat(("context", "tea")), make_chat(("bot", "alone")), '{"dialog": []}\n'])
def test_a_chat_without_two_speakers_is_refused(tmp_path: Path, chat: str) -> None:
    result = bring_responses(write(tmp_path, "log.jsonl", chat), "conversation", "blenderbot")
    assert [(problem.where, problem.field) for problem in result.refused] == [("log.jsonl, line 1", "dialog")]


EDGES = "src,tgt,wt\nsea,ship,3\nsea,wave,5\nsea,salt,5\nsun,hot,0\nsun,,2\nsun,star,many\n"


def test_an_edge_is_one_response_with_its_weight_beside_it(tmp_path: Path) -> None:
    result = bring_responses(write(tmp_path, "Bot_edges.csv", EDGES), "association", "edges")
    assert result.loaded == 3
    assert [(problem.where[-6:], problem.field) for problem in result.refused] == [
        ("line 5", "wt"),
        ("line 6", "tgt"),
        ("line 7", "wt"),
    ]
    response = Response.objects.get(payload={"word": "ship"})
    assert response.raw == {"word": "ship", "weight": 3, "number": 1}
    assert Agent.objects.get().slug == "edges-bot_edges"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"cap": "1"}, ["wave"]),
        ({"cap": "2"}, ["salt", "wave"]),
        ({"repeat": "yes"}, ["salt"] * 5 + ["ship"] * 3 + ["wave"] * 5),
        ({"origin": "human", "agent": "norms", "cap": "1"}, ["wave"]),
    ],
)
def test_edges_can_be_capped_and_repeated(tmp_path: Path, given: dict[str, str], words: list[str]) -> None:
    rows = list(FORMATS["edges"].configure(given).read_responses(write(tmp_path, "e.csv", EDGES), "association"))
    found = [row.payload["word"] for row in rows if hasattr(row, "payload")]
    assert sorted(found) == words
    assert {row.authors[0].origin for row in rows if hasattr(row, "authors")} == {given.get("origin", "ai")}


@pytest.mark.parametrize("given", [{"cap": "-1"}, {"cap": "²"}, {"origin": "cat"}, {"repeat": "maybe"}, {"size": "1"}])
def test_an_option_that_cannot_be_is_refused(given: dict[str, str]) -> None:
    with pytest.raises(InvalidPayload, match=rf"{next(iter(given))}.*: .+"):
        FORMATS["edges"].configure(given)


def test_the_command_passes_options_on(tmp_path: Path) -> None:
    path = str(write(tmp_path, "e.csv", EDGES))
    call_command("load_responses", "association", path, format="edges", set=["cap=1", "agent=mine"], verbosity=0)
    assert Agent.objects.get().slug == "edges-mine"
    with pytest.raises(CommandError, match="should be NAME=VALUE"):
        call_command("load_responses", "association", path, format="edges", set=["cap"], verbosity=0)


HIT = "HITId,AssignmentId,WorkerId,AssignmentStatus,WorkTimeInSeconds,"


def test_a_batch_of_mturk_gives_responses_by_persons(tmp_path: Path) -> None:
    rows = (
        f"{HIT}Input.image_url,Input.flip,Answer.word1,Answer.word2,Answer.gender,Approve\n"
        "H,A1,W1,Approved,30,https://pictures.example/a/street.png?x=1,0,Car,tree,Female,x\n"
        "H,A2,W2,Rejected,3,street.png,0,d,f,,\n"
        "H,A3,,Submitted,3,street.png,0,d,f,,\n"
        "H,A4,W4,Submitted,3,street.png,0,,,,\n"
        "H,A5,W4,Submitted,3,,0,cat,,,\n"
    )
    result = bring_responses(write(tmp_path, "Batch_1.csv", rows), "objects", "mturk-batch")
    response = Response.objects.get()
    assert (response.stimulus.key, response.key, response.payload) == ("street.png", "A1", {"words": ["car", "tree"]})
    author = response.authorships.get()
    assert (author.gender, author.agent.person_key) == ("female", make_person_key("mturk", "W1"))
    assert result.left_out == {"an assignment that was rejected": 1}
    assert [problem.field for problem in result.refused] == ["WorkerId", "the answer", "the stimulus"]


def test_a_hit_of_several_stimuli_numbers_its_columns(tmp_path: Path) -> None:
    rows = f"{HIT}Input.cue_1,Input.cue_2,Answer.word_1,Answer.word_2\nH,A1,W1,Approved,9,sea,sun,ship,\n"
    result = bring_responses(write(tmp_path, "b.csv", rows), "association", "mturk-batch")
    assert (result.loaded, len(result.refused)) == (1, 1)
    assert Response.objects.get().key == "A1-1"
    assert Stimulus.objects.get().payload["cue"] == "sea"


def test_a_column_without_a_number_is_common_to_all_stimuli_of_a_hit(tmp_path: Path) -> None:
    head = f"{HIT}Input.batch,Input.present,Input.image_1,Input.image_2,Answer.color_1,Answer.color_2,Answer.gender\n"
    rows = f"{head}H,A1,W1,Approved,9,7,dog,a.png,b.png,red,blue,female\n"
    result = bring_responses(write(tmp_path, "b.csv", rows), "color", "mturk-batch")
    assert (result.loaded, result.refused) == (2, [])
    assert set(Response.objects.values_list("key", "stimulus__key", "authorships__gender")) == {
        ("A1-1", "a.png", "female"),
        ("A1-2", "b.png", "female"),
    }
    assert [stimulus.payload["present"] for stimulus in Stimulus.objects.all()] == [["dog"], ["dog"]]


@pytest.mark.parametrize("columns", ["Input.image", "Input.image_1"])
def test_the_number_of_a_word_is_not_that_of_a_stimulus(tmp_path: Path, columns: str) -> None:
    rows = f"{HIT}{columns},Answer.word_1,Answer.word_2,Answer.word_3\nH,A1,W1,Approved,9,a.png,car,tree,dog\n"
    result = bring_responses(write(tmp_path, "b.csv", rows), "objects", "mturk-batch")
    assert (result.loaded, result.refused) == (1, [])
    assert Response.objects.get().payload == {"words": ["car", "tree", "dog"]}


def test_the_words_of_several_stimuli_have_the_number_of_the_stimulus_last(tmp_path: Path) -> None:
    head = f"{HIT}Input.image_1,Input.image_2,Answer.word_1_1,Answer.word_2_1,Answer.word_1_2\n"
    bring_responses(
        write(tmp_path, "b.csv", f"{head}H,A1,W1,Approved,9,a.png,b.png,car,tree,dog\n"), "objects", "mturk-batch"
    )
    found = {response.stimulus.key: response.payload["words"] for response in Response.objects.all()}
    assert found == {"a.png": ["car", "tree"], "b.png": ["dog"]}


def test_one_answer_without_a_number_answers_no_two_stimuli(tmp_path: Path) -> None:
    head = f"{HIT}Input.image_1,Input.image_2,Answer.word_1,Answer.word_2\n"
    rows = f"{head}H,A1,W1,Approved,9,a.png,b.png,car,tree\n"
    result = bring_responses(write(tmp_path, "b.csv", rows), "objects", "mturk-batch")
    assert (result.loaded, [problem.field for problem in result.refused]) == (0, ["the answer", "the answer"])


@pytest.mark.parametrize("color", ['"red"', '{"label": "red"}', '{"red": true}'])
def test_the_answers_of_newer_forms_are_read_from_json(tmp_path: Path, color: str) -> None:
    quoted = f'[{{"color": {color}}}]'.replace('"', '""')
    rows = f'{HIT}Input.image,Answer.taskAnswers\nH,A1,W1,Approved,9,a.png,"{quoted}"\n'
    bring_responses(write(tmp_path, "b.csv", rows), "color", "mturk-batch")
    assert Response.objects.get().payload == {"color": "red"}


@pytest.mark.parametrize("answers", ["{}", "[]", "[1]", "no", '[{"color": {"red": false}}]', '[{"color": ["red"]}]'])
def test_answers_of_another_shape_are_refused(tmp_path: Path, answers: str) -> None:
    quoted = answers.replace('"', '""')
    rows = f'{HIT}Input.image,Answer.taskAnswers\nH,A1,W1,Approved,9,a.png,"{quoted}"\n'
    result = bring_responses(write(tmp_path, "b.csv", rows), "color", "mturk-batch")
    assert (result.loaded, len(result.refused)) == (0, 1)


def make_participants(*trials: dict[str, Any], mode: str = "live") -> str:
    """A row of psiTurk's export."""
    data = [{"uniqueid": "U", "current_trial": number, "trialdata": trial} for number, trial in enumerate(trials)]
    content = json.dumps({"data": data, "questiondata": {"gender": "male"}}).replace('"', '""')
    return f'uniqueid,workerid,mode,datastring\nW1:A1,W1,{mode},"{content}"\n'


def test_the_test_trials_of_a_psiturk_participant_are_responses(tmp_path: Path) -> None:
    trials = ({"phase": "INSTRUCTIONS"}, {"phase": "TEST", "image": "a.png", "color": "Red"}, {"phase": "TEST"})
    result = bring_responses(write(tmp_path, "p.csv", make_participants(*trials)), "color", "psiturk")
    response = Response.objects.get()
    assert (response.key, response.payload, response.authorships.get().gender) == ("W1:A1-1", {"color": "red"}, "male")
    assert response.authorships.get().agent.person_key == make_person_key("mturk", "W1")
    assert result.left_out == {"a step of phase 'INSTRUCTIONS'": 1}
    assert [(problem.where, problem.field) for problem in result.refused] == [
        ("p.csv, line 2, trial 3", "the stimulus")
    ]


def test_debug_visits_and_trials_of_judges_are_left_out(tmp_path: Path) -> None:
    debug = make_participants({"phase": "TEST", "image": "a.png", "color": "red"}, mode="debug")
    judges = make_participants({"phase": "TEST", "conversationID": "/x/conv1.html", "response": "HH"})
    first = bring_responses(write(tmp_path, "p.csv", debug), "color", "psiturk")
    second = bring_responses(write(tmp_path, "q.csv", judges), "color", "psiturk")
    assert (first.loaded, list(first.left_out)) == (0, ["a visit in debug mode"])
    assert (second.loaded, list(second.left_out)) == (0, ["a trial of a judge: its verdict is no response of an agent"])


def test_a_psiturk_cell_may_be_longer_than_the_csv_module_expects(tmp_path: Path) -> None:
    trials = ({"phase": "TEST", "image": "a.png", "color": "red", "eye": "x" * 200_000},)
    assert bring_responses(write(tmp_path, "p.csv", make_participants(*trials)), "color", "psiturk").loaded == 1


@pytest.mark.parametrize("content", ["", "3", "{}", '{"data": 3}', '{"data": [1]}', '{"data": [{}]}', "{"])
def test_a_psiturk_datastring_of_another_shape_is_refused_or_left_out(tmp_path: Path, content: str) -> None:
    quoted = content.replace('"', '""')
    path = write(tmp_path, "p.csv", f'uniqueid,workerid,mode,datastring\nA,W,live,"{quoted}"\n')
    result = bring_responses(path, "color", "psiturk")
    assert len(result.refused) + sum(result.left_out.values()) == 1


def test_files_of_another_encoding_get_one_clear_line(tmp_path: Path) -> None:
    rows = "key,cue\nsea,sea\n"
    for encoding in ("utf-16", "utf-32"):
        path = write(tmp_path, "s.csv", rows.encode(encoding))
        [problem] = FORMATS["native"].read_stimuli(path, "association")
        assert str(problem) == f"s.csv: the file is in {encoding.upper()}: it should be saved as text in UTF-8"


def test_the_chat_logs_of_blenderbot_load_in_full(shared_data: Path) -> None:
    folder = shared_data / "data/conversation/blenderbot"
    result = bring_responses(folder / "chatlog_recipes_2.7B.json", "conversation", "blenderbot")
    assert (result.loaded, result.refused) == (108, [])
    assert sum(len(raw["turns"]) for raw in Response.objects.values_list("raw", flat=True)) == 1512
    selves = folder.glob("model*.jsonl")
    assert [bring_responses(path, "conversation", "blenderbot").loaded for path in selves] == [5, 5]


def test_the_published_participants_are_judges_and_load_nothing(shared_data: Path) -> None:
    path = shared_data / "data/platform_formats/psiturk_participants_sample.csv"
    result = bring_responses(path, "conversation", "psiturk")
    assert (result.loaded, result.refused, sum(result.left_out.values())) == (0, [], 3)


def test_the_columns_of_a_real_batch_are_known(shared_data: Path) -> None:
    result = bring_responses(
        shared_data / "data/platform_formats/mturk_batch_results_columns.csv", "color", "mturk-batch"
    )
    assert (result.loaded, result.refused) == (0, [])


def test_the_edges_of_a_real_list_are_read(shared_data: Path) -> None:
    rows = FORMATS["edges"].read_responses(shared_data / "data/association/lwow/FA_Haiku_edgelist.csv", "association")
    assert sum(hasattr(row, "payload") for row in rows) == 64_599
