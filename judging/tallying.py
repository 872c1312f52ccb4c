"""People, time, money, parts and requests of postings, tallied with one query each however many there are."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count, F, Sum

from judging.models import Assignment
from judging.models.recruiting import OVER, LedgerEntry, Outgoing, PlatformSubmission, Posting, PostingPart
from judging.recruiters.money import Money
from judging.recruiters.values import Status

State = PostingPart.State
COMMITTED = "committed"  # beside the kinds of what is paid
OPEN_REQUESTS = (Outgoing.State.DUE, Outgoing.State.FAILED, Outgoing.State.UNCLEAR)
# Where the recruiter does not tell of submissions, our own visits do; all others have left.
AS_STATUS = {
    Assignment.State.OPEN: Status.ACTIVE,
    Assignment.State.FINISHED: Status.SUBMITTED,
    Assignment.State.SCREENED_OUT: Status.SCREENED_OUT,
}


@dataclass(frozen=True, slots=True)
class PartLine:
    """One object of the platform. `available` is None until the platform has told."""

    number: int
    state: str
    places: int
    available: int | None
    busy: int
    platform_id: str
    address: str
    asked_at: datetime | None

    @property
    def state_title(self) -> str:
        """The state in words."""
        return State(self.state).label

    @property
    def open_places(self) -> int:
        """Places that people may still take, as far as we know; none once the platform has confirmed the closing."""
        if self.state in OVER:
            return 0
        return self.places if self.available is None else self.available


@dataclass(frozen=True, slots=True)
class RequestLine:
    """A request to the platform that is not carried out: tried again at `due_at`, given up, or unclear."""

    number: int
    what: str
    part: int
    state: str
    tries: int
    due_at: datetime
    problem: str

    @property
    def word(self) -> str:
        """What has become of it, where a person has to see to it; empty while the worker does."""
        return {Outgoing.State.FAILED: "Refused", Outgoing.State.UNCLEAR: "Unclear"}.get(Outgoing.State(self.state), "")


@dataclass(frozen=True, slots=True)
class Amounts:
    """Amounts of a posting: paid, and committed beyond that. `fees` are the platform's share of what is paid."""

    rewards: Money
    bonuses: Money
    fees: Money
    committed: Money

    @property
    def paid(self) -> Money:
        """All that is paid."""
        return self.rewards + self.bonuses + self.fees


@dataclass(slots=True)
class People:
    """How many people of a posting have each status."""

    counts: Counter[Status] = field(default_factory=Counter)
    done_here: int = 0


def count_people(postings: Sequence[Posting]) -> dict[int, People]:
    """By posting: as the platform tells, or as our visits stand where the recruiter does not ask a platform."""
    found: defaultdict[int, People] = defaultdict(People)
    asked = {posting.pk for posting in postings if posting.plugin.calls_platform}
    rows = PlatformSubmission.objects.filter(part__posting__in=postings)
    grouped = rows.values_list("part__posting_id", "status", "assignment__state").annotate(Count("id"))
    for posting, status, visit, number in grouped:
        if posting not in asked:
            found[posting].counts[AS_STATUS.get(visit, Status.RETURNED)] += number
            continue
        found[posting].counts[Status(status)] += number
        if status == Status.ACTIVE and visit == Assignment.State.FINISHED:
            found[posting].done_here += number
    return found


def collect_seconds(postings: Sequence[Posting]) -> dict[int, list[float]]:
    """By posting: how long each finished visit took, from "Begin" to the end."""
    visits = Assignment.objects.filter(
        platform_submissions__part__posting__in=postings, state=Assignment.State.FINISHED
    )
    found: defaultdict[int, list[float]] = defaultdict(list)
    times = visits.annotate(took=F("over_at") - F("arrived_at"))
    for posting, _, took in times.values_list("platform_submissions__part__posting_id", "pk", "took").distinct():
        found[posting].append(took.total_seconds())
    return found


def sum_amounts(postings: Sequence[Posting]) -> dict[int, Amounts]:
    """By posting: what is paid, and what is committed beyond."""
    sums: Counter[tuple[int, str]] = Counter()
    rows = LedgerEntry.objects.filter(part__posting__in=postings).exclude(state=LedgerEntry.State.VOID)
    for posting, kind, state, amount in rows.values_list("part__posting_id", "kind", "state").annotate(Sum("amount")):
        sums[posting, kind if state == LedgerEntry.State.PAID else COMMITTED] += amount
    kinds = (LedgerEntry.Kind.REWARD, LedgerEntry.Kind.BONUS, LedgerEntry.Kind.FEE, COMMITTED)
    return {row.pk: Amounts(*(Money(sums[row.pk, kind], row.currency) for kind in kinds)) for row in postings}


def list_parts(postings: Sequence[Posting]) -> dict[int, list[PartLine]]:
    """By posting: its parts in order."""
    found: defaultdict[int, list[PartLine]] = defaultdict(list)
    for part in PostingPart.objects.filter(posting__in=postings).order_by("posting_id", "number"):
        found[part.posting_id].append(
            PartLine(
                number=part.number,
                state=part.state,
                places=part.places,
                available=part.available,
                busy=part.busy,
                platform_id=part.platform_id or "",
                address=part.address,
                asked_at=part.polled_at,
            )
        )
    return found


def list_requests(postings: Sequence[Posting]) -> dict[int, list[RequestLine]]:
    """By posting: the requests that are due or have failed, oldest first."""
    found: defaultdict[int, list[RequestLine]] = defaultdict(list)
    rows = Outgoing.objects.filter(part__posting__in=postings, state__in=OPEN_REQUESTS).select_related("part")
    for row in rows.order_by("pk"):
        found[row.part.posting_id].append(
            RequestLine(
                number=row.pk,
                what=row.get_kind_display(),
                part=row.part.number,
                state=row.state,
                tries=row.tries,
                due_at=row.due_at,
                problem=row.problem,
            )
        )
    return found
