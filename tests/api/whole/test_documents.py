"""docs/api.md does what it says: its examples run against a real server, in the order in which they stand."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer

from agents.models import Response
from judging.models import Judgement, Study
from turingapp.api.scopes import TokenScope
from turingapp.api.tokens import make_token

PAGE = Path(__file__).resolve().parents[3] / "docs" / "api.md"
SECONDS = 60


def list_blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def test_the_page_lists_every_scope_and_no_other() -> None:
    assert re.findall(r"^\| `([a-z]+:[a-z]+)`", PAGE.read_text(encoding="utf-8"), re.MULTILINE) == TokenScope.values


@pytest.mark.django_db(transaction=True)
def test_the_examples_of_the_page_run(live_server: LiveServer) -> None:
    if shutil.which("curl") is None:
        pytest.skip("there is no curl on this machine")
    admin = User.objects.create_superuser("admin")
    made = make_token(admin, name="examples", scopes=TokenScope.values, days=1, at=timezone.now())
    known = {**os.environ, "TURING_URL": live_server.url, "TURING_TOKEN": made.secret}
    for block in list_blocks("bash"):
        done = subprocess.run(["bash", "-ec", block], env=known, capture_output=True, text=True, timeout=SECONDS)
        assert done.returncode == 0, done.stdout + done.stderr
    program = "\n".join(list_blocks("python"))
    done = subprocess.run([sys.executable, "-c", program], env=known, capture_output=True, text=True, timeout=SECONDS)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "2"
    assert Response.objects.filter(pool="class").count() == 2
    assert set(Judgement.objects.values_list("trial__place__response__pool", "verdict")) == {
        ("class", "human"),
        ("class", "ai"),
    }
    assert Study.objects.get().label.endswith("loaded from Pilot of a class, June 2025")
