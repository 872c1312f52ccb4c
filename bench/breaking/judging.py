"""Judges whom a local platform sends and pays while everything is broken in turn; and what must be true then."""

import asyncio
import os
import random
import sys
import time
from statistics import median, quantiles
from typing import Any

from django.db import connections
from django.test import override_settings
from django.utils import timezone

from bench.breaking.harms import Storm
from bench.breaking.holding import check_answers, check_balance, check_money, check_visits
from bench.breaking.installation import Installation, running_installation
from bench.breaking.judges import Judge, Told, address_arrival
from bench.breaking.lines import HarmedLine
from bench.breaking.paying import LATER, pay_all, wait_until_paid
from bench.breaking.servers import Postgres, Redis
from bench.measuring import Bound
from judging.models import Study
from judging.models.recruiting import Outgoing, Posting
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.local.serving import serving
from tests.judging.recruiters.stories import address_participant, post, work_off
from tests.pools import make_pool, open_small_study

PROCESSES = 2
TRIALS, PAUSE_S = 20, 3.0
ARRIVE_WITHIN_S = 120.0
PAY_S = 30.0
TELL_EVERY_S = 15.0
HARMED = 0.2  # of all requests


def open_study(prolific: LocalProlific, *, judges: int) -> tuple[Study, Posting]:
    """A study and its posting, with the places asked for at the platform."""
    make_pool("color", stimuli=2 * TRIALS)
    study = open_small_study("color", trials=TRIALS, judgements_per_response=100_000, min_seconds=1, demographics=[])
    posting = post(study, "prolific", at=timezone.now(), places=judges, allowed_minutes=30)
    for _ in range(5):
        work_off(lambda: timezone.now() + LATER)
    if not any(row["status"] == "ACTIVE" for row in prolific.state.studies.values()):
        raise SystemExit(f"The platform opened no study: {list(Outgoing.objects.values_list('state', 'problem'))}")
    return study, posting


def send_judges(storm: Storm, prolific: LocalProlific, posting: Posting, *, seed: int, within_s: float) -> Told:
    """All judges, each from the platform's page to the code; what they know afterwards."""
    told, ends = Told(), time.monotonic() + within_s
    (study_id,) = prolific.state.studies

    async def send(number: int) -> None:
        rng = random.Random(f"{seed} {number}")
        with prolific.lock:
            part = prolific.state.start(study_id, f"{number:024x}")
        arrival = address_arrival(posting.public_id, address_participant(part))
        line = HarmedLine(storm.installation.web.port, rng, harmed=HARMED, statuses=told.statuses, harms=told.harmed)
        judge = Judge(part.participant, part.submission_id, arrival, line, rng, told)
        await judge.visit(prolific, pause=PAUSE_S, comes_after=rng.random() * ARRIVE_WITHIN_S, ends=ends)

    async def send_all() -> None:
        async with asyncio.TaskGroup() as everybody:
            watching = everybody.create_task(watch(storm, told, judges=posting.places))
            await asyncio.wait([everybody.create_task(send(number)) for number in range(posting.places)])
            watching.cancel()

    asyncio.run(send_all())
    return told


async def watch(storm: Storm, told: Told, *, judges: int) -> None:
    """Say now and then how things stand, and end all where the installation did not come up again."""
    start = time.monotonic()
    while True:
        await asyncio.sleep(TELL_EVERY_S)
        storm.raise_failure()
        stand = f"{len(told.finished)} of {judges} judges finished, {len(told.taken)} judgements"
        say(f"{time.monotonic() - start:.0f} s: {stand}, {storm.done.total()} harms, the latest: {storm.latest}")


def say(what: str) -> None:
    """Tell whoever waits; standard output is for what was found."""
    print(what, file=sys.stderr, flush=True)


def break_all(database: Postgres, broker: Redis, *, judges: int, seed: int, within_s: float) -> dict[str, Any]:
    """One installation over these servers, and a local platform beside it; the figures, and what must hold."""
    prolific = LocalProlific()
    with serving(prolific) as url, override_settings(PROLIFIC_LOCAL_URL=url):
        os.environ["PROLIFIC_LOCAL_URL"] = url
        study, posting = open_study(prolific, judges=judges)
        connections.close_all()
        with running_installation(database, broker, processes=PROCESSES) as installation:
            try:
                return measure(installation, prolific, study, posting, seed=seed, within_s=within_s)
            finally:
                connections.close_all()


def measure(
    installation: Installation, prolific: LocalProlific, study: Study, posting: Posting, *, seed: int, within_s: float
) -> dict[str, Any]:
    """Judge and pay through two storms; the figures and what must hold."""
    start = time.monotonic()
    with Storm(installation, seed=seed) as judging:
        told = send_judges(judging, prolific, posting, seed=seed, within_s=within_s)
        took = time.monotonic() - start
    say("All judges have left; who handed in is paid.")
    pay_all(posting)
    connections.close_all()
    with Storm(installation, seed=seed + 1) as paying:
        time.sleep(PAY_S)
    say("All is up again and looked at.")
    differences = wait_until_paid(posting)
    if told.statuses[500]:
        say(installation.tell_faults())
    bounds = [
        *check_answers(told),
        *check_visits(study, told),
        *check_balance(study),
        *check_money(posting, prolific.state, told),
        Bound("differences that a reconciliation finds", len(differences), 0),
        Bound("judges who did not come to an end", len(told.stuck), 0),
        Bound("answers with status 500", told.statuses[500], 0),
    ]
    return {
        "bounds": [(bound.name, bound.value, bound.limit) for bound in bounds],
        "judges": posting.places,
        "seed": seed,
        "harms": dict(sorted((judging.done + paying.done).items())),
        "requests": dict(told.harmed),
        "statuses": {str(status): number for status, number in sorted(told.statuses.items())},
        "turned_away": dict(told.turned_away),
        "judged": len(told.taken),
        "finished": len(told.finished),
        "seconds": took,
        "p50": median(told.waits),
        "p95": quantiles(told.waits, n=20)[-1],
        "ended": installation.ended,
        "stuck": told.stuck[:5],
        "differences": differences[:5],
    }
