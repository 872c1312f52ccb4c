"""What the monitor of one study shows, gathered for its template."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from django.urls import reverse
from django.utils.translation import gettext as _

from judging.launching import is_worker_at_work
from judging.models import Alert, Study
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
from turingapp.workplace.addresses import write_address
from turingapp.workplace.monitoring.charts import Chart, draw_bars
from turingapp.workplace.monitoring.tiles import list_money, list_signs, list_visits
from turingapp.workplace.monitoring.visit_lines import LatestVisit, describe_latest, name_page
from turingapp.workplace.recruiting.board_shown import POLL_SECONDS, Tile

LATEST = 12  # visits shown


@dataclass(frozen=True, slots=True)
class Share:
    """A line with a bar: `percent` of the longest one."""

    name: str
    percent: int
    line: PageLine | CellLine


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
