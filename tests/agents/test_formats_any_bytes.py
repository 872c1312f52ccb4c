"""Whatever is in a file, a format gives rows or problems, never an exception; and what it gives can be loaded."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agents.formats import FORMATS
from agents.formats.base import LeftOut, ResponseRow, StimulusRow
from turingapp.errors import Problem

# The names that the formats look for, so that random files get past their first line.
NAMES = [
    "images",
    "annotations",
    "categories",
    "id",
    "image_id",
    "category_id",
    "name",
    "file_name",
    "domain",
    "dialog",
    "text",
    "dialogId",
    "users",
    "thread",
    "userId",
    "userType",
    "context",
    "content",
    "message",
    "agent",
    "config",
    "src",
    "tgt",
    "wt",
    "image",
    "subject",
    "x",
    "y",
    "stimulus",
    "origin",
    "key",
    "cue",
    "word",
    "words",
    "color",
    "caption",
    "fixations",
    "authors",
    "A",
    "B",
    "turns",
    "speaker",
    "facets",
    "is_catch",
    "response",
    "groundtruth",
    "human_groundtruth",
    "machine_groundtruth",
    "imageID",
    "model",
    "human_slot",
    "AssignmentId",
    "WorkerId",
    "AssignmentStatus",
    "Input.image",
    "Answer.caption",
    "Answer.taskAnswers",
    "uniqueid",
    "workerid",
    "datastring",
    "data",
    "trialdata",
    "phase",
    "mode",
    "person",
    "gender",
]
VALUES = (
    "human",
    "machine",
    "ai",
    "Human",
    "Bot",
    "human_evaluator",
    "bot_1",
    "1",
    "0.5 0.5|2 2",
    "TEST",
    "\ud83d",
    "",
)

scalars = (
    st.none()
    | st.booleans()
    | st.sampled_from((0, -1, 10**400, 2**63))
    | st.sampled_from((1e308, -0.5))
    | st.sampled_from(VALUES)
    | st.text(max_size=5)
)
documents = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=6),
    max_leaves=25,
)
cells = st.sampled_from(VALUES) | st.text(max_size=6)
SETTINGS = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def read_all(form: str, content: bytes, suffix: str) -> list[Any]:
    """All that a format makes of a file, for each task it has."""
    plugin = FORMATS[form]
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"file{suffix}"
        path.write_bytes(content)
        tasks = plugin.tasks or ("color", "objects", "attention", "association", "conversation")
        found = [item for task in tasks for item in plugin.read_stimuli(path, task)]
        return found + [item for task in tasks for item in plugin.read_responses(path, task)]


def check_items(items: list[Any]) -> None:
    """Each item is a row or says in one line what is wrong."""
    for item in items:
        assert isinstance(item, StimulusRow | ResponseRow | LeftOut | Problem)
        assert not isinstance(item, Problem) or (item.rule and item.where and len(str(item).splitlines()) <= 1)


@pytest.mark.parametrize("form", FORMATS.slugs)
@SETTINGS
@given(content=st.binary(max_size=200), suffix=st.sampled_from((".csv", ".jsonl")))
def test_any_bytes_give_rows_or_problems(form: str, content: bytes, suffix: str) -> None:
    check_items(read_all(form, content, suffix))


@pytest.mark.parametrize("form", FORMATS.slugs)
@SETTINGS
@given(content=documents)
def test_any_json_gives_rows_or_problems(form: str, content: Any) -> None:
    check_items(read_all(form, json.dumps(content).encode(), ".json"))


@pytest.mark.parametrize("form", FORMATS.slugs)
@SETTINGS
@given(data=st.data())
def test_any_table_gives_rows_or_problems(form: str, data: st.DataObject) -> None:
    header = data.draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=60, unique=True))
    rows = data.draw(st.lists(st.lists(cells, min_size=len(header), max_size=len(header)), max_size=2))
    lines = [",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in (header, *rows)]
    check_items(read_all(form, "\r\n".join(lines).encode(errors="surrogatepass"), ".csv"))
