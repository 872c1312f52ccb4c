"""What a reviewer looks at before paying: what was answered, how fast, and what does not fit together."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from statistics import median

from django.db.models import Count, Q

from agents.models import AnswerAuthor
from judging.flagging import Answered, compare_states, judge_code, list_flags
from judging.models import ControlAnswer, Trial
from judging.models.recruiting import PlatformSubmission


@dataclass(frozen=True, slots=True)
class Evidence:
    """Of one submission; numbers are None where there is nothing to count."""

    answered: int = 0
    trials: int = 0
    controls_right: int = 0
    controls: int = 0
    median_seconds: float | None = None
    spent: timedelta | None = None
    code: str = ""
    mismatch: str = ""
    flags: tuple[str, ...] = field(default=())

    @property
    def minutes(self) -> float | None:
        """From the first trial to the end of the visit."""
        return None if self.spent is None else self.spent.total_seconds() / 60

    @property
    def warnings(self) -> tuple[str, ...]:
        """The mismatch of states, then the flags."""
        return (self.mismatch, *self.flags) if self.mismatch else self.flags

    @property
    def summary(self) -> str:
        """All of it in a line."""
        pace = "" if self.median_seconds is None else f", {self.median_seconds:.1f} s a trial"
        spent = "" if self.minutes is None else f", {self.minutes:.0f} min"
        code = ", code right" if self.code == "right" else ""  # else a flag says what it is
        flags = f" ({'; '.join(self.warnings)})" if self.warnings else ""
        return (
            f"{self.answered} of {self.trials} trials, controls {self.controls_right} of {self.controls}{pace}{spent}"
            f"{code}{flags}"
        )


def collect_evidence(submissions: Iterable[PlatformSubmission]) -> dict[int, Evidence]:
    """What our rows tell of the visits behind submissions, by the submissions' keys; four queries for all of them.

    The submissions come with their `assignment` and `part__posting`. None of it decides anything by itself.
    """
    rows = list(submissions)
    visits = [row.assignment_id for row in rows if row.assignment_id is not None]
    sizes, answered = read_trials(visits)
    controls = {
        visit: (right, asked)
        for visit, right, asked in ControlAnswer.objects.filter(trial__assignment__in=visits)
        .values_list("trial__assignment")
        .annotate(right=Count("pk", filter=Q(is_right=True)), asked=Count("pk"))
        .order_by()
    }
    odd = count_flagged_answers(row.assignment.public_id for row in rows if row.assignment is not None)
    held = PlatformSubmission.objects.filter(assignment__in=visits).values_list("assignment")
    holds = dict(held.annotate(Count("pk")).order_by())
    return {
        row.pk: describe(
            row,
            size=sizes[row.assignment_id or 0],
            trials=answered[row.assignment_id or 0],
            controls=controls.get(row.assignment_id or 0, (0, 0)),
            holds=holds.get(row.assignment_id or 0, 0),
            odd_answers=odd.get(row.assignment.public_id, 0) if row.assignment is not None else 0,
        )
        for row in rows
    }


def read_trials(visits: list[int]) -> tuple[dict[int, int], dict[int, list[Answered]]]:
    """For each visit the number of its trials, and those that were answered."""
    sizes: dict[int, int] = defaultdict(int)
    answered: dict[int, list[Answered]] = defaultdict(list)
    trials = Trial.objects.filter(assignment__in=visits)
    for visit, answered_at, rt_ms, facts in trials.values_list("assignment", "answered_at", "rt_ms", "answers"):
        sizes[visit] += 1
        if answered_at is not None:
            answered[visit].append((rt_ms, facts))
    return sizes, answered


def count_flagged_answers(visits: Iterable[str]) -> dict[str, int]:
    """For each visit in which a task was answered, how many answers carry a flag."""
    given = AnswerAuthor.objects.filter(visit__in=list(visits)).exclude(answer__flags=[])
    return dict(given.order_by().values_list("visit").annotate(Count("pk")))


def describe(
    row: PlatformSubmission,
    *,
    size: int,
    trials: list[Answered],
    controls: tuple[int, int],
    holds: int,
    odd_answers: int,
) -> Evidence:
    """The evidence of one submission."""
    visit = row.assignment
    seconds = [rt_ms / 1000 for rt_ms, _ in trials if rt_ms is not None]
    return Evidence(
        answered=len(trials),
        trials=size,
        controls_right=controls[0],
        controls=controls[1],
        median_seconds=median(seconds) if seconds else None,
        spent=visit.over_at - visit.began_at if visit and visit.over_at and visit.began_at else None,
        code=judge_code(row),
        mismatch=compare_states(row),
        flags=tuple(list_flags(row, trials, holds=holds, odd_answers=odd_answers)),
    )
