"""What the platform refuses to start with."""

import os
import subprocess
import sys
from pathlib import Path
from secrets import token_urlsafe

import pytest
from django.conf import settings

from agents.ai_agents import AI_AGENTS
from agents.formats import FORMATS
from agents.tasks import TASKS
from analysis.ai_judges import AI_JUDGES
from analysis.embedders import EMBEDDERS
from analysis.figures import FIGURES
from analysis.loading.formats import JUDGEMENT_FORMATS
from analysis.reports import REPORTS
from judging.recruiters import RECRUITERS

ROOT = Path(__file__).resolve().parents[2]


def start(tmp_path: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Start Django's check in a process of its own, with nothing but these variables."""
    keep = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    variables = {
        **keep,
        "VAR_DIR": str(tmp_path),
        "SECRET_KEY": "only-for-tests",
        "PERSON_KEY_SECRET": "only-for-tests",
        **environment,
    }
    command = [sys.executable, "-c", "import turingapp.settings"]
    return subprocess.run(command, env=variables, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_platform_does_not_start_without_a_secret(tmp_path: Path) -> None:
    done = start(tmp_path, SECRET_KEY=" ")
    assert done.returncode == 1
    assert done.stderr.startswith("SECRET_KEY is not set; set it in the environment or in .env")


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("DEBUG", "maybe", "DEBUG is 'maybe'; it should be true or false."),
        ("HSTS_SECONDS", "long", "HSTS_SECONDS is 'long'; it should be a whole number."),
        ("HSTS_SECONDS", "-1", "HSTS_SECONDS is -1; it should be at least 0."),
    ],
)
def test_a_setting_that_cannot_be_used_is_named_with_its_value(
    tmp_path: Path, name: str, value: str, sentence: str
) -> None:
    done = start(tmp_path, **{name: value})
    assert (done.returncode, done.stderr.strip()) == (1, sentence)


def test_debug_behind_tls_is_refused_whatever_was_typed(tmp_path: Path) -> None:
    done = start(tmp_path, DEBUG="true", BEHIND_TLS="true")
    assert (done.returncode, done.stderr.strip()) == (
        1,
        "DEBUG and BEHIND_TLS are both on; a public server must not run with DEBUG.",
    )


@pytest.mark.parametrize("name", ["SECRET_KEY", "PERSON_KEY_SECRET"])
def test_a_public_server_does_not_start_with_a_secret_that_can_be_guessed(tmp_path: Path, name: str) -> None:
    strong = {"SECRET_KEY": token_urlsafe(50), "PERSON_KEY_SECRET": token_urlsafe(50), "BEHIND_TLS": "true"}
    assert start(tmp_path, **strong).returncode == 0
    done = start(tmp_path, **{**strong, name: "change-me-" * 10})
    assert (done.returncode, done.stderr.startswith(f"{name} can be guessed")) == (1, True)


def test_every_family_of_plugins_has_its_setting() -> None:
    registries = (TASKS, AI_AGENTS, FORMATS, JUDGEMENT_FORMATS, REPORTS, FIGURES, AI_JUDGES, EMBEDDERS, RECRUITERS)
    assert {registry.family for registry in registries} == set(settings.EXTRA_PLUGINS)
