"""The native format: the examples of its documentation, dirt, and that what is written is what is read."""

import csv
import json
import random
import re
import string
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.formats import FORMATS
from agents.formats.base import ResponseRow, StimulusRow
from agents.models import Response, Stimulus
from agents.tasks import TASKS
from tests.agents.files import bring_responses, bring_stimuli, write, write_pictures

DOCUMENT = Path(__file__).resolve().parents[2] / "docs/loading.md"
EXAMPLES = re.findall(r"^```(csv|jsonl) (stimuli|responses) (\w+)\n(.*?)^```", DOCUMENT.read_text("utf-8"), re.M | re.S)
NATIVE = FORMATS["native"]


def test_the_document_has_examples_of_stimuli_and_responses_for_every_task() -> None:
    assert {(kind, task) for _, kind, task, _ in EXAMPLES} == {
        (kind, task) for kind in ("stimuli", "responses") for task in TASKS.slugs
    }


def test_the_document_names_every_format_and_every_field_of_every_task() -> None:
    text = DOCUMENT.read_text("utf-8")
    fields = {name for task in TASKS for model in (task.Stimulus, task.Response) for name in model.model_fields}
    assert [name for name in (*FORMATS.slugs, *fields) if f"`{name}`" not in text] == []


@pytest.mark.django_db
@pytest.mark.parametrize("task", TASKS.slugs)
def test_the_examples_of_the_document_load_and_leave_nothing_pending(tmp_path: Path, task: str) -> None:
    media = write_pictures(tmp_path, "street.png")
    write_pictures(tmp_path, "kitchen.png", color="white")
    for suffix, kind, of_task, content in sorted(EXAMPLES, key=lambda example: example[1], reverse=True):
        if of_task == task:
            bring = bring_stimuli if kind == "stimuli" else bring_responses
            result = bring(write(tmp_path, f"{kind}.{suffix}", content), task, media=media)
            assert (result.refused, result.loaded) == ([], len(content.splitlines()) - (suffix == "csv"))
    asks = task not in ("association", "captioning")
    assert Stimulus.objects.ready(control=asks).count() == Stimulus.objects.count() > 0
    assert {response.stimulus.task for response in Response.objects.all()} == {task}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("content", "where", "field"),
    [
        ("cue\nsea\n", "line 1", "the header"),
        ("key,cue,cue\na,sea,sea\n", "line 1", "the header"),
        ("key,cue\na,sea,more\n", "line 2", "the row"),
        ("key,cue\na,sea\n\n,run\n", "line 4", "key"),
        ('key,cue\n"a\nb",sea\nc\n', "line 4", "the row"),
        (b"key,cue\na,caf\xe9\n", "line 2", "cue"),
        ("key,cue,clue\na,sea,x\n", "line 2", "clue"),
        ("key,cue,is_catch\na,sea,perhaps\n", "line 2", "is_catch"),
    ],
)
def test_dirt_in_a_table_is_listed_with_its_place(tmp_path: Path, content: str | bytes, where: str, field: str) -> None:
    result = bring_stimuli(write(tmp_path, "s.csv", content), "association")
    assert [(problem.where, problem.field) for problem in result.refused] == [(f"s.csv, {where}", field)]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("{", "the line"),
        ("[1]", "the line"),
        ('{"key": "a", "cue": NaN}', "the line"),
        ('{"key": ["a"], "cue": "sea"}', "key"),
        ('{"key": "a", "cue": 3}', "cue"),
        ('{"key": "a", "cue": "sea", "facets": 3}', "facets"),
        ('{"key": "a", "cue": "sea", "facets": {"kind": [1]}}', "kind"),
        ("[" * 100_000, "the line"),
    ],
)
def test_dirt_in_json_lines_is_listed_and_the_rest_loads(tmp_path: Path, line: str, field: str) -> None:
    result = bring_stimuli(write(tmp_path, "s.jsonl", f'{line}\n\n{{"key": 7, "cue": "run"}}\n'), "association")
    assert [(problem.where, problem.field) for problem in result.refused] == [("s.jsonl, line 1", field)]
    assert Stimulus.objects.get().key == "7"


@pytest.mark.django_db
def test_a_byte_order_mark_is_no_part_of_the_first_column(tmp_path: Path) -> None:
    assert bring_stimuli(write(tmp_path, "s.csv", b"\xef\xbb\xbfkey,cue\r\na,sea\r\n"), "association").loaded == 1
    line = b'\xef\xbb\xbf{"key": "b", "cue": "run"}'
    assert bring_stimuli(write(tmp_path, "s.jsonl", line), "association").loaded == 1


def test_authors_with_fields_of_their_own_making_are_refused(tmp_path: Path) -> None:
    line = '{"stimulus": "1", "authors": {"A": {"origin": "human", "age": 3}, "B": {"origin": "ai"}}, "turns": []}'
    found = list(NATIVE.read_responses(write(tmp_path, "r.jsonl", line), "conversation"))
    assert [getattr(problem, "value", None) for problem in found] == ["'age'"]


# Cells are stripped and blank ones are none; NUL is refused by no reader but removed on storing.
WORDS = st.text(string.printable + "äß漢🙂\"',;|", min_size=1, max_size=30).filter(lambda text: text.strip() == text)


@given(rows=st.lists(st.tuples(WORDS, WORDS, WORDS), min_size=1, max_size=5))
def test_a_table_written_by_the_csv_module_is_read_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str, str]]
) -> None:
    path = tmp_path_factory.mktemp("table") / "s.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("key", "cue", "facet_kind"), *rows])
    found = [row for row in NATIVE.read_stimuli(path, "association") if isinstance(row, StimulusRow)]
    assert [(row.key, row.payload["cue"], row.facets["kind"]) for row in found] == rows


@given(seed=st.integers(0, 10_000), task=st.sampled_from(TASKS.slugs))
def test_a_response_written_as_json_is_read_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, seed: int, task: str
) -> None:
    sample = TASKS[task].sample(random.Random(seed))
    authors = {role: {"origin": "human", "gender": "female"} for role in TASKS[task].roles}
    line: dict[str, Any] = {"stimulus": f"s{seed}", "authors": authors, **sample.response}
    path = write(tmp_path_factory.mktemp("lines"), "r.jsonl", json.dumps(line))
    (row,) = NATIVE.read_responses(path, task)
    assert isinstance(row, ResponseRow)
    assert TASKS[task].check_response(row.payload) == sample.response
    assert [(author.role, author.gender) for author in row.authors] == [(role, "female") for role in TASKS[task].roles]
