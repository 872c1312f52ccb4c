"""The command that loads judgements, as tests call it."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

Load = Callable[..., str]


@pytest.fixture
def load(db: None) -> Load:
    """Loads files and gives what the command says."""

    def run(
        *files: Path, task: str = "color", study: str = "original", form: str = "turing-compiled", **more: Any
    ) -> str:
        said = StringIO()
        call_command("load_judgements", *files, task=task, study=study, format=form, stdout=said, **more)
        return said.getvalue()

    return run
