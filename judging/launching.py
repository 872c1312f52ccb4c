"""What must be so before a posting is opened, looked at one by one; each check says what is wrong and what to do."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging import ledger
from judging.accounts import ask_account, find_account
from judging.acknowledging import list_open_cues
from judging.compensating import find_running
from judging.following import FREEING
from judging.kinds import KINDS, MEETINGS
from judging.models import Study
from judging.models.recruiting import PlatformSubmission, Posting, WorkerPulse
from judging.offers import read_offer
from judging.recruiters.reaching import find_broker_fault, find_fault
from turingapp.errors import OverCap

NO_TURNS = gettext_lazy("No worker has taken turns of conversations in the last three minutes; is it running?")
PULSE_WITHIN = timedelta(minutes=3)
NO_WORKER = gettext_lazy("No worker has carried anything out in the last three minutes; is it running?")


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at: as it should be, and what is wrong with it in sentences, if anything."""

    title: str
    problems: tuple[str, ...] = ()
    about: str = ""  # where a page offers what to do about it


def check_study(posting: Posting, at: datetime) -> Check:
    """The study admits people."""
    study, problems = posting.study, []
    if study.state != Study.State.OPEN:
        problems.append(_("%(study)s is not open; a clone of it can be opened.") % {"study": study.title})
    if study.is_simulated:
        problems.append(_("%(study)s is judged by robots, never by people.") % {"study": study.title})
    return Check(_("The study is open to people"), tuple(problems))


def check_terms(posting: Posting, at: datetime) -> Check:
    """The recruiter takes the offer."""
    problems = posting.plugin.validate(read_offer(posting.offer), posting.environment)
    return Check(
        _("%(recruiter)s takes this offer") % {"recruiter": _(posting.plugin.title)},
        tuple(str(problem) for problem in problems),
    )


def check_money(posting: Posting, at: datetime) -> Check:
    """The study's cap leaves room for the total."""
    title = _("The money is within the study's cap")
    try:
        ledger.check_study_cap(posting.study, posting.plugin.estimate_cost(read_offer(posting.offer)).total)
    except OverCap as refusal:
        return Check(title, (str(refusal),))
    return Check(title)


def check_places(posting: Posting, at: datetime) -> Check:
    """The pools can give a visit to everybody who is asked for, beside those whom other postings wait for."""
    title = _("The pools have a visit for everybody")
    left = KINDS[posting.study.kind].count_visits_left(posting.study.protocols.latest("version"))
    promised = count_promised(posting.study, besides=posting)
    if posting.places + promised <= left:
        return Check(title)
    told = (
        _(
            "%(places)s people are asked for, and the pools can give %(left)s more visits, of which other postings "
            "wait for %(promised)s."
        )
        if promised
        else _("%(places)s people are asked for, and the pools can give %(left)s more visits.")
    )
    advice = _("Ask for fewer, load more responses, or raise judgements_per_response in a new version of the protocol.")
    return Check(title, (f"{told % {'places': posting.places, 'left': left, 'promised': promised}} {advice}",))


def count_promised(study: Study, *, besides: Posting | None = None) -> int:
    """How many people the study's running postings still wait for: their places without those who have come."""
    running = find_running(study)
    if besides is not None:
        running = running.exclude(pk=besides.pk)
    come = PlatformSubmission.objects.filter(part__posting__in=running).exclude(status__in=FREEING)
    return max(0, sum(running.values_list("places", flat=True)) - come.count())


def check_parity(posting: Posting, at: datetime) -> Check:
    """Somebody knows of every cue that may give an origin away."""
    told = _("Cues in pool %(pool)s that may give an origin away and that nobody has acknowledged: %(number)s.")
    problems = tuple(
        told % {"pool": pool, "number": len(cues)} for pool, cues in list_open_cues(posting.study).items() if cues
    )
    return Check(_("Cues that may give an origin away are acknowledged"), problems, about="parity")


def check_secrets(posting: Posting, at: datetime) -> Check:
    """What the recruiter needs is in the environment; a platform on this machine needs none."""
    account = find_account(posting.recruiter, posting.environment)
    unset = [secret.name for secret in account.secrets if not secret.is_set]
    problems = (
        (_("These secrets are not set in the environment: %(names)s.") % {"names": ", ".join(unset)},) if unset else ()
    )
    return Check(_("The secrets of the account are set"), problems)


def check_platform(posting: Posting, at: datetime) -> Check:
    """The platform, if there is one to ask, answers and knows us. This asks over the network."""
    title = _("%(recruiter)s answers") % {"recruiter": _(posting.plugin.title)}
    account = find_account(posting.recruiter, posting.environment)
    if not account.is_ready:
        return Check(_("%(recruiter)s is not asked while secrets are missing") % {"recruiter": _(posting.plugin.title)})
    if not posting.plugin.calls_platform:
        return Check(title)
    connection = ask_account(account)
    return Check(title, () if connection.is_well else (connection.sentence,))


def check_worker(posting: Posting, at: datetime) -> Check:
    """A worker has left a sign within the last minutes; where people talk, one that takes turns has, too."""
    problems = [] if is_worker_at_work(at) else [str(NO_WORKER)]
    if posting.study.kind in MEETINGS and not is_worker_at_work(at, queue=WorkerPulse.CONVERSATIONS):
        problems.append(str(NO_TURNS))
    return Check(_("A worker is at work"), tuple(problems))


def is_worker_at_work(at: datetime, *, queue: str = WorkerPulse.GENERAL) -> bool:
    """Whether a worker of the queue has left a sign within the last minutes."""
    return WorkerPulse.objects.filter(queue=queue, at__gte=at - PULSE_WITHIN).exists()


def check_broker(posting: Posting, at: datetime) -> Check:
    """The queue between the pages and the worker takes a message and gives it back. This asks over the network."""
    fault = find_broker_fault(settings.CELERY_BROKER_URL, settings.CELERY_BROKER_TRANSPORT_OPTIONS)
    return Check(_("The queue of background work answers"), (fault,) if fault else ())


def check_pages(posting: Posting, at: datetime) -> Check:
    """People can reach us at the address that platforms are given. This asks over the network."""
    fault = find_fault(settings.PUBLIC_URL + reverse("health"))
    advice = _("Is PUBLIC_URL the address of this installation?")
    return Check(
        _("The pages answer at %(address)s") % {"address": settings.PUBLIC_URL},
        (f"{fault} {advice}",) if fault else (),
    )


CHECKS: tuple[Callable[[Posting, datetime], Check], ...] = (
    check_study,
    check_terms,
    check_money,
    check_places,
    check_parity,
    check_secrets,
    check_platform,
    check_worker,
    check_broker,
    check_pages,
)


def list_launch_checks(posting: Posting, *, at: datetime) -> list[Check]:
    """Every check with what came of it. Not to be called inside a transaction: pages are asked for."""
    return [check(posting, at) for check in CHECKS]


def list_launch_problems(posting: Posting, *, at: datetime) -> list[str]:
    """What keeps the posting from being opened now, as sentences."""
    return [problem for check in list_launch_checks(posting, at=at) for problem in check.problems]
