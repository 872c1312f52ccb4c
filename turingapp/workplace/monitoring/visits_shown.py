"""What the list of a study's visits and the replay of one show, gathered for their templates."""

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count
from django.utils.translation import gettext as _

from agents.normalizations_applied import normalize_response
from judging.models import Assignment, Seating, Study, Trial, VisitTally
from judging.monitoring.replaying import Facts, ReplayedPage, replay, tell_truth
from judging.showing import name_partial
from turingapp.workplace.monitoring.visit_lines import LatestVisit, describe_latest, name_page
from turingapp.workplace.recruiting.board_shown import write_minutes

PER_PAGE = 50
Stage, State = Assignment.Stage, Assignment.State


@dataclass(frozen=True, slots=True)
class Visits:
    """A page of a study's visits."""

    page: Page[VisitTally]
    lines: list[LatestVisit]
    state: str
    states: list[tuple[str, str, int]]  # value, name, how many


@dataclass(frozen=True, slots=True)
class Line:
    """One page of a visit in the list of all."""

    number: int
    name: str
    after: str  # since the visit began
    took: str
    refused: int
    reloads: int


@dataclass(frozen=True, slots=True)
class Replay:
    """A visit, with one of its pages in full."""

    visit: Assignment
    lines: list[Line]
    chosen: Line
    page: ReplayedPage
    truth: Facts
    partial: str  # that draws what was shown; empty on pages that are no trials
    shown: dict[str, Any] | None
    room: int | None  # the number of the conversation, in a study of such

    @property
    def before(self) -> int | None:
        """The number of the page before."""
        return self.chosen.number - 1 if self.chosen.number > 1 else None

    @property
    def after(self) -> int | None:
        """The number of the next page."""
        return self.chosen.number + 1 if self.chosen.number < len(self.lines) else None


def list_visits(study: Study, state: str, number: str | None) -> Visits:
    """A page of the visits that were seen last, of all states or one."""
    tallies = VisitTally.objects.filter(study=study).order_by("-seen_at", "-pk")
    counts = dict(tallies.order_by().values_list("state").annotate(Count("pk")))
    known = state if state in counts else ""
    page = Paginator(tallies.filter(state=known) if known else tallies, PER_PAGE).get_page(number)
    states = [(one.value, str(one.label), counts[one]) for one in State if one in counts]
    return Visits(page, [describe_latest(study, tally) for tally in page.object_list], known, states)


def gather_replay(visit: Assignment, number: str | None, *, sees_truth: bool, sees_comment: bool) -> Replay:
    """A visit and the page of that number; the first where the address names none."""
    pages = replay(visit, with_comment=sees_comment)
    lines = [describe_page(visit, page, place) for place, page in enumerate(pages, 1)]
    place = min(max(int(number), 1), len(pages)) if number and number.isdecimal() and len(number) < 6 else 1
    page = pages[place - 1]
    trial = page.trial
    return Replay(
        visit=visit,
        lines=lines,
        chosen=lines[place - 1],
        page=page,
        truth=tell_truth(trial) if trial is not None and sees_truth else (),
        partial=name_partial(visit.task) if trial is not None and trial.place.response is not None else "",
        shown=show_again(visit, trial) if trial is not None else None,
        room=Seating.objects.filter(assignment=visit).values_list("seat__room", flat=True).first(),
    )


def show_again(visit: Assignment, trial: Trial) -> dict[str, Any] | None:
    """What the judge saw; None where there was nothing to judge."""
    if trial.place.response is None:
        return None
    response = normalize_response(trial.place.response.payload, visit.settings.steps)
    return visit.task.show(trial.stimulus.payload, response, trial.place.view)


def describe_page(visit: Assignment, page: ReplayedPage, number: int) -> Line:
    """A page for the list."""
    trial, name = page.trial, name_page(visit.study, page.stage)
    if trial is not None:
        name = _("Trial %(number)s") % {"number": trial.position}
    elif page.stage == Stage.OVER:
        name = _("The end")
    return Line(
        number=number,
        name=name,
        after=write_minutes((page.shown_at - visit.arrived_at).total_seconds()),
        took=write_seconds(page.seconds),
        refused=len(page.refusals),
        reloads=max(0, trial.loads - 1) if trial is not None else 0,
    )


def write_seconds(seconds: float | None) -> str:
    """A short span; empty where there is none."""
    return "" if seconds is None else f"{seconds:.1f} s" if seconds < 60 else write_minutes(seconds)


def find_visit(study: Study, pk: int) -> Assignment | None:
    """A visit of the study, with what its replay reads of it."""
    return Assignment.objects.filter(study=study, pk=pk).select_related("study", "protocol").first()
