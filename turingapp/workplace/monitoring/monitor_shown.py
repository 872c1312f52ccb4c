"""What the monitor of one study shows, gathered for its template."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from judging.launching import is_worker_at_work
from judging.ledger import find_caps, sum_study
from judging.models import Alert, Assignment, Study, VisitTally
from judging.models.recruiting import Posting
from judging.monitoring.counting import bring_up_to_date
from judging.monitoring.summing import (
    EDGES_MS,
    CellLine,
    PageLine,
    Sums,
    Times,
    list_cells,
    list_latest,
    sum_visits,
    take_times,
)
from judging.recruiters.money import Money
from turingapp.workplace.addresses import write_address
from turingapp.workplace.monitoring.charts import Chart, draw_bars
from turingapp.workplace.recruiting.board_shown import POLL_SECONDS, Tile

LATEST = 12  # visits shown
Stage = Assignment.Stage


@dataclass(frozen=True, slots=True)
class Share:
    """A line with a bar: `percent` of the longest one."""

    name: str
    percent: int
    line: PageLine | CellLine


@dataclass(frozen=True, slots=True)
class LatestVisit:
    """A visit that was seen lately."""

    visit: int
    where: str
    state: str
    kind: str  # where it is no main one
    seen_at: datetime
    early: int


@dataclass(frozen=True, slots=True)
class Monitor:
    """Everything of the monitor that changes."""

    poll_url: str
    poll_seconds: int
    mark: str
    is_worker_there: bool
    alerts: list[Alert]
    sums: Sums
    tiles: list[Tile]
    pages: list[Share]
    left_at: Chart | None
    times: Chart | None
    cells: list[Share]
    latest: list[LatestVisit]


def gather_monitor(study: Study, *, sees_money: bool, at: datetime) -> Monitor:
    """How the visits of a study stand; those that were seen since the last look are counted first."""
    behind = bring_up_to_date([study])
    protocol = study.protocols.latest("version")
    sums, times, cells = sum_visits(study, protocol, behind=behind, at=at), take_times(study), list_cells(protocol)
    latest, tiles = list_latest(study, LATEST), [*list_visits(sums, study), *list_signs(sums, times)]
    money, there = list_money(study) if sees_money else [], is_worker_at_work(at)
    alerts = list(study.alerts.filter(passed_at=None))
    mark = hashlib.sha256(repr((alerts, sums, times, cells, latest, money, there)).encode()).hexdigest()[:16]
    address = reverse("workplace:monitor_live", args=[study.slug])
    return Monitor(
        poll_url=write_address(address, {"seen": mark}),
        poll_seconds=POLL_SECONDS,
        mark=mark,
        is_worker_there=there,
        alerts=alerts,
        sums=sums,
        tiles=[*tiles, *money],
        pages=[Share(name_page(study, line.page), scale(line.reached, sums.arrived), line) for line in sums.pages],
        left_at=draw_left_at(sums),
        times=draw_times(times),
        cells=share_cells(cells),
        latest=[describe_latest(study, tally) for tally in latest],
    )


def scale(number: float, most: float) -> int:
    """A number as percent of the most there is."""
    return round(100 * number / most) if most else 0


def name_page(study: Study, page: Assignment.Stage) -> str:
    """A page of the visit in words."""
    if page == Stage.TRIALS:
        return {
            Study.Kind.CONVERSE.value: _("Conversation"),
            Study.Kind.IDENTIFY.value: _("Game of three"),
            Study.Kind.RESPOND.value: _("Stimuli to answer"),
        }.get(study.kind, _("Trials"))
    return {
        Stage.CONSENT: _("Consent"),
        Stage.DEMOGRAPHICS: _("About themselves"),
        Stage.INSTRUCTIONS: _("Instructions"),
        Stage.COMPREHENSION: _("Questions on the instructions"),
        Stage.CLOSING: _("Last questions"),
        Stage.OVER: _("Finished"),
    }[page]


def list_visits(sums: Sums, study: Study) -> list[Tile]:
    """The numbers of people."""
    wanted = sum(posting.places for posting in study.postings.exclude(state=Posting.State.DRAFT))
    quiet = _("%(number)s not seen for 5 minutes") % {"number": sums.quiet} if sums.quiet else ""
    of = _("of %(number)s wanted") % {"number": f"{wanted:,}"} if wanted else ""
    share = (
        "" if sums.dropped_out is None else _("%(share)s of all that are over") % {"share": f"{sums.dropped_out:.0%}"}
    )
    return [
        Tile(_("Inside now"), f"{sums.inside:,}", quiet),
        Tile(_("Finished"), f"{sums.finished:,}", of),
        Tile(_("Left before the end"), f"{sums.left:,}", share),
        Tile(_("Answers"), f"{sums.answered:,}", _("in %(number)s visits") % {"number": f"{sums.arrived:,}"}),
    ]


def list_signs(sums: Sums, times: Times) -> Iterable[Tile]:
    """The numbers on how carefully people answer; what a study does not have is left out."""
    if sums.failed_controls is not None:
        asked = ngettext("%(number)s question", "%(number)s questions", sums.controls) % {
            "number": f"{sums.controls:,}"
        }
        yield Tile(_("Controls right"), f"{1 - sums.failed_controls:.0%}", asked)
    hasty = ngettext("in %(number)s visit", "in %(number)s visits", sums.hasty) % {"number": f"{sums.hasty:,}"}
    yield Tile(_("Answers refused as too fast"), f"{sums.early:,}", hasty if sums.hasty else "")
    if times.median_ms is not None:
        latest = _("median of the latest %(number)s answers") % {"number": times.answers}
        yield Tile(_("Reaction time"), f"{times.median_ms / 1000:.1f} s", latest)


def list_money(study: Study) -> list[Tile]:
    """What is spent, for each currency of the study's postings."""
    currencies = sorted({posting.currency for posting in study.postings.all() if posting.plugin.calls_platform})
    cap = find_caps(study)[0] if currencies else 0
    return [
        Tile(
            _("Spent or set aside"),
            str(Money(sum_study(study, one), one)),
            _("cap: %(cap)s") % {"cap": Money(cap, one)},
        )
        for one in currencies
    ]


def draw_left_at(sums: Sums) -> Chart | None:
    """At which trial people left; None where nobody did."""
    left = sum(people for _number, people in sums.left_at)
    if not left:
        return None
    trial, most = max(sums.left_at, key=lambda pair: pair[1])
    summary = _("%(left)s left during the trials; most at trial %(trial)s of %(all)s: %(most)s.")
    titles = [_("Trial %(trial)s: %(people)s left") % {"trial": at, "people": people} for at, people in sums.left_at]
    return draw_bars(
        [people for _number, people in sums.left_at],
        [str(at) for at, _left in sums.left_at],
        titles,
        summary=summary % {"left": left, "most": most, "trial": trial, "all": len(sums.left_at)},
    )


def draw_times(times: Times) -> Chart | None:
    """How the latest reaction times are spread; None where none was measured."""
    if times.median_ms is None:
        return None
    edges = [f"{edge / 1000:g}" for edge in EDGES_MS]
    labels = [
        f"< {edges[0]}",
        *(f"{low}-{high}" for low, high in pairwise(edges)),
        f"> {edges[-1]}",
    ]
    titles = [
        _("%(span)s s: %(number)s answers") % {"span": label, "number": number}
        for label, number in zip(labels, times.bins, strict=True)
    ]
    quick = sum(times.bins[:2])
    summary = _("Of the latest %(number)s answers %(quick)s took less than a second; the median is %(median)s s.")
    told = {"number": times.answers, "quick": quick, "median": f"{times.median_ms / 1000:.1f}"}
    return draw_bars(times.bins, labels, titles, summary=summary % told)


def share_cells(cells: Sequence[CellLine]) -> list[Share]:
    """The cells with their bars: how often a place of each is taken on average."""
    most = max((cell.per_place for cell in cells), default=0)
    return [Share(cell.name, scale(cell.per_place, most), cell) for cell in cells]


def describe_latest(study: Study, tally: VisitTally) -> LatestVisit:
    """Where a visit stands that was seen lately."""
    page = Stage(tally.page)
    where = name_page(study, page)
    if page == Stage.TRIALS and not study.rule.chats:
        where = _("%(page)s: %(done)s done") % {"page": where, "done": tally.done}
    state = Assignment.State(tally.state)
    kind = "" if tally.is_main else _("counts nowhere")
    word = "" if state in (Assignment.State.OPEN, Assignment.State.FINISHED) else str(state.label)
    return LatestVisit(tally.assignment_id, where, word, kind, tally.seen_at, tally.early)
