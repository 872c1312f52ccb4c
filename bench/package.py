"""Packing studies of 72,191 trials and more, and of 300,000: CPU seconds and memory, in processes of their own."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.measuring import Figure
from bench.visit import empty_installation

SMALL, LARGE = 72_191, 300_000  # the original study's trials, and four times as many
LIMIT_SECONDS, LIMIT_MEGABYTES, LIMIT_RATIO = 10.0, 300.0, 1.5
# Run apart, as the memory of a process is told at its peak only; `bare` reads the judgements and writes nothing.
PACK = """
import json, resource, sys, time
import django
django.setup()
from pathlib import Path
from django.utils import timezone
from analysis.packages.writing import write_package
from analysis.rows import COLUMNS, select_judgements
from judging.models import Study
study, start = Study.objects.get(slug=sys.argv[1]), time.process_time()
if sys.argv[2] == "bare":
    for row in select_judgements(study).values_list(*COLUMNS).iterator(5000):
        pass
else:
    write_package(study, Path(sys.argv[2]), at=timezone.now())
seconds, peak = time.process_time() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([seconds, peak]))
"""


def measure() -> list[Figure]:
    """Time beside that of reading the judgements alone, and memory of four times as many beside it."""
    small, large = (measure_study(trials) for trials in (SMALL, LARGE))
    name = f"a package of {small['trials']:,} trials"
    limit = LIMIT_SECONDS * small["trials"] / SMALL  # whole thousands of visits are made, so there are a few more
    seconds = Figure(name, small["seconds"], "reading alone", small["bare"], limit_ms=limit, unit="s")
    peak = Figure(name, small["peak"], "reading alone", small["bare_peak"], limit_ms=LIMIT_MEGABYTES, unit="MB")
    larger = f"memory for {large['trials']:,} trials"
    growth = Figure(larger, large["peak"], name, small["peak"], limit_ratio=LIMIT_RATIO, unit="MB")
    longer = Figure(f"a package of {large['trials']:,} trials", large["seconds"], name, small["seconds"], unit="s")
    return [seconds, peak, growth, longer]


def measure_study(trials: int) -> dict[str, float]:
    """What packing a study of so many trials takes, in an installation and a process of its own."""
    command = [sys.executable, "-c", f"from bench.package import pack_study; pack_study({trials})"]
    done = subprocess.run(command, env={**os.environ}, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def pack_study(trials: int) -> None:
    """Make a study, pack it, read it, and print what that took."""
    with empty_installation(), tempfile.TemporaryDirectory() as folder:
        from bench.judged import make_judged_study
        from judging.models import Trial

        make_judged_study("packed", trials)
        seconds, peak = run(str(Path(folder) / "study.zip"))
        bare, bare_peak = run("bare")
        found = {"trials": Trial.objects.count(), "seconds": seconds, "peak": peak, "bare": bare}
        print(json.dumps({**found, "bare_peak": bare_peak}))


def run(where: str) -> tuple[float, float]:
    """Seconds and peak megabytes of a process that packs the study, or only reads it."""
    command = [sys.executable, "-c", PACK, "packed", where]
    done = subprocess.run(command, env={**os.environ}, capture_output=True, text=True, check=True)
    seconds, peak = json.loads(done.stdout.splitlines()[-1])
    return seconds, peak
