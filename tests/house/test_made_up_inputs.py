"""What `make bench-faults` gives to readers, forms and the API in the thousands, here in small."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.long
ROOT = Path(__file__).resolve().parents[2]
INPUTS, LIMIT_SECONDS = 2000, 900


@pytest.mark.parametrize("part", ["readers", "requests"])
def test_all_is_taken_or_refused_in_words_and_what_is_refused_leaves_nothing(part: str) -> None:
    command = [sys.executable, "-m", "bench.faults", part, str(LIMIT_SECONDS), str(INPUTS)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["told"] == []
    assert sum(number for _, number, _ in found["inputs"]) == found["planned"]
