"""Who came, how they ended, and who and what was left after each step of the screening."""

from collections.abc import Iterator
from dataclasses import asdict

from django.utils.translation import gettext_noop

from analysis.observations import Observations
from analysis.reports.base import Column, Kind, Report, Row, Table
from analysis.visits import ARRIVED, BEGAN, CONSENTED, Visits
from judging.models import Assignment
from judging.screening import Step
from turingapp.words import SPACE, Listing, say_later

State = Assignment.State
COLUMNS = (
    Column("sentence", gettext_noop("Kept")),
    Column("judges", gettext_noop("Judges"), Kind.COUNT),
    Column("trials", gettext_noop("Trials"), Kind.COUNT),
    Column("judgements", gettext_noop("Judgements"), Kind.COUNT),
    Column("left_out", gettext_noop("Judgements left out"), Kind.COUNT),
)
VISIT_COLUMNS = (
    Column("title", gettext_noop("Visits")),
    Column("visits", gettext_noop("Number"), Kind.COUNT),
    Column(ARRIVED, gettext_noop("Before consent"), Kind.COUNT),
    Column(CONSENTED, gettext_noop("Before the trials"), Kind.COUNT),
    Column(BEGAN, gettext_noop("In the trials or after"), Kind.COUNT),
)
STATES = {
    State.DECLINED: gettext_noop("Declined to take part"),
    State.SCREENED_OUT: gettext_noop("Ended early by the study"),
    State.WITHDRAWN: gettext_noop("Stopped, answers kept"),
    State.ERASED: gettext_noop("Stopped or withdrew, answers erased"),
    State.EXPIRED: gettext_noop("Expired"),
    State.OPEN: gettext_noop("Not finished, or still going on"),
    State.FINISHED: gettext_noop("Finished"),
}
STAGES_NOTE = say_later("The last three columns tell how far a visit had come when it ended, or has come.")
APART = gettext_noop("Not counted anywhere: %(apart)s.")
ASIDE_COLUMNS = (
    Column("why", gettext_noop("Reason")),
    Column("trials", gettext_noop("Trials"), Kind.COUNT),
    Column("visits", gettext_noop("Visits"), Kind.COUNT),
)
ASIDE_NOTE = gettext_noop(
    "Trials that could not be shown as they should; they are not judged, and their places went back."
)
NOTE = say_later("The rules were fixed when the study opened; none looks at whether a verdict was right.")
NOTE_VERSIONS = say_later("Each visit is screened by the rules of the protocol that it followed.")


class ScreeningFlow(Report):
    """The flow from visits to the judgements that count."""

    slug, title = "screening", gettext_noop("Screening")

    def tables(self, observations: Observations) -> list[Table]:
        """The visits by how they ended, the trials put aside, then the steps of the screening."""
        note = Listing([NOTE, NOTE_VERSIONS], SPACE) if len(observations.versions) > 1 else NOTE
        aside = [
            Row({"why": why or gettext_noop("No reason was given"), "trials": trials, "visits": visits})
            for why, trials, visits in observations.put_aside
        ]
        tables = [
            Table(
                "visits",
                gettext_noop("Visits"),
                VISIT_COLUMNS,
                list(list_visits(observations.visits)),
                say_apart(observations),
            ),
            Table("put-aside", gettext_noop("Trials put aside"), ASIDE_COLUMNS, aside, ASIDE_NOTE),
            Table(self.slug, gettext_noop("Steps of the screening"), COLUMNS, list(list_steps(observations)), note),
        ]
        return [table for table in tables if table.rows or table.slug != "put-aside"]


def list_visits(visits: Visits) -> Iterator[Row]:
    """How many came, consented and began, and how many ended in each way, by how far they had come."""
    yield Row({"state": "arrived", "title": gettext_noop("Arrived"), "visits": visits.arrived})
    yield Row({"state": "consented", "title": gettext_noop("of which consented"), "visits": visits.consented})
    yield Row({"state": "began", "title": gettext_noop("of which came to the trials"), "visits": visits.began})
    for state, title in STATES.items():
        reached = {reach: visits.count(state, reach=reach) for reach in (ARRIVED, CONSENTED, BEGAN)}
        yield Row({"state": str(state), "title": title, "visits": visits.count(state), **reached})


def list_steps(observations: Observations) -> Iterator[Row]:
    """The steps of the screening, each with what it left out; those of each version where its rules are its own."""
    before = 0
    for step in observations.flow:
        earlier = step.judgements if step.rule == "all" else before
        before = step.judgements
        yield Row({**asdict(step), "sentence": say_step(step), "left_out": earlier - step.judgements})


def say_step(step: Step) -> str:
    """What a step keeps, and of which version it is where their rules differ."""
    if step.version is None:
        return step.sentence
    return say_later("Version %(version)s: %(kept)s", version=step.version, kept=step.sentence)


def say_apart(observations: Observations) -> str:
    """What the columns mean, and the visits that are not in the table."""
    apart = observations.visits.say_apart()
    return Listing([STAGES_NOTE, say_later(APART, apart=apart)], SPACE) if apart else STAGES_NOTE
