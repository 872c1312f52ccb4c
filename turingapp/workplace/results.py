"""What the results page shows, gathered for its template."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from analysis.figures import FIGURES
from analysis.figures.base import Drawing
from analysis.figures.rendering import Scope
from analysis.notices import list_notices
from analysis.observations import Observations
from analysis.reports import REPORTS, make_tables
from analysis.reports.base import NOTHING, Column, Kind, Table
from analysis.reports.rates import HOW_TO_READ
from analysis.reports.signs import say_signs
from judging.models import Study
from turingapp.workplace.addresses import UNSCREENED, list_choices_made, write_address
from turingapp.workplace.showing_figures import ShownFigure, show_figure

POLL_SECONDS, SLOW_POLL_SECONDS = 5, 60
MANY = 20_000  # judgements from which the page renews itself more slowly, to spare the server
CARDS = {
    "detectability": "Detectability (50% is chance)",
    "human_ceiling": "Humans judged human",
    "imitation": "Machines judged human",
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
    is_live: bool
    is_screened: bool
    notices: list[str]
    signs: str
    cards: list[Card]
    sections: list[Section]
    how_to_read: tuple[str, ...]
    poll_url: str
    poll_seconds: int
    figure: ShownFigure | None


def gather_results(observations: Observations, mark: str) -> Results:
    """The results of a study for its page."""
    study = observations.study
    tables = make_tables(observations)
    chosen = list_choices_made(observations)
    return Results(
        mark=mark,
        is_live=study.state == Study.State.OPEN or observations.visits.open > 0,
        is_screened=observations.is_screened,
        notices=list_notices(observations),
        signs=say_signs(observations),
        cards=make_cards(observations, tables["summary"][0]),
        sections=[Section(slug, REPORTS[slug].title, found) for slug, found in tables.items() if found],
        how_to_read=HOW_TO_READ,
        figure=show_agents(observations, mark),
        poll_seconds=POLL_SECONDS if len(observations.everything) < MANY else SLOW_POLL_SECONDS,
        poll_url=f"{reverse('workplace:results', args=[study.slug])}?{urlencode({**chosen, 'seen': mark})}",
    )


def show_agents(observations: Observations, mark: str) -> ShownFigure | None:
    """The figure of the agents; none before the first judgement that counts."""
    figure = FIGURES["agents"]
    drawing = Drawing(figure, figure.measure(observations))
    scope = Scope(mark, observations.study.slug, observations.version, observations.is_screened)
    return None if drawing.missing else show_figure(scope, drawing)


def offer_counts(observations: Observations, page: str = "workplace:study") -> list[Choice]:
    """Links to the judgements that pass the screening, and to all."""
    chosen = {key: value for key, value in list_choices_made(observations).items() if key != "count"}
    address = reverse(page, args=[observations.study.slug])
    return [
        Choice("Those that pass the screening", write_address(address, chosen), observations.is_screened),
        Choice("All", write_address(address, {**chosen, "count": UNSCREENED}), not observations.is_screened),
    ]


def offer_versions(observations: Observations, page: str = "workplace:study") -> list[Choice]:
    """Links to all versions of the protocol together and to each; none where there is one alone."""
    if len(observations.versions) < 2:
        return []
    chosen = {key: value for key, value in list_choices_made(observations).items() if key != "version"}
    address = reverse(page, args=[observations.study.slug])
    return [
        Choice("All versions", write_address(address, chosen), observations.version is None),
        *(
            Choice(
                f"Version {version}",
                write_address(address, {**chosen, "version": str(version)}),
                observations.version == version,
            )
            for version in observations.versions
        ),
    ]


def make_cards(observations: Observations, summary: Table) -> list[Card]:
    """The most important numbers."""
    rows = {row.values["measure"]: row for row in summary.rows}
    share, interval = Column("estimate", "", Kind.SHARE), Column("", "", Kind.SHARE, "low", "high")
    cards = []
    for measure, name in CARDS.items():
        ends = interval.write(rows[measure])
        cards.append(Card(name, share.write(rows[measure]), "" if ends == NOTHING else f"95% interval {ends}"))
    counted, everything, visits = len(observations.rows), len(observations.everything), observations.visits
    left_out = f"{everything - counted:,} screened out" if everything > counted else "none screened out"
    cards.append(Card("Judgements that count", f"{counted:,}", left_out))
    cards.append(Card("Visits finished", f"{visits.finished:,}", f"of {visits.arrived:,} begun"))
    if apart := visits.say_apart():
        cards.append(Card("Not counted", f"{visits.previews + visits.pilots:,}", apart))
    return cards
