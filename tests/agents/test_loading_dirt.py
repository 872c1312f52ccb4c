"""Dirt of real files, one kind a test: each gets a clear line, or is taken as what it means."""

import json
from codecs import BOM_UTF8
from pathlib import Path

import pytest

from agents.models import Agent, Response, Stimulus
from tests.agents.files import bring_responses, bring_stimuli, write, write_json

pytestmark = pytest.mark.django_db

HEAD = "stimulus,cue,origin,agent,word\n"


def test_a_byte_order_mark_and_windows_line_ends_change_nothing(tmp_path: Path) -> None:
    rows = HEAD + "sea,sea,human,p,ship\nsun,sun,ai,one,hot\n"
    dirty = BOM_UTF8 + rows.replace("\n", "\r\n").encode()
    assert bring_responses(write(tmp_path, "r.csv", rows), "association").loaded == 2
    second = bring_responses(write(tmp_path, "s.csv", dirty), "association")
    assert (second.loaded, second.unchanged, second.refused) == (0, 2, [])


def test_json_lines_with_a_byte_order_mark_and_windows_line_ends_are_read(tmp_path: Path) -> None:
    lines = [json.dumps({"key": key, "cue": key}) for key in ("sea", "sun")]
    content = BOM_UTF8 + "\r\n".join([*lines, ""]).encode()
    result = bring_stimuli(write(tmp_path, "s.jsonl", content), "association")
    assert (result.loaded, result.refused) == (2, [])


@pytest.mark.parametrize("indent", [None, 2])
def test_a_json_file_may_be_lines_or_one_list(tmp_path: Path, indent: int | None) -> None:
    items = [{"key": "sea", "cue": "sea"}, {"key": "sun", "cue": "sun"}, 3]
    listed = bring_stimuli(write(tmp_path, "a.json", json.dumps(items, indent=indent)), "association")
    assert (listed.loaded, [problem.where for problem in listed.refused]) == (2, ["a.json, item 3"])
    lines = "\n".join(json.dumps(item) for item in items)
    second = bring_stimuli(write(tmp_path, "b.json", lines), "association")
    assert (second.unchanged, [problem.where for problem in second.refused]) == (2, ["b.json, line 3"])


def test_json_lines_where_one_document_is_due_are_named_so(tmp_path: Path) -> None:
    result = bring_responses(write(tmp_path, "t.json", '{"a": 1}\n{"b": 2}\n'), "conversation", "topical-chat")
    rule = "it should be one JSON document; this looks like JSON Lines, one document a line"
    assert [str(problem) for problem in result.refused] == [f"t.json: the file is unreadable: {rule}"]


@pytest.mark.parametrize("separator", [";", "\t"])
def test_columns_that_are_separated_otherwise_are_named_so(tmp_path: Path, separator: str) -> None:
    rows = (HEAD + "sea,sea,human,p,ship\n").replace(",", separator)
    [problem] = bring_responses(write(tmp_path, "r.csv", rows), "association").refused
    assert problem.rule == "the columns should be separated by commas"


def test_lone_surrogates_in_names_and_ids_become_the_replacement_character(tmp_path: Path) -> None:
    row = {"stimulus": "\ud83d", "cue": "sea", "origin": "human", "word": "ship \ude00", "facets": {"kind": "\ud83d"}}
    named = {**row, "agent": "p\ud83d", "title": "P\ud83d", "person": "mturk:\ud83d"}
    result = bring_responses(write(tmp_path, "r.jsonl", json.dumps(named)), "association")
    assert (result.loaded, result.refused) == (1, [])
    assert Agent.objects.get().title == "P\N{REPLACEMENT CHARACTER}"
    assert Stimulus.objects.get().key == "\N{REPLACEMENT CHARACTER}"


def test_control_characters_and_very_long_answers_are_handled(tmp_path: Path) -> None:
    rows = HEAD + "sea,sea,human,p,sh\x07ip\nsun,sun,human,p," + "x" * 100_000 + "\n"
    result = bring_responses(write(tmp_path, "r.csv", rows), "association")
    assert Response.objects.get().payload == {"word": "sh ip"}
    [problem] = result.refused
    assert (problem.where, problem.field, len(problem.value) < 100) == ("r.csv, line 3", "word", True)


def test_an_empty_dialogue_is_refused_with_its_place(tmp_path: Path) -> None:
    authors = {"A": {"origin": "human"}, "B": {"origin": "human"}}
    blank = [{"speaker": "A", "text": "  "}]
    for turns, rule in (([], "at least 1 item"), (blank, "at least one turn with words")):
        row = {"stimulus": "d", "authors": authors, "turns": turns}
        result = bring_responses(write(tmp_path, "d.jsonl", json.dumps(row)), "conversation")
        [problem] = result.refused
        assert (problem.where, problem.field) == ("d.jsonl, line 1", "turns")
        assert rule in problem.rule


def test_fixations_a_little_off_the_screen_are_kept_and_far_ones_refused(tmp_path: Path) -> None:
    rows = (
        "stimulus,origin,agent,fixations\na,human,p,-0.1 0.5|1.2 0.3\na,human,q,-7 0.5\na,human,r,0.5\na,human,s,x y\n"
    )
    result = bring_responses(write(tmp_path, "f.csv", rows), "attention")
    assert Response.objects.get().payload["fixations"] == [[-0.1, 0.5], [1.2, 0.3]]
    assert [problem.where for problem in result.refused][:2] == ["f.csv, line 3", "f.csv, line 4"]
    assert result.refused[0].rule == "input should be greater than or equal to -0.5"


def test_a_color_called_none_is_refused_or_left_out_and_never_made_a_color(tmp_path: Path) -> None:
    rows = "stimulus,origin,agent,color\na,ai,m,none\nb,ai,m,\n"
    result = bring_responses(write(tmp_path, "c.csv", rows), "color")
    assert [(problem.field, problem.value) for problem in result.refused] == [("color", "'none'"), ("color", "missing")]
    assert Response.objects.count() == 0


def test_one_label_of_a_detector_is_loaded_with_a_remark(tmp_path: Path) -> None:
    rows = "stimulus,origin,agent,words\na,ai,m,person\na,human,p,person|car|tree\n"
    result = bring_responses(write(tmp_path, "o.csv", rows), "objects")
    assert (result.loaded, result.remarks["fewer than three words"]) == (2, 1)


def test_missing_pictures_are_counted_and_their_stimuli_pending(tmp_path: Path) -> None:
    media = tmp_path / "empty"
    media.mkdir()
    result = bring_stimuli(write(tmp_path, "s.csv", "key,image\na,a.png\nb,b.png\n"), "color", media=media)
    assert (result.loaded, result.pending) == (2, 2)
    assert result.remarks["a picture that is named is not there"] == 2


def test_a_huge_number_stops_nothing(tmp_path: Path) -> None:
    content = [{"imageID": "a", "response": [[10**400, 1]], "groundtruth": "human", "human_groundtruth": "1"}]
    result = bring_responses(write_json(tmp_path, "fv.json", {"a.jpg": content}), "attention", "paper-json")
    assert [problem.field for problem in result.refused] == ["response"]
