"""How a study's visits stand, summed from their tallies: a page by page funnel, and the latest answers.

The number of queries is the same for one visit and for many, and none reads a study's judgements.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from django.db.models import Count, Q, QuerySet, Sum

from judging.models import Assignment, Cell, Protocol, Study, Trial, VisitTally

Stage, State = Assignment.Stage, Assignment.State
ORDER = tuple(Stage)
QUIET = timedelta(minutes=5)  # since when somebody inside has not been seen
LATEST_VISITS, LATEST_ANSWERS = 25, 500  # from which reaction times are taken
EDGES_MS = (500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000)


@dataclass(frozen=True, slots=True)
class PageLine:
    """One page of the visit: how many people came so far, are there now, and left there."""

    page: Assignment.Stage
    reached: int
    here: int
    left: int


@dataclass(frozen=True, slots=True)
class CellLine:
    """One cell: how often its places are taken."""

    kind: str
    name: str
    places: int
    taken: int

    @property
    def per_place(self) -> float:
        """How many trials hold or have done a place, on average."""
        return self.taken / self.places if self.places else 0.0


@dataclass(frozen=True, slots=True)
class Times:
    """Reaction times of the latest answers: how many fall below each edge and above the one before it."""

    answers: int
    median_ms: float | None
    bins: tuple[int, ...]  # one more than EDGES_MS


@dataclass(frozen=True, slots=True)
class Sums:
    """The visits of one study that count; `apart` are previews and pilots, `behind` are not counted yet."""

    arrived: int
    inside: int
    quiet: int  # of those inside
    finished: int
    left: int
    answered: int
    controls: int
    controls_right: int
    early: int
    hasty: int  # visits with an early answer
    apart: int
    behind: int
    pages: tuple[PageLine, ...]
    left_at: tuple[tuple[int, int], ...]  # trial, people who left at it

    @property
    def failed_controls(self) -> float | None:
        """The share of control questions that were answered wrongly; None before there is one."""
        return 1 - self.controls_right / self.controls if self.controls else None

    @property
    def dropped_out(self) -> float | None:
        """The share who left, of those who left or finished."""
        over = self.left + self.finished
        return self.left / over if over else None


@dataclass(frozen=True, slots=True)
class Group:
    """Visits with the same state at the same page after the same number of trials."""

    is_main: bool
    state: Assignment.State
    page: Assignment.Stage
    done: int
    visits: int
    lapsed: int
    quiet: int
    answered: int
    controls: int
    controls_right: int
    early: int
    hasty: int

    @property
    def left(self) -> int:
        """How many of them left: they ended before the end, or were not seen for as long as their places are kept."""
        if self.state == State.FINISHED:
            return 0
        return self.lapsed if self.state == State.OPEN else self.visits

    @property
    def inside(self) -> int:
        """How many of them go on."""
        return self.visits - self.lapsed if self.state == State.OPEN else 0


def sum_visits(study: Study, protocol: Protocol, *, behind: int = 0, at: datetime) -> Sums:
    """How the visits of a study stand at this time, with one query; `behind` of them are not counted yet."""
    every = list(group_visits(VisitTally.objects.filter(study=study), protocol, at=at))
    groups = [group for group in every if group.is_main]
    return Sums(
        arrived=sum(group.visits for group in groups),
        inside=sum(group.inside for group in groups),
        quiet=sum(group.quiet - group.lapsed for group in groups if group.state == State.OPEN),
        finished=sum(group.visits for group in groups if group.state == State.FINISHED),
        left=sum(group.left for group in groups),
        answered=sum(group.answered for group in groups),
        controls=sum(group.controls for group in groups),
        controls_right=sum(group.controls_right for group in groups),
        early=sum(group.early for group in groups),
        hasty=sum(group.hasty for group in groups),
        apart=sum(group.visits for group in every if not group.is_main),
        behind=behind,
        pages=tuple(describe_pages(groups, protocol)),
        left_at=tuple(count_left_at(groups, protocol)),
    )


def group_visits(tallies: QuerySet[VisitTally], protocol: Protocol, *, at: datetime) -> Iterable[Group]:
    """The visits by state, page and trials, and what they came to together."""
    lease = timedelta(minutes=protocol.settings.lease_minutes)
    rows = tallies.values_list("is_main", "state", "page", "done").annotate(
        visits=Count("pk"),
        lapsed=Count("pk", filter=Q(seen_at__lt=at - lease)),
        quiet=Count("pk", filter=Q(seen_at__lt=at - min(lease, QUIET))),
        answered_sum=Sum("answered"),
        controls_sum=Sum("controls"),
        right_sum=Sum("controls_right"),
        early_sum=Sum("early"),
        hasty=Count("pk", filter=Q(early__gt=0)),
    )
    return [Group(is_main, State(state), Stage(page), *numbers) for is_main, state, page, *numbers in rows]


def describe_pages(groups: Sequence[Group], protocol: Protocol) -> Iterable[PageLine]:
    """The pages that the protocol has, in order; each was reached by whoever is there or got further."""
    settings = protocol.settings
    asked = {
        Stage.DEMOGRAPHICS: bool(settings.demographics),
        Stage.COMPREHENSION: bool(settings.comprehension),
        Stage.CLOSING: settings.closing,
    }
    for number, page in enumerate(ORDER):
        there = [group for group in groups if group.page == page]
        if asked.get(page, True) or there:
            yield PageLine(
                page=page,
                reached=sum(group.visits for group in groups if ORDER.index(group.page) >= number),
                here=sum(group.inside for group in there),
                left=sum(group.left for group in there),
            )


def count_left_at(groups: Iterable[Group], protocol: Protocol) -> Iterable[tuple[int, int]]:
    """For each trial of a visit, how many left at it: after so many others were done."""
    left: Counter[int] = Counter()
    for group in groups:
        # An erased visit does not tell any more how far it came.
        if group.page == Stage.TRIALS and group.state != State.ERASED:
            left[group.done + 1] += group.left
    last = max([protocol.settings.trials_in_all, *left])
    return [(trial, left[trial]) for trial in range(1, last + 1)]


def list_cells(protocol: Protocol) -> list[CellLine]:
    """The cells of a protocol."""
    rows = Cell.objects.filter(protocol=protocol).order_by("kind", "name")
    return [CellLine(cell.get_kind_display(), cell.name, cell.places_count, cell.taken) for cell in rows]


def take_times(study: Study) -> Times:
    """Reaction times of the latest answers of the visits that were seen last."""
    latest = VisitTally.objects.filter(study=study, is_main=True).order_by("-seen_at")[:LATEST_VISITS]
    trials = Trial.objects.filter(assignment__in=list(latest.values_list("assignment_id", flat=True)))
    measured = trials.filter(answered_at__isnull=False, rt_ms__isnull=False).order_by("-answered_at")
    times = list(measured.values_list("rt_ms", flat=True)[:LATEST_ANSWERS])
    bins = Counter(sum(ms >= edge for edge in EDGES_MS) for ms in times if ms is not None)
    middle = median(ms for ms in times if ms is not None) if times else None
    return Times(len(times), middle, tuple(bins[number] for number in range(len(EDGES_MS) + 1)))


def list_latest(study: Study, most: int) -> list[VisitTally]:
    """The visits that were seen last, those that count nowhere too."""
    return list(VisitTally.objects.filter(study=study).order_by("-seen_at", "-pk")[:most])
