"""What experimenters and workers do in these tests, in a few words."""

import random
from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from django.test import Client

from judging import outbox
from judging.arriving import begin, read_coming
from judging.drafting import draft_posting
from judging.models import Assignment, Study
from judging.models.recruiting import Outgoing, PlatformSubmission, Posting
from judging.polling import poll
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.mturk_pages import NOT_AVAILABLE
from judging.recruiters.local.mturk_state import Work
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.local.prolific_state import Part
from judging.recruiters.local.serving import Platform
from judging.recruiters.money import Money
from judging.recruiters.values import Offer
from judging.recruiting import open_posting
from judging.retrying import try_again

Clock = Callable[[], datetime]


def make_offer(**changes: Any) -> Offer:
    """Five minutes for a dollar."""
    values: dict[str, Any] = {
        "title": "Who wrote this?",
        "description": "Judge short texts.",
        "address": "",
        "reward": Money(100, "USD"),
        "places": 4,
        "minutes": 5,
        "allowed_minutes": 20,
    }
    return Offer(**{**values, **changes})


def post(study: Study, recruiter: str, *, at: datetime, **changes: Any) -> Posting:
    """A posting whose places are asked for and not carried out yet."""
    posting = draft_posting(study, make_offer(**changes), recruiter=recruiter, environment="local", at=at)
    open_posting(posting, at=at)
    return posting


def work_off(clock: Clock) -> list[Outgoing]:
    """One run of the worker."""
    return outbox.carry_out_due(clock=clock, rng=random.Random(0))


def look_after_unclear(at: datetime) -> None:
    """A person has looked at the platform and presses "Try again" for each request that nobody knows about."""
    for row in Outgoing.objects.filter(state=Outgoing.State.UNCLEAR):
        assert try_again(row, at=at)


def look(posting: Posting, clock: Clock) -> None:
    """Ask the platform about every part."""
    for part in posting.parts.exclude(platform_id=None):
        poll(part, at=clock(), rng=random.Random(0))


def address_worker(work: Work) -> dict[str, str]:
    """The parameters that MTurk appends for a worker."""
    return {"assignmentId": work.assignment_id, "hitId": work.hit_id, "workerId": work.worker_id}


def address_preview(hit_id: str) -> dict[str, str]:
    """The parameters that MTurk appends for a preview."""
    return {"assignmentId": NOT_AVAILABLE, "hitId": hit_id}


def address_participant(part: Part) -> dict[str, str]:
    """The parameters that Prolific fills in."""
    return {"PROLIFIC_PID": part.participant, "STUDY_ID": part.study_id, "SESSION_ID": part.submission_id}


def arrive(posting: Posting, query: dict[str, str], *, at: datetime, seed: int = 1) -> Assignment:
    """Open the arrival page and press "Begin"."""
    return begin(posting, read_coming(posting, query), at=at, seed=seed)


def finish(assignment: Assignment, *, at: datetime) -> Assignment:
    """Everything is answered and the code is there."""
    assignment.state, assignment.stage, assignment.code = Assignment.State.FINISHED, Assignment.Stage.OVER, "CODE"
    assignment.over_at = at
    assignment.save()
    return assignment


def submit_at_mturk(mturk: LocalMTurk, posting: Posting, worker: str, clock: Clock) -> PlatformSubmission:
    """A worker accepts, judges, submits; we have asked MTurk since."""
    part = posting.parts.exclude(platform_id=None)[0]
    work = mturk.state.accept(str(part.platform_id), worker)
    finish(arrive(posting, address_worker(work), at=clock()), at=clock())
    mturk.state.submit(work.assignment_id, "<done/>")
    look(posting, clock)
    return PlatformSubmission.objects.get(platform_assignment=work.assignment_id, assignment__isnull=False)


def submit_at_prolific(prolific: LocalProlific, posting: Posting, person: str, clock: Clock) -> PlatformSubmission:
    """A participant starts, judges, hands the code in; we have asked Prolific since."""
    study_id = str(posting.parts.exclude(platform_id=None)[0].platform_id)
    part = prolific.state.start(study_id, person)
    finish(arrive(posting, address_participant(part), at=clock()), at=clock())
    prolific.state.complete(person, posting.offer["codes"]["complete"])
    look(posting, clock)
    return PlatformSubmission.objects.get(platform_assignment=part.submission_id)


def submit_many_at_mturk(mturk: LocalMTurk, posting: Posting, people: int, clock: Clock) -> list[Work]:
    """So many workers accept and submit without coming to us; we have asked MTurk since."""
    hit_id = str(posting.parts.get().platform_id)
    for number in range(people):
        mturk.state.submit(mturk.state.accept(hit_id, f"W{number}").assignment_id, "x")
    look(posting, clock)
    return list(mturk.state.works.values())


def deliver(platform: Platform) -> list[int]:
    """Have a platform's waiting notices sent to our page; gives the status of each answer."""
    answers = []
    for address, body, headers in platform.sign_notices():
        kind = headers["Content-Type"]
        answers.append(Client().post(urlsplit(address).path, body, content_type=kind, headers=headers).status_code)
    return answers


def subscribe(mturk: LocalMTurk) -> None:
    """Our page has subscribed to the local MTurk's notices, and confirmed it."""
    mturk.state.notices_go_to = "http://testserver/notices/mturk/"
    assert deliver(mturk) == [HTTPStatus.NO_CONTENT]
    assert mturk.state.is_confirmed
