"""What is the matter now, kind by kind: reasons, each with what it is about and one sentence. Reads, never writes.

Sentences are marked here, and said where they are read: each receiver and each page in its own language.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, F, Q, Sum
from django.utils.translation import gettext_noop

from agents.models import AgentRun
from judging.alerting.rules import Rule
from judging.ledger import find_caps, sum_study
from judging.models import Assignment, Cell, Study, TrialKind, VisitTally, WorkerPulse
from judging.models.alerting import AlertKind
from judging.models.recruiting import Outgoing, PlatformSubmission, Posting
from judging.recruiters import RECRUITERS
from judging.recruiters.money import Money
from judging.recruiters.values import Status
from turingapp.words import Words, ngettext_noop

LATEST = 50  # visits by which unusual ones are told
FEWEST_OVER, FEWEST_CONTROLS = 10, 20  # fewer say nothing
RECENT = timedelta(days=1)
State = Assignment.State
QUOTA_OF_PEOPLE = gettext_noop("%(study)s has %(number)s of %(wanted)s people.")
QUOTA_OF_JUDGEMENTS = gettext_noop("%(study)s has %(number)s of %(wanted)s judgements.")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why there is to be an alert."""

    subject: str
    words: Words


def measure_quota(study: Study) -> Iterator[tuple[str, int, int, str]]:
    """What it is about, how many there are and are wanted, and its text: of each open posting, and of all places."""
    open_ones = study.postings.filter(state__in=(Posting.State.OPEN, Posting.State.PAUSED))
    done = Q(parts__submissions__assignment__state=State.FINISHED)
    counted = Count("parts__submissions__assignment", filter=done, distinct=True)
    for posting in open_ones.annotate(finished=counted):
        yield f"posting {posting.pk}", posting.finished, posting.places, QUOTA_OF_PEOPLE
    protocol = study.protocols.latest("version")
    if study.rule.judges_responses and study.state == Study.State.OPEN:
        cells = Cell.objects.filter(protocol=protocol, kind=TrialKind.MAIN)
        sums = cells.aggregate(Sum("taken"), Sum("places_count"))
        wanted = (sums["places_count__sum"] or 0) * protocol.settings.judgements_per_response
        yield f"study {study.pk}", sums["taken__sum"] or 0, wanted, QUOTA_OF_JUDGEMENTS


def find_quota_near(study: Study, rule: Rule, at: datetime) -> Iterator[Reason]:
    """Nearly as many as wanted, and not all."""
    for subject, number, wanted, text in measure_quota(study):
        if wanted and rule.bound / 100 <= number / wanted < 1:
            yield Reason(subject, tell_quota(study, number, wanted, text))


def find_quota_full(study: Study, rule: Rule, at: datetime) -> Iterator[Reason]:
    """As many as wanted."""
    for subject, number, wanted, text in measure_quota(study):
        if 0 < wanted <= number:
            yield Reason(subject, tell_quota(study, number, wanted, text))


def tell_quota(study: Study, number: int, wanted: int, text: str) -> Words:
    """How many of those wanted there are."""
    return Words((text,), {"study": study.title, "number": f"{number:,}", "wanted": f"{wanted:,}"})


def find_spending(study: Study, rule: Rule, at: datetime) -> Iterator[Reason]:
    """So much of the cap is spent or set aside, in some currency."""
    currencies = set(study.postings.exclude(state=Posting.State.DRAFT).values_list("currency", flat=True))
    cap = find_caps(study)[0] if currencies else 0
    for currency in sorted(currencies):
        spent = sum_study(study, currency)
        if cap and spent >= cap * rule.bound / 100:
            told = {"study": study.title, "spent": str(Money(spent, currency)), "cap": str(Money(cap, currency))}
            text = gettext_noop("%(study)s has spent %(spent)s of its cap of %(cap)s.")
            yield Reason(f"study {study.pk} {currency}", Words((text,), told))


def find_requests(study: Study, rule: Rule, at: datetime) -> Iterator[Reason]:
    """Requests that failed, or of which nobody knows whether they were carried out."""
    failed = (Outgoing.State.FAILED, Outgoing.State.UNCLEAR)
    number = Outgoing.objects.filter(part__posting__study=study, state__in=failed).count()
    if number >= rule.bound:
        texts = ngettext_noop(
            "%(study)s: %(number)s request to a platform failed or is unclear; its board says why.",
            "%(study)s: %(number)s requests to a platform failed or are unclear; its board says why.",
        )
        yield Reason(f"study {study.pk}", Words(texts, {"study": study.title, "number": number}))


def find_decisions(study: Study, rule: Rule, at: datetime) -> Iterator[Reason]:
    """Submissions that have waited for so many hours."""
    limit = at - timedelta(hours=rule.bound)
    late = Q(submitted_at__lte=limit) | Q(submitted_at=None, seen_at__lte=limit)
    asked = [recruiter.slug for recruiter in RECRUITERS if recruiter.calls_platform]
    rows = PlatformSubmission.objects.filter(late, part__posting__study=study, status=Status.SUBMITTED)
    number = rows.filter(part__recruiter__in=asked).count()
    if number:
        told = {"study": study.title, "number": number, "hours": f"{rule.bound:g}"}
        texts = ngettext_noop(
            "%(study)s: %(number)s person has waited for their pay for over %(hours)s hours.",
            "%(study)s: %(number)s people have waited for their pay for over %(hours)s hours.",
        )
        yield Reason(f"study {study.pk}", Words(texts, told))


def find_drop_out(study: Study, rule: Rule, at: datetime) -> Iterator[Reason]:
    """Of the last visits that are over or lapsed, so many ended before their end."""
    lease = timedelta(minutes=study.protocols.latest("version").settings.lease_minutes)
    over = VisitTally.objects.filter(study=study, is_main=True).exclude(state=State.OPEN, seen_at__gte=at - lease)
    states = list(over.order_by("-seen_at").values_list("state", flat=True)[:LATEST])
    left = sum(state != State.FINISHED for state in states)
    if len(states) >= FEWEST_OVER and left >= len(states) * rule.bound / 100:
        told = {"study": study.title, "left": left, "all": len(states)}
        text = gettext_noop("%(study)s: %(left)s of the last %(all)s people left before the end.")
        yield Reason(f"study {study.pk}", Words((text,), told))


def find_controls(study: Study, rule: Rule, at: datetime) -> Iterator[Reason]:
    """Of the control questions of the last visits so many were answered wrongly."""
    latest = VisitTally.objects.filter(study=study, is_main=True, controls__gt=0).order_by("-seen_at")
    pairs = list(latest.values_list("controls", "controls_right")[:LATEST])
    asked = sum(controls for controls, _right in pairs)
    wrong = asked - sum(right for _controls, right in pairs)
    if asked >= FEWEST_CONTROLS and wrong >= asked * rule.bound / 100:
        told = {"study": study.title, "wrong": wrong, "asked": asked}
        text = gettext_noop("%(study)s: %(wrong)s of %(asked)s control questions of the last visits went wrong.")
        yield Reason(f"study {study.pk}", Words((text,), told))


def find_runs(rule: Rule, at: datetime) -> Iterator[Reason]:
    """Runs that stopped by themselves within a day, and were not gone on with."""
    stopped = AgentRun.objects.filter(state=AgentRun.State.STOPPED, over_at__gte=at - RECENT)
    runs = list(stopped.annotate(name=F("agent__title")))
    if len(runs) >= rule.bound:
        for run in runs:
            told = {"agent": run.name, "number": run.pk, "problem": run.problem[:200]}
            text = gettext_noop("Run %(number)s of %(agent)s stopped: %(problem)s")
            yield Reason(f"run {run.pk}", Words((text,), told))


def find_worker(rule: Rule, at: datetime) -> Iterator[Reason]:
    """The last sign of a worker of some queue is older than so many minutes; where none ever ran, none is missed."""
    for pulse in WorkerPulse.objects.filter(at__lt=at - timedelta(minutes=rule.bound)).order_by("pk"):
        told = {"time": f"{pulse.at:%Y-%m-%d %H:%M}"}
        if pulse.queue == WorkerPulse.CONVERSATIONS:
            text = gettext_noop("No worker has taken the turns of conversations since %(time)s UTC.")
        else:
            text = gettext_noop("No worker has left a sign since %(time)s UTC.")
        yield Reason(f"worker {pulse.queue}", Words((text,), told))


OF_STUDY: Mapping[AlertKind, Callable[[Study, Rule, datetime], Iterator[Reason]]] = {
    AlertKind.QUOTA_NEAR: find_quota_near,
    AlertKind.QUOTA_FULL: find_quota_full,
    AlertKind.SPENDING: find_spending,
    AlertKind.REQUESTS: find_requests,
    AlertKind.DECISIONS: find_decisions,
    AlertKind.DROP_OUT: find_drop_out,
    AlertKind.CONTROLS: find_controls,
}
OF_LAB: Mapping[AlertKind, Callable[[Rule, datetime], Iterator[Reason]]] = {
    AlertKind.RUNS: find_runs,
    AlertKind.WORKER: find_worker,
}
