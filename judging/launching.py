"""What must be so before a posting is opened, looked at one by one; each check says what is wrong and what to do."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.urls import reverse

from judging import ledger
from judging.models import Study
from judging.models.recruiting import Posting, WorkerPulse
from judging.offers import read_offer
from judging.recruiters.reaching import find_fault
from turingapp.errors import OverCap

PULSE_WITHIN = timedelta(minutes=3)


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at: as it should be, and what is wrong with it in sentences, if anything."""

    title: str
    problems: tuple[str, ...] = ()


def check_study(posting: Posting, at: datetime) -> Check:
    """The study admits people."""
    is_open = posting.study.state == Study.State.OPEN
    problems = () if is_open else (f"{posting.study.title} is not open; a clone of it can be opened.",)
    return Check("The study is open", problems)


def check_terms(posting: Posting, at: datetime) -> Check:
    """The recruiter takes the offer."""
    problems = posting.plugin.validate(read_offer(posting.offer), posting.environment)
    return Check(f"{posting.plugin.title} takes this offer", tuple(str(problem) for problem in problems))


def check_money(posting: Posting, at: datetime) -> Check:
    """The study's cap leaves room for the total."""
    title = "The money is within the study's cap"
    try:
        ledger.check_study_cap(posting.study, posting.plugin.estimate_cost(read_offer(posting.offer)).total)
    except OverCap as refusal:
        return Check(title, (str(refusal),))
    return Check(title)


def check_secrets(posting: Posting, at: datetime) -> Check:
    """What the recruiter needs is in the environment; a platform on this machine needs none."""
    unset = posting.plugin.list_unset() if posting.environment != "local" else ()
    problems = (f"These secrets are not set in the environment: {', '.join(unset)}.",) if unset else ()
    return Check("The secrets of the account are set", problems)


def check_worker(posting: Posting, at: datetime) -> Check:
    """A worker has left a sign within the last minutes."""
    pulse = WorkerPulse.objects.order_by("-at").first()
    is_well = pulse is not None and pulse.at >= at - PULSE_WITHIN
    problems = () if is_well else ("No worker has carried anything out in the last three minutes; is it running?",)
    return Check("A worker is at work", problems)


def check_pages(posting: Posting, at: datetime) -> Check:
    """People can reach us at the address that platforms are given. This asks over the network."""
    fault = find_fault(settings.PUBLIC_URL + reverse("health"))
    return Check(f"The pages answer at {settings.PUBLIC_URL}", (fault,) if fault else ())


CHECKS: tuple[Callable[[Posting, datetime], Check], ...] = (
    check_study,
    check_terms,
    check_money,
    check_secrets,
    check_worker,
    check_pages,
)


def list_launch_checks(posting: Posting, *, at: datetime) -> list[Check]:
    """Every check with what came of it. Not to be called inside a transaction: pages are asked for."""
    return [check(posting, at) for check in CHECKS]


def list_launch_problems(posting: Posting, *, at: datetime) -> list[str]:
    """What keeps the posting from being opened now, as sentences."""
    return [problem for check in list_launch_checks(posting, at=at) for problem in check.problems]
