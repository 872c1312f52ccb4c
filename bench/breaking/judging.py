"""Judges whom a local platform sends and pays while everything is broken in turn; and what must be true then."""

import asyncio
import os
import random
import time
from contextlib import ExitStack
from datetime import timedelta
from statistics import median, quantiles
from typing import Any

from django.db import connections
from django.test import override_settings
from django.utils import timezone

from bench.breaking.harms import Storm
from bench.breaking.holding import check_answers, check_balance, check_money, check_visits
from bench.breaking.judges import Judge, Told, address_arrival
from bench.breaking.lines import HarmedLine
from bench.breaking.programs import Installation, running_installation
from bench.breaking.servers import Postgres, Redis
from bench.measuring import Bound
from judging.models import Study
from judging.models.recruiting import Outgoing, PlatformSubmission, Posting
from judging.reconciling import reconcile
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.local.serving import serving
from judging.recruiters.values import Status
from judging.reviewing import approve_all, pay_bonuses
from tests.judging.recruiters.stories import address_participant, look, look_after_unclear, post, work_off
from tests.pools import make_pool, open_small_study

PROCESSES = 2
TRIALS, PAUSE_S = 10, 3.0
ARRIVE_WITHIN_S, THROUGH_WITHIN_S = 60.0, 1200.0
PAY_S, PAID_WITHIN_S = 30.0, 120.0
HARMED = 0.2  # of all requests
LATER = timedelta(hours=3)  # by when all is due that waits for another try


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


def send_judges(installation: Installation, prolific: LocalProlific, posting: Posting, *, seed: int) -> Told:
    """All judges, each from the platform's page to the code; what they know afterwards."""
    told, ends = Told(), time.monotonic() + THROUGH_WITHIN_S
    web = installation.web.web
    assert web is not None
    (study_id,) = prolific.state.studies

    async def send_all() -> None:
        async with asyncio.TaskGroup() as everybody:
            for number in range(posting.places):
                rng = random.Random(f"{seed} {number}")
                with prolific.lock:
                    part = prolific.state.start(study_id, f"{number:024x}")
                arrival = address_arrival(posting.public_id, address_participant(part))
                line = HarmedLine(web.port, rng, harmed=HARMED, statuses=told.statuses, harms=told.harmed)
                judge = Judge(part.participant, part.submission_id, arrival, line, rng, told)
                comes_after = rng.random() * ARRIVE_WITHIN_S
                everybody.create_task(judge.visit(prolific, pause=PAUSE_S, comes_after=comes_after, ends=ends))

    asyncio.run(send_all())
    return told


def pay_all(posting: Posting) -> None:
    """Approve whoever handed in, and promise each a bonus; a worker asks the platform for both."""
    connections.close_all()
    look(posting, timezone.now)
    rows = list(PlatformSubmission.objects.filter(part__posting=posting, status=Status.SUBMITTED))
    approve_all(rows, at=timezone.now())
    pay_bonuses(rows, amount=15, reason="Good eyes", name="control", at=timezone.now())


def wait_until_paid(posting: Posting) -> list[str]:
    """Have all that is due done, a person looking after what nobody knows of; what ours and the platform differ in."""
    ends = time.monotonic() + PAID_WITHIN_S
    while Outgoing.objects.exclude(state=Outgoing.State.DONE).exclude(kind="list").exists():
        look_after_unclear(timezone.now())
        work_off(lambda: timezone.now() + LATER)
        if time.monotonic() > ends:
            break
    return reconcile(posting, at=timezone.now() + LATER, rng=random.Random(0)).findings


def break_all(database: Postgres, broker: Redis, *, judges: int, seed: int) -> dict[str, Any]:
    """One installation over these servers, and a local platform beside it; the figures, and what must hold."""
    prolific = LocalProlific()
    with serving(prolific) as url, override_settings(PROLIFIC_LOCAL_URL=url):
        os.environ["PROLIFIC_LOCAL_URL"] = url
        study, posting = open_study(prolific, judges=judges)
        connections.close_all()
        with running_installation(database, broker, processes=PROCESSES) as installation:
            return measure(installation, prolific, study, posting, seed=seed)


def measure(
    installation: Installation, prolific: LocalProlific, study: Study, posting: Posting, *, seed: int
) -> dict[str, Any]:
    """Judge and pay through two storms; the figures and what must hold."""
    start = time.monotonic()
    with Storm(installation, seed=seed) as judging:
        told = send_judges(installation, prolific, posting, seed=seed)
    took = time.monotonic() - start
    pay_all(posting)
    connections.close_all()
    with Storm(installation, seed=seed + 1) as paying:
        time.sleep(PAY_S)
    with ExitStack() as stack:
        stack.callback(connections.close_all)
        differences = wait_until_paid(posting)
        bounds = [
            *check_answers(told),
            *check_visits(study, told),
            *check_balance(study),
            *check_money(posting, prolific.state),
            Bound("differences that a reconciliation finds", len(differences), 0),
            Bound("judges who were stuck", len(told.stuck), 0),
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
