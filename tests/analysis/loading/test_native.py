"""Judgements in the project's own format: the examples of its documentation load and are counted."""

import re
from pathlib import Path

import pytest

from agents.tasks import TASKS
from judging.models import Judgement, Study
from tests.commands import run

DOCUMENT = Path(__file__).resolve().parents[3] / "docs/loading.md"
EXAMPLES = re.findall(r"^```(csv|jsonl) judgements (\w+)\n(.*?)^```", DOCUMENT.read_text("utf-8"), re.M | re.S)


@pytest.mark.django_db
@pytest.mark.parametrize(("suffix", "task", "content"), EXAMPLES, ids=[task for _, task, _ in EXAMPLES])
def test_the_examples_of_the_document_load(tmp_path: Path, suffix: str, task: str, content: str) -> None:
    path = tmp_path / f"judgements.{suffix}"
    path.write_text(content, encoding="utf-8")
    rows, roles = len(content.splitlines()) - (suffix == "csv"), len(TASKS[task].roles)
    load = ("load_judgements", path, "--format", "native", "--study", "elsewhere", "--task", task, "--strict")
    assert f"{rows} judged trials loaded" in run(*load)
    assert f"{rows} known and left as they are" in run(*load)
    assert Judgement.objects.count() == rows * roles
    assert Study.objects.get().label == f"Judgements made elsewhere, loaded from {path.name}"
