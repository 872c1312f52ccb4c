"""The tab "People" of a study: its postings, and the choice of who is to bring people."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from judging.accounts import Account, describe_account
from judging.compensating import COMPENSATION
from judging.models import Study
from judging.models.recruiting import Posting
from judging.recruiters import RECRUITERS
from judging.recruiters.base import Recruiter
from judging.recruiters.values import Status
from judging.standing import Standing, stand_all
from turingapp.members.matrix import RECRUIT, SEE_STUDY
from turingapp.workplace.access import needs

WHO_COMES = {
    "link": gettext_noop("Whoever has the link, which you hand out yourself. Nobody is paid through us."),
    "panel": gettext_noop(
        "People from any platform that sends them by an address: CloudResearch Connect, SONA, your lab's own. "
        "They are paid there."
    ),
    "prolific": gettext_noop("Prolific's participants. Rewards and bonuses are paid from here."),
    "mturk": gettext_noop("Workers of Mechanical Turk, or of a service that speaks its protocol. Paid from here."),
}


@dataclass(frozen=True, slots=True)
class PostingLine:
    """One posting of the list."""

    posting: Posting
    standing: Standing

    @property
    def is_for_one(self) -> bool:
        """Whether it pays one person who could not hand in."""
        return COMPENSATION in self.posting.offer["details"]

    @property
    def in_progress(self) -> int:
        """People at work."""
        return self.standing.count(Status.ACTIVE)

    @property
    def submitted(self) -> int:
        """People who have handed in and wait for a decision."""
        return self.standing.count(Status.SUBMITTED)

    @property
    def approved(self) -> int:
        """People whose reward is approved."""
        return self.standing.count(Status.APPROVED)

    @property
    def returned(self) -> int:
        """People who gave their place back or ran out of time."""
        return self.standing.count(Status.RETURNED, Status.TIMED_OUT)


@dataclass(frozen=True, slots=True)
class RecruiterChoice:
    """A recruiter to choose, with what one must know of it."""

    recruiter: Recruiter
    who_comes: str
    live: Account


def describe_who(slug: str) -> str:
    """Who comes through this recruiter; empty for one that we do not know."""
    return gettext(WHO_COMES[slug]) if slug in WHO_COMES else ""


@require_safe
@needs(SEE_STUDY)
def show_people(request: HttpRequest, slug: str) -> HttpResponse:
    """The study's postings, newest first."""
    study = get_object_or_404(Study, slug=slug)
    postings = list(study.postings.select_related("study").order_by("-created_at", "-pk"))
    lines = [PostingLine(*pair) for pair in zip(postings, stand_all(postings), strict=True)]
    return render(request, "workplace/recruiting/people.html", {"study": study, "lines": lines})


@require_safe
@needs(RECRUIT)
def choose_recruiter(request: HttpRequest, slug: str) -> HttpResponse:
    """Who is to bring people; platforms that are closed come last."""
    study = get_object_or_404(Study, slug=slug)
    choices = [
        RecruiterChoice(plugin, describe_who(plugin.slug), describe_account(plugin, plugin.environments[0]))
        for plugin in sorted(RECRUITERS, key=lambda plugin: bool(plugin.closed))
    ]
    return render(request, "workplace/recruiting/choose.html", {"study": study, "choices": choices})
