"""Seconds and memory of loading 100,000 responses from one file, and of the parity report on them.

Each is measured in a process of its own, over an empty SQLite file, so that nothing else counts as its memory.
"""

import json
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.visit import empty_installation

ROWS, STIMULI = 100_000, 2_000
MOST_SECONDS, MOST_MB = 60.0, 500.0
WORDS = (
    "sea",
    "ship",
    "wave",
    "salt",
    "sun",
    "hot",
    "star",
    "run",
    "fast",
    "road",
    "tea",
    "cup",
    "a",
    "the",
    "on",
    "red",
)
KINDS = ("association", "captioning")
SEED = 20_240_502


@dataclass(frozen=True, slots=True)
class Load:
    """What one load took."""

    name: str
    seconds: float
    cpu_seconds: float
    megabytes: float

    @property
    def is_within(self) -> bool:
        """Whether it keeps both limits."""
        return self.cpu_seconds <= MOST_SECONDS and self.megabytes <= MOST_MB

    def __str__(self) -> str:
        verdict = "kept" if self.is_within else "BROKEN"
        return (
            f"{self.name}: {self.seconds:.1f} s, {self.cpu_seconds:.1f} s of CPU, {self.megabytes:.0f} MB; "
            f"at most {MOST_SECONDS:g} s and {MOST_MB:g} MB: {verdict}"
        )


def measure() -> list[Load]:
    """A table of words, then JSON Lines of sentences; after each load the report."""
    found = []
    for kind in KINDS:
        argv = (sys.executable, "-m", "bench.loading", kind)
        output = subprocess.run(argv, check=True, capture_output=True, text=True).stdout
        found += [Load(*fields) for fields in json.loads(output)]
    return found


def load_file(kind: str) -> list[Load]:
    """Load a file of this kind in this process, then report on it."""
    with TemporaryDirectory() as folder, empty_installation():
        # The models can only be imported now that Django is set up.
        from django.core.management import call_command

        path = write_rows(Path(folder), kind)
        options = {"pool": "bench", "verbosity": 0}
        return [
            take_time(
                f"{ROWS:,} responses loaded from {path.name}",
                lambda: call_command("load_responses", kind, str(path), **options),
            ),
            take_time(
                f"parity report on {ROWS:,} responses of {kind}",
                lambda: call_command("parity", kind, stdout=StringIO(), **options),
            ),
        ]


def write_rows(folder: Path, kind: str) -> Path:
    """A file of 100,000 responses by 25 people and 25 AI agents to 2,000 stimuli."""
    rng = random.Random(SEED)
    agents = ROWS // STIMULI
    path = folder / ("words.csv" if kind == "association" else "captions.jsonl")
    with path.open("w", encoding="utf-8") as file:
        if kind == "association":
            file.write("stimulus,cue,origin,agent,word\n")
        for number in range(ROWS):
            stimulus, agent = f"s{number // agents}", number % agents
            origin = "human" if agent % 2 else "ai"
            words = " ".join(rng.choices(WORDS, k=1 if kind == "association" else 11))
            if kind == "association":
                file.write(f"{stimulus},{stimulus},{origin},agent-{agent},{words}{rng.randrange(50)}\n")
            else:
                row = {
                    "stimulus": stimulus,
                    "origin": origin,
                    "agent": f"agent-{agent}",
                    "caption": f"{words} {number}",
                }
                file.write(json.dumps(row) + "\n")
    return path


def take_time(name: str, deed: Callable[[], object]) -> Load:
    """Do it, and take down what it took; the memory is the most that this process has had so far."""
    start, cpu = time.perf_counter(), time.process_time()
    deed()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Load(name, time.perf_counter() - start, time.process_time() - cpu, peak)


if __name__ == "__main__":
    found = [(load.name, load.seconds, load.cpu_seconds, load.megabytes) for load in load_file(sys.argv[1])]
    print(json.dumps(found))
