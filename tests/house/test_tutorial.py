"""The tutorial does what it says: each of its commands is carried out, in order, where nothing was before."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TUTORIAL = (ROOT / "docs/tutorial.md").read_text(encoding="utf-8")
PYTHON = ".venv/bin/python"


def list_commands() -> list[str]:
    """The lines of the tutorial that are typed."""
    blocks = re.findall(r"^```sh\n(.*?)^```", TUTORIAL, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def carry_out(command: str, folder: Path, environment: Mapping[str, str]) -> str:
    """What a command prints; files that it names are in the clone, those that it writes in `folder`."""
    words = [str(ROOT / word) if word.startswith(("docs/", "manage.py")) else word for word in shlex.split(command)]
    done = subprocess.run(
        [sys.executable, *words[1:]], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}: {done.stderr}"
    return done.stdout + done.stderr


def test_the_tutorial_has_nothing_typed_but_make_run_and_commands_of_this_project() -> None:
    first, *others = list_commands()
    assert first == "make run"
    assert {command.split()[0] for command in others} == {PYTHON}


@pytest.mark.long
def test_the_commands_of_the_tutorial_lead_from_nothing_to_its_figure(tmp_path: Path) -> None:
    environment = {
        **{name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "TMPDIR")},
        "SECRET_KEY": "only-for-tests",
        "PERSON_KEY_SECRET": "only-for-tests",
        "VAR_DIR": str(tmp_path / "var"),
    }
    carry_out(f"{PYTHON} manage.py migrate -v0", tmp_path, environment)  # which `make run` does
    told = {command: carry_out(command, tmp_path, environment) for command in list_commands()[1:]}
    assert "54 responses loaded" in "".join(said for command, said in told.items() if "load_responses" in command)
    answered = [said for command, said in told.items() if "run_agent" in command]
    assert ["18 of 18 stimuli answered" in said for said in answered] == [True, True]
    assert "Cues that may give an origin away: 1." in told[f"{PYTHON} manage.py parity association --pool words"]
    rehearsed = told[f"{PYTHON} manage.py report my-words-simulated"]
    detectability = float(re.findall(r"Detectability\D+([\d.]+)%", rehearsed)[0])
    assert 65 < detectability < 95  # robots that are right in 80% of 240 trials
    assert (tmp_path / "agents.svg").read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "my-words.zip").stat().st_size > 0
