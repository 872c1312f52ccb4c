"""What the results page shows, gathered for its template."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from agents.models import Provenance
from analysis.observations import Observations
from analysis.reports import REPORTS, make_tables
from analysis.reports.base import NOTHING, Column, Kind, Table
from analysis.reports.rates import HOW_TO_READ
from judging.models import Study

POLL_SECONDS, SLOW_POLL_SECONDS = 5, 60
MANY = 20_000  # judgements from which the page renews itself more slowly, to spare the server
UNSCREENED = "all"  # the value of ?count= that counts every judgement
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
class Results:
    """Everything of the results page that changes while judgements come in."""

    version: str
    is_live: bool
    is_screened: bool
    notices: list[str]
    cards: list[Card]
    sections: list[Section]
    how_to_read: tuple[str, ...]
    has_chart: bool
    poll_url: str
    poll_seconds: int
    chart_url: str


def gather_results(observations: Observations, version: str) -> Results:
    """The results of a study for its page."""
    study = observations.study
    tables = make_tables(observations)
    count = {} if observations.is_screened else {"count": UNSCREENED}
    return Results(
        version=version,
        is_live=study.state == Study.State.OPEN or observations.visits.open > 0,
        is_screened=observations.is_screened,
        notices=list_notices(observations),
        cards=make_cards(observations, tables["summary"][0]),
        sections=[Section(slug, REPORTS[slug].title, found) for slug, found in tables.items() if found],
        how_to_read=HOW_TO_READ,
        has_chart=bool(len(observations.rows)),
        poll_seconds=POLL_SECONDS if len(observations.everything) < MANY else SLOW_POLL_SECONDS,
        poll_url=f"{reverse('workplace:results', args=[study.slug])}?{urlencode({**count, 'seen': version})}",
        chart_url=f"{reverse('workplace:chart', args=[study.slug])}?{urlencode({**count, 'version': version})}",
    )


def list_notices(observations: Observations) -> list[str]:
    """What must be said wherever these data show: that programs judged, or that responses were written."""
    study = observations.study
    notices = [study.label] if study.label else []
    if study.is_simulated and "simulated" not in study.label.lower():
        notices.append("Simulated: programs made these judgements, not people.")
    if "written" not in study.label and observations.everything["provenance"].eq(Provenance.WRITTEN).any():
        notices.append("Some of the responses judged here were written for a sample.")
    return notices


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
    return cards
