"""Holding our rows against a platform's: everything asked anew, orphans found, sums compared."""

import random
from dataclasses import dataclass, field
from datetime import datetime

from judging.carrying import describe_part
from judging.identities import unseal
from judging.models.recruiting import LedgerEntry, Outgoing, PlatformSubmission, Posting, PostingPart
from judging.polling import poll
from judging.recruiters.base import Status
from turingapp.errors import ServiceError

Kind, State = LedgerEntry.Kind, LedgerEntry.State


@dataclass(slots=True)
class Reconciled:
    """What was found, each as a sentence; nothing found is good."""

    posting: Posting
    news: int = 0
    findings: list[str] = field(default_factory=list)


def reconcile(posting: Posting, *, at: datetime, rng: random.Random) -> Reconciled:
    """Ask about every part now, then compare people and sums."""
    found = Reconciled(posting)
    for part in posting.parts.select_related("posting").exclude(platform_id=None):
        polled = poll(part, at=at, rng=rng)
        found.news += polled.news
        if polled.problem:
            found.findings.append(polled.problem)
        elif posting.plugin.calls_platform:
            found.findings += compare_bonuses(part)
    found.findings += list_mismatches(posting)
    return found


def list_mismatches(posting: Posting) -> list[str]:
    """Where our visits and the platform's submissions tell different stories; none of it keeps anybody from pay."""
    rows = PlatformSubmission.objects.filter(part__posting=posting).select_related("assignment", "identity")
    sentences = []
    for row in rows.filter(status=Status.SUBMITTED):
        if row.assignment is None:
            sentences.append(f"Submission {row.platform_assignment} was handed in by somebody who never came to us.")
        elif row.assignment.state != "finished":
            state = row.assignment.get_state_display().lower()
            sentences.append(f"Submission {row.platform_assignment} was handed in; here the visit is {state}.")
    for row in rows.filter(status=Status.ACTIVE, is_told_done=True):
        sentences.append(f"{row.platform_assignment} is finished here, and the platform has nothing handed in.")
    return sentences


def compare_bonuses(part: PostingPart) -> list[str]:
    """Bonuses that one side has and the other has not."""
    try:
        told = sorted(part.posting.plugin.list_bonuses(describe_part(part)))
    except ServiceError as error:
        return [str(error)]
    entries = LedgerEntry.objects.filter(part=part, kind=Kind.BONUS, state=State.PAID).select_related("submission")
    ours = sorted((row.submission.platform_assignment, row.amount) for row in entries if row.submission)
    if told == ours:
        return []
    there, here = sum(amount for _, amount in told), sum(amount for _, amount in ours)
    return [f"Part {part.number}: the platform shows bonuses of {there}, the ledger {here} (in minor units)."]


def find_orphans(recruiter: str, environment: str) -> list[str]:
    """Objects of the account that carry a mark of ours and belong to no part of ours; asks the platform."""
    known = set(
        PostingPart.objects.filter(recruiter=recruiter, environment=environment).values_list("platform_id", flat=True)
    )
    postings = Posting.objects.filter(recruiter=recruiter, environment=environment)
    if not postings:
        return []
    tokens = set(Outgoing.objects.filter(part__posting__in=postings).values_list("token", flat=True))
    plugin = postings[0].plugin
    return [
        platform_id
        for token, platform_id in plugin.list_parts(environment)
        if token in tokens and platform_id not in known
    ]


def reveal(submission: PlatformSubmission) -> str:
    """The platform's id of a person, for those who must find them there."""
    return unseal(submission.identity)
