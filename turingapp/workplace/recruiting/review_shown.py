"""What the review page shows, gathered for its template; ids of people are not in it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.core.paginator import Page, Paginator
from django.db.models import Count, QuerySet
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from judging.evidence import Evidence, collect_evidence
from judging.models import Decision, RevealedIdentity
from judging.models.recruiting import Outgoing, PlatformSubmission, Posting
from judging.recruiters.money import Money
from judging.recruiters.values import Status
from turingapp.kept import say_kept
from turingapp.workplace.addresses import write_address
from turingapp.workplace.results import Choice

ROWS_PER_PAGE, MOST_LISTED = 50, 20
LOOKED_THROUGH = 200  # submissions for one page of those with flags: each has to be looked at
WAITING, FLAGGED = "waiting", "flags"


@dataclass(frozen=True, slots=True)
class Filter:
    """Which submissions are shown."""

    title: str
    statuses: tuple[Status, ...]
    empty: str  # what is said where there are none


FILTERS = {
    WAITING: Filter(gettext_noop("Waiting"), (Status.SUBMITTED,), gettext_noop("Nobody waits for a decision.")),
    "approved": Filter(gettext_noop("Approved"), (Status.APPROVED,), gettext_noop("Nobody is approved yet.")),
    "rejected": Filter(gettext_noop("Rejected"), (Status.REJECTED,), gettext_noop("Nobody is rejected.")),
    "returned": Filter(
        gettext_noop("Returned or timed out"),
        (Status.RETURNED, Status.TIMED_OUT),
        gettext_noop("Nobody gave their place back."),
    ),
    "inside": Filter(gettext_noop("Not handed in"), (Status.ACTIVE,), gettext_noop("Nobody is at work.")),
    FLAGGED: Filter(gettext_noop("With flags"), tuple(Status), gettext_noop("Nothing stands out.")),
    "all": Filter(
        gettext_noop("All"),
        tuple(Status),
        gettext_noop("Nobody has come yet. Who comes is listed here with what they did."),
    ),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One submission: what speaks for and against it, and what was asked of the platform about it."""

    submission: PlatformSubmission
    evidence: Evidence
    requests: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Review:
    """The page."""

    chosen: Filter
    choices: list[Choice]
    page: "Page[PlatformSubmission]"
    lines: list[Line]
    waiting: list[int]  # of all pages, for the button that approves them
    decisions: list[Decision]
    revealed: list[RevealedIdentity]
    address: str  # of this filter, to which a page number is added


def gather_review(posting: Posting, show: str, number: str | None) -> Review:
    """One page of a posting's submissions; neither queries nor rows read grow with theirs.

    Those with flags are looked for page by page: a page shows the flagged ones among so many submissions.
    """
    rows = list_rows(posting)
    counts = dict(rows.values_list("status").annotate(Count("pk")).order_by())
    chosen = FILTERS[show]
    found = rows.filter(status__in=chosen.statuses).order_by("pk")
    page = Paginator(found, LOOKED_THROUGH if show == FLAGGED else ROWS_PER_PAGE).get_page(number)
    lines = describe_rows(posting, list(page.object_list))
    address = reverse("workplace:review", args=[posting.public_id])
    return Review(
        chosen=chosen,
        choices=[
            Choice(name_filter(slug, one, counts), write_address(address, {"show": slug}), slug == show)
            for slug, one in FILTERS.items()
        ],
        page=page,
        lines=[line for line in lines if line.evidence.warnings] if show == FLAGGED else lines,
        waiting=list(rows.filter(status=Status.SUBMITTED).order_by("pk").values_list("pk", flat=True)),
        decisions=list_decisions(posting),
        revealed=list_revealed(posting),
        address=write_address(address, {"show": show}),
    )


def list_rows(posting: Posting) -> "QuerySet[PlatformSubmission]":
    """The posting's submissions with what the page reads of each."""
    rows = PlatformSubmission.objects.filter(part__posting=posting)
    return rows.select_related("assignment", "part__posting")


def name_filter(slug: str, one: Filter, counts: dict[str, int]) -> str:
    """The filter with how many it shows, where that is known without looking at each."""
    if slug == FLAGGED:
        return gettext(one.title)
    return f"{gettext(one.title)} ({sum(counts.get(status, 0) for status in one.statuses)})"


def describe_rows(posting: Posting, rows: Sequence[PlatformSubmission]) -> list[Line]:
    """The lines of these submissions."""
    evidence, requests = collect_evidence(rows), defaultdict(list)
    for row in Outgoing.objects.filter(submission__in=rows):
        requests[row.submission_id].append(describe_request(row, posting.currency))
    return [Line(row, evidence[row.pk], requests[row.pk]) for row in rows]


def describe_request(row: Outgoing, currency: str) -> str:
    """What was asked, how much, and how it stands."""
    deed = gettext(row.get_kind_display())
    if row.kind == Outgoing.Kind.BONUS:
        money = Money(row.payload["amount"], currency)
        deed = gettext("Bonus “%(name)s” of %(money)s") % {"name": row.cause.split(":", 2)[2], "money": money}
    return f"{deed}: {describe_state(row)}"


def describe_state(row: Outgoing) -> str:
    """How a request stands, in words."""
    state = gettext(row.get_state_display()).lower()
    if row.state in (Outgoing.State.FAILED, Outgoing.State.UNCLEAR):
        return f"{state}. {say_kept(row.problem)}"
    if row.state != Outgoing.State.DUE:
        return state
    return ", ".join(filter(None, (gettext("on its way"), describe_next_try(row))))


def describe_next_try(row: Outgoing) -> str:
    """When a request whose last try met a problem is tried again; empty where there was none."""
    if not row.problem:
        return ""
    return gettext("next try at %(at)s UTC. %(problem)s") % {
        "at": f"{row.due_at:%H:%M:%S}",
        "problem": say_kept(row.problem),
    }


def list_decisions(posting: Posting) -> list[Decision]:
    """The last decisions, each with its `size`."""
    return list(Decision.objects.filter(posting=posting).annotate(size=Count("results"))[:MOST_LISTED])


def list_revealed(posting: Posting) -> list[RevealedIdentity]:
    """Who was shown whose id, the last first."""
    return list(RevealedIdentity.objects.filter(submission__part__posting=posting)[:MOST_LISTED])
