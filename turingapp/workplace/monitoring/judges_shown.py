"""What the list of a study's judges shows, gathered for its template."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from analysis.codebook import make_pseudonym
from analysis.judges_screened import ScreenedVisit, screen_judges
from judging.models import Assignment, Study, VisitTally
from judging.screening import say_rule
from turingapp.workplace.material.turning import PAGE_ROWS, Leaf
from turingapp.workplace.monitoring.judges_forms import COUNTS, LEFT_OUT

VISITS_SCREENED = 200  # for one page, where the screening decides who is on it


@dataclass(frozen=True, slots=True)
class JudgeLine:
    """One judge's visit in the list."""

    visit: Assignment
    pseudonym: str
    tally: VisitTally | None  # None until it is counted
    screened: ScreenedVisit | None  # None where nothing was judged that could count
    rule: str  # that left it out, in words


@dataclass(slots=True)
class JudgesOf:
    """The judges of one study: the visits that are asked for, and what the screening makes of those looked at."""

    study: Study
    screened: dict[int, ScreenedVisit] = field(default_factory=dict)

    def find(self, asked: dict[str, Any]) -> Leaf[Assignment]:
        """A page of visits, newest first; where the screening decides, those among a bounded number of visits.

        The screening reads the judgements of the visits that are looked at, and no others: a page costs the same in a
        study of a million.
        """
        visits = self.study.assignments.select_related("judge", "tally").order_by("-pk")
        if asked["state"]:
            visits = visits.filter(state=asked["state"])
        if asked["before"] is not None:
            visits = visits.filter(pk__lt=asked["before"])
        most = VISITS_SCREENED if asked["counted"] else PAGE_ROWS
        looked_at = list(visits[: most + 1])
        has_more, looked_at = len(looked_at) > most, looked_at[:most]
        self.screened = screen_judges(self.study, {visit.judge_id for visit in looked_at})
        rows = [visit for visit in looked_at if fits(self.screened.get(visit.pk), asked["counted"])]
        if len(rows) > PAGE_ROWS:
            return Leaf(rows[:PAGE_ROWS], rows[PAGE_ROWS - 1].pk, is_cut=False)
        before = looked_at[-1].pk if has_more else None
        return Leaf(rows, before, is_cut=has_more and bool(asked["counted"]))

    def describe(self, visits: Sequence[Assignment]) -> list[JudgeLine]:
        """The lines of a page that was found."""
        return [self._describe(visit) for visit in visits]

    def _describe(self, visit: Assignment) -> JudgeLine:
        screened = self.screened.get(visit.pk)
        return JudgeLine(
            visit=visit,
            pseudonym=make_pseudonym("judge", visit.judge.person_key, self.study.link),
            tally=getattr(visit, "tally", None),
            screened=screened,
            rule=say_rule(screened.left_out_by).say() if screened and screened.left_out_by else "",
        )


def fits(screened: ScreenedVisit | None, counted: str) -> bool:
    """Whether a visit is asked for: those that count, those left out, or those left out by one rule; all for ""."""
    if not counted or screened is None:
        return not counted
    if counted in (COUNTS, LEFT_OUT):
        return screened.counts is (counted == COUNTS)
    return screened.left_out_by is not None and screened.left_out_by.rule == counted
