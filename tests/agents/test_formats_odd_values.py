"""Each value of a good file of each JSON format exchanged for each odd one: rows or problems, never an exception."""

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from agents.formats import FORMATS
from agents.formats.base import LeftOut, ResponseRow, StimulusRow
from agents.loading import load_responses, load_stimuli
from agents.models import Provenance
from agents.tasks import TASKS
from tests.agents.files import AT
from turingapp.errors import Problem

ODD: tuple[Any, ...] = (
    None, True, 0, -1, 10**400, 1e308, 0.5, "", " ", "\ud83d", "\x00", "a" * 300,
    [], [[]], [None], [1], {}, {"a": 1}, [[1, 2, 3]]
)  # fmt: skip
COCO = {
    "images": [{"id": 1, "file_name": "a.jpg"}],
    "categories": [{"id": 10, "name": "cup"}],
    "annotations": [{"image_id": 1, "category_id": 10}],
}
NOCAPS = {"images": [{"file_name": "a.jpg", "domain": "near-domain"}]}
CONVAI = [
    {
        "dialogId": 1,
        "context": "A paragraph.",
        "users": [{"id": "U1", "userType": "Human"}, {"id": "U2", "userType": "Bot"}],
        "thread": [{"userId": "U1", "text": "hi"}, {"userId": "U2", "text": "hello"}],
    }
]
TOPICAL = {"t_1": {"config": "B", "content": [{"message": "Hi", "agent": "agent_1"}]}}
PAPER_FLAT = {"response": "red", "groundtruth": "human", "human_groundtruth": "P_1", "machine_groundtruth": ""}
BLENDER = {
    "dialog": [
        [{"id": "context", "text": "you like tea"}],
        [{"id": "human_evaluator", "text": "Hi!"}, {"id": "bot_b", "text": "Hello."}],
    ]
}
NATIVE_CHAT = {
    "stimulus": "d1",
    "topic": "food",
    "key": "d1",
    "is_catch": "no",
    "facets": {"split": "a"},
    "authors": {
        "A": {"origin": "human", "person": "prolific:1", "gender": "female"},
        "B": {"origin": "ai", "agent": "bot", "title": "Bot"},
    },
    "turns": [{"speaker": "A", "text": "Hi"}, {"speaker": "B", "text": "Soup"}],
}
NATIVE_GAZE = {"stimulus": "a", "origin": "human", "mode": "free", "image": "a.png", "fixations": [[0.5, 0.5]]}
EXAMPLES = [
    ("coco", "color", COCO),
    ("nocaps", "captioning", NOCAPS),
    ("convai2017", "conversation", CONVAI),
    ("topical-chat", "conversation", TOPICAL),
    ("paper-json", "color", {"a.jpg": [PAPER_FLAT]}),
    ("paper-json", "objects", {"a.jpg": [{**PAPER_FLAT, "response": ["car", "tree"]}]}),
    ("paper-json", "attention", {"a.jpg": [{**PAPER_FLAT, "response": [[1, 2], [3, 4]]}, ["05", [[1, 2]]]]}),
    ("blenderbot", "conversation", BLENDER),
    ("native", "conversation", NATIVE_CHAT),
    ("native", "attention", NATIVE_GAZE),
]


def exchange_values(document: Any) -> Iterator[Any]:
    """The document with one value exchanged, or one field gone, for all of its values."""
    for path in list_paths(document):
        for odd in ODD:
            copy, holder = copy_to(document, path)
            holder[path[-1]] = odd
            yield copy
        copy, holder = copy_to(document, path)
        del holder[path[-1]]
        yield copy


def list_paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each value inside."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in items:
        yield (*path, name)
        yield from list_paths(inner, (*path, name))


def copy_to(document: Any, path: tuple[Any, ...]) -> tuple[Any, Any]:
    """A copy of the document, and what in it holds the value at the end of the path."""
    copy = deepcopy(document)
    holder = copy
    for name in path[:-1]:
        holder = holder[name]
    return copy, holder


@pytest.mark.parametrize(("form", "task", "document"), EXAMPLES, ids=[f"{form}-{task}" for form, task, _ in EXAMPLES])
def test_no_odd_value_stops_a_format(tmp_path: Path, form: str, task: str, document: Any) -> None:
    for number, changed in enumerate(exchange_values(document)):
        path = tmp_path / f"{number}.json"  # a file written over waits for the disk
        path.write_text(json.dumps(changed), encoding="utf-8")
        items = [*FORMATS[form].read_stimuli(path, task), *FORMATS[form].read_responses(path, task)]
        assert all(isinstance(item, StimulusRow | ResponseRow | LeftOut | Problem) for item in items)


@pytest.mark.django_db
@pytest.mark.parametrize(("form", "task", "document"), EXAMPLES, ids=[f"{form}-{task}" for form, task, _ in EXAMPLES])
def test_no_odd_value_stops_a_load(tmp_path: Path, form: str, task: str, document: Any) -> None:
    paths = []
    for number, changed in enumerate(exchange_values(document)):
        paths.append(tmp_path / f"{number}.json")
        paths[-1].write_text(json.dumps(changed), encoding="utf-8")
    rows = [row for path in paths for row in FORMATS[form].read_responses(path, task)]
    shown = [row for path in paths for row in FORMATS[form].read_stimuli(path, task)]
    load_stimuli(shown, task=TASKS[task], pool="pool")
    result = load_responses(rows, task=TASKS[task], pool="pool", provenance=Provenance.LOADED, at=AT)
    assert result.loaded + result.unchanged + len(result.refused) + sum(result.left_out.values()) > 0
