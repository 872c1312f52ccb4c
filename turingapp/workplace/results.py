"""What the results page shows, gathered for its template."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from analysis.figures import FIGURES
from analysis.figures.base import Drawing
from analysis.measuring import Measured, Scope
from analysis.reports import REPORTS
from analysis.reports.base import NOTHING, Column, Kind, Table
from analysis.reports.rates import HOW_TO_READ
from judging.models import Study
from turingapp.workplace.addresses import UNSCREENED, list_choices_made, write_address
from turingapp.workplace.showing_figures import ShownFigure, show_figure

POLL_SECONDS, SLOW_POLL_SECONDS = 5, 60
CARDS = {
    "detectability": gettext_noop("Detectability (50% is chance)"),
    "human_ceiling": gettext_noop("Humans judged human"),
    "imitation": gettext_noop("Machines judged human"),
}


@dataclass(frozen=True, slots=True)
class Card:
    """One number at a glance."""

    name: str
    value: str
    detail: str


@dataclass(frozen=True, slots=True)
class Section:
    """One report with its tables."""

    slug: str
    title: str
    tables: list[Table]


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to look at the results, as a link."""

    title: str
    url: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Results:
    """Everything of the results page that changes while judgements come in."""

    mark: str
    made_at: datetime | None
    is_live: bool
    is_begun: bool  # somebody has come
    is_screened: bool
    notices: list[str]
    signs: str
    cards: list[Card]
    sections: list[Section]
    how_to_read: tuple[str, ...]
    poll_url: str
    poll_seconds: int
    figure: ShownFigure | None


def gather_results(study: Study, measured: Measured) -> Results:
    """The results of a study for its page."""
    scope = measured.scope
    return Results(
        mark=scope.mark,
        made_at=measured.made_at,
        is_live=study.state == Study.State.OPEN or measured.visits.open > 0,
        is_begun=bool(measured.visits.arrived or measured.judgements),
        is_screened=scope.is_screened,
        notices=list(measured.notices),
        signs=measured.signs,
        cards=make_cards(measured),
        sections=[Section(slug, REPORTS[slug].title, found) for slug, found in measured.tables.items() if found],
        how_to_read=HOW_TO_READ,
        figure=show_agents(measured),
        poll_seconds=SLOW_POLL_SECONDS if measured.made_at else POLL_SECONDS,
        poll_url=write_address(
            reverse("workplace:results", args=[study.slug]), {**list_choices_made(scope), "seen": scope.mark}
        ),
    )


def show_agents(measured: Measured) -> ShownFigure | None:
    """The figure of the agents; none before the first judgement that counts."""
    drawing = Drawing(FIGURES["agents"], measured.figures["agents"])
    return None if drawing.missing else show_figure(measured.scope, drawing)


def offer_counts(scope: Scope, page: str = "workplace:study") -> list[Choice]:
    """Links to the judgements that pass the screening, and to all."""
    chosen = {key: value for key, value in list_choices_made(scope).items() if key != "count"}
    address = reverse(page, args=[scope.slug])
    return [
        Choice(gettext("Those that pass the screening"), write_address(address, chosen), scope.is_screened),
        Choice(gettext("All"), write_address(address, {**chosen, "count": UNSCREENED}), not scope.is_screened),
    ]


def offer_versions(scope: Scope, versions: Sequence[int], page: str = "workplace:study") -> list[Choice]:
    """Links to all versions of the protocol together and to each; none where there is one alone."""
    if len(versions) < 2:
        return []
    chosen = {key: value for key, value in list_choices_made(scope).items() if key != "version"}
    address = reverse(page, args=[scope.slug])
    return [
        Choice(gettext("All versions"), write_address(address, chosen), scope.version is None),
        *(
            Choice(
                gettext("Version %(version)s") % {"version": version},
                write_address(address, {**chosen, "version": str(version)}),
                scope.version == version,
            )
            for version in versions
        ),
    ]


def say_interval(ends: str) -> str:
    """A confidence interval beside its estimate."""
    return gettext("95%% interval %(ends)s") % {"ends": ends}


def make_cards(measured: Measured) -> list[Card]:
    """The most important numbers."""
    rows = {row.values["measure"]: row for row in measured.tables["summary"][0].rows}
    share, interval = Column("estimate", "", Kind.SHARE), Column("", "", Kind.SHARE, "low", "high")
    cards = []
    for measure, name in CARDS.items():
        ends = interval.write(rows[measure])
        cards.append(Card(gettext(name), share.write(rows[measure]), "" if ends == NOTHING else say_interval(ends)))
    counted, everything, visits = measured.counted, measured.judgements, measured.visits
    left_out = (
        gettext("%(number)s screened out") % {"number": f"{everything - counted:,}"}
        if everything > counted
        else gettext("none screened out")
    )
    cards.append(Card(gettext("Judgements that count"), f"{counted:,}", left_out))
    cards.append(
        Card(
            gettext("Visits finished"),
            f"{visits.finished:,}",
            gettext("of %(number)s begun") % {"number": f"{visits.arrived:,}"},
        )
    )
    if apart := visits.say_apart():
        cards.append(Card(gettext("Not counted"), f"{visits.previews + visits.pilots:,}", apart))
    return cards
