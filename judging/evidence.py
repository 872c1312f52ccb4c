"""What a reviewer looks at before paying: what was answered, how fast, and what does not fit together."""

from dataclasses import dataclass, field
from datetime import timedelta
from statistics import median

from judging.models import Assignment, ControlAnswer, Trial
from judging.models.recruiting import PlatformSubmission
from judging.recruiters.base import Status


@dataclass(frozen=True, slots=True)
class Evidence:
    """Of one submission; numbers are None where there is nothing to count."""

    answered: int = 0
    trials: int = 0
    controls_right: int = 0
    controls: int = 0
    median_seconds: float | None = None
    spent: timedelta | None = None
    flags: tuple[str, ...] = field(default=())

    @property
    def summary(self) -> str:
        """All of it in a line."""
        pace = "" if self.median_seconds is None else f", {self.median_seconds:.1f} s a trial"
        spent = "" if self.spent is None else f", {self.spent.total_seconds() / 60:.0f} min"
        flags = f" ({'; '.join(self.flags)})" if self.flags else ""
        return (
            f"{self.answered} of {self.trials} trials, controls {self.controls_right} of {self.controls}{pace}{spent}"
            f"{flags}"
        )


def collect_evidence(submission: PlatformSubmission) -> Evidence:
    """What our rows tell of the visit behind a submission. None of it decides anything by itself."""
    visit = submission.assignment
    if visit is None:
        return Evidence(flags=("never came to us",))
    trials = Trial.objects.filter(assignment=visit)
    answered = list(trials.exclude(answered_at=None))
    controls = ControlAnswer.objects.filter(trial__assignment=visit)
    seconds = [trial.rt_ms / 1000 for trial in answered if trial.rt_ms is not None]
    return Evidence(
        answered=len(answered),
        trials=trials.count(),
        controls_right=controls.filter(is_right=True).count(),
        controls=controls.count(),
        median_seconds=median(seconds) if seconds else None,
        spent=visit.over_at - visit.began_at if visit.over_at and visit.began_at else None,
        flags=tuple(list_flags(submission, visit)),
    )


def list_flags(submission: PlatformSubmission, visit: Assignment) -> list[str]:
    """What does not fit together, in words."""
    flags = []
    if visit.state != Assignment.State.FINISHED:
        flags.append(f"visit {visit.get_state_display().lower()}")
    if submission.status == Status.TIMED_OUT:
        flags.append("timed out at the platform")
    if PlatformSubmission.objects.filter(assignment=visit).exclude(pk=submission.pk).exists():
        flags.append("came more than once")
    return flags
