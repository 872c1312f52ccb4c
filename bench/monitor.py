"""CPU time of the monitor's refresh each five seconds, over 100,000 judgements of which some come in between.

Beside it stands a bare count of the judgements in SQL, which a monitor without tallies would make at each look.
BENCH_JUDGEMENTS names another size.
"""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bench.measuring import Bound, Figure, compare
from bench.visit import empty_installation

if TYPE_CHECKING:
    from judging.models import Study

JUDGEMENTS = int(os.environ.get("BENCH_JUDGEMENTS", "100000"))
ACTIVE = 30  # visits that are seen between two looks
EVERY_MS = 5_000
SHARE_OF_A_CORE = 0.01


def measure() -> Iterator[Figure | Bound]:
    """The refresh of a study's monitor, and what it is of a core."""
    with empty_installation():
        from bench.judged import make_judged_study

        yield from measure_refresh(make_judged_study("monitored", JUDGEMENTS))


def measure_refresh(study: "Study") -> Iterator[Figure | Bound]:
    """Looks at the page's live part, before each of which some visits were seen."""
    from django.contrib.auth.models import User
    from django.test import Client
    from django.urls import reverse
    from django.utils import timezone

    from judging.models import Assignment, Judgement
    from judging.monitoring.counting import count_all_behind

    browser = Client(headers={"host": "localhost"})
    browser.force_login(User.objects.create_superuser("experimenter"))
    address = reverse("workplace:monitor_live", args=[study.slug])
    active = list(Assignment.objects.filter(study=study).values_list("pk", flat=True)[:ACTIVE])
    count_all_behind(clock=timezone.now, seconds=600)

    def look() -> None:
        Assignment.objects.filter(pk__in=active).update(seen_at=timezone.now())
        answer = browser.get(address)
        if answer.status_code != 200:
            raise SystemExit(f"The monitor answered {answer.status_code}.")

    def count() -> None:
        Judgement.objects.filter(trial__assignment__study=study).count()

    ours, bare = compare(look, count, times=5, rounds=5)
    name = f"refresh of the monitor, {JUDGEMENTS:,} judgements"
    yield Figure(name, ours, "counting them in SQL", bare)
    yield Bound("share of a core at a refresh each 5 s", ours / EVERY_MS, SHARE_OF_A_CORE)
