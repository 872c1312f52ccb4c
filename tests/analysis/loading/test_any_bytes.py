"""Whatever is in a file, a format of judgements gives rows or problems, never an exception; rows can be loaded."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agents.formats.base import LeftOut
from analysis.loading.formats import JUDGEMENT_FORMATS
from analysis.loading.formats.base import JudgementRow, Options
from analysis.loading.judgements import Destination, load_judgements
from turingapp.errors import Problem

NAMES = ["mturk", "Trial_1", "Trial_FV_2", "workerID", "workerData", "trialData", "datastring", "questiondata", "data"]
NAMES += ["trialdata", "hit", "hit_len", "Aclass", "trueLabel", "conversationID", "Agender", "isCatch", "rt", "trial"]
NAMES += ["response_speaker", "groundtruth", "machine_groundtruth", "imageID", "page_name", "caption", "phase", "age"]
NAMES += ["education", "native", "country", "gender", "uniqueid", "workerid", "mode", "AssignmentId", "WorkerId"]
NAMES += ["AssignmentStatus", "Input.imageID", "Input.groundtruth", "Answer.response_speaker", "Answer.taskAnswers"]
VALUES = ("human", "machine", "AI", "HAI", "HH", "TEST", "31-35", "\ud83d", "\x00", "a.b/c.jpg", "http://[", "7", "")

scalars = st.none() | st.booleans() | st.sampled_from((0, 3, -1, 10**400, 2**63, 0.5, *VALUES)) | st.text(max_size=4)
documents = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=8),
    max_leaves=25,
)
trials = st.dictionaries(st.sampled_from(NAMES), scalars, max_size=14).map(
    lambda more: {"response_speaker": "human", "groundtruth": "AI", "machine_groundtruth": "x", "imageID": "1"} | more
)
SETTINGS = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def read_all(form: str, content: bytes, suffix: str) -> list[Any]:
    """All that a format makes of a file, for a task of each kind."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"file{suffix}"
        path.write_bytes(content)
        tasks = ("color", "attention", "association", "conversation")
        found = [item for task in tasks for item in JUDGEMENT_FORMATS[form].read_judgements(path, task, Options())]
    for item in found:
        assert isinstance(item, JudgementRow | LeftOut | Problem)
        assert not isinstance(item, Problem) or (item.rule and item.where and len(str(item).splitlines()) <= 1)
    return found


@pytest.mark.parametrize("form", JUDGEMENT_FORMATS.slugs)
@SETTINGS
@given(content=st.binary(max_size=200))
def test_any_bytes_give_rows_or_problems(form: str, content: bytes) -> None:
    read_all(form, content, ".csv")


@pytest.mark.parametrize("form", JUDGEMENT_FORMATS.slugs)
@SETTINGS
@given(content=documents)
def test_any_json_gives_rows_or_problems(form: str, content: Any) -> None:
    read_all(form, json.dumps(content).encode(), ".json")


@SETTINGS
@given(content=documents)
def test_any_datastring_gives_rows_or_problems(content: Any) -> None:
    cell = json.dumps(content).replace('"', '""')
    read_all("psiturk", f'uniqueid,workerid,datastring\r\nu,w,"{cell}"\r\n'.encode(), ".csv")


@pytest.mark.long
@pytest.mark.django_db
@SETTINGS
@given(trial=trials, worker=st.sampled_from(VALUES))
def test_whatever_a_format_reads_can_be_loaded(trial: dict[str, Any], worker: str) -> None:
    document = {"Trial_1": {"workerID": worker, "workerData": trial, "trialData": trial}}
    rows = read_all("turing-compiled", json.dumps(document).encode(), ".json")
    with transaction.atomic():
        result = load_judgements(rows[:1], to=Destination("any", "color"), sources=[], at=timezone.now(), dry_run=True)
    assert result.loaded + len(result.refused) + sum(result.left_out.values()) == 1
