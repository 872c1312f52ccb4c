"""What was fixed before the data, and what was done otherwise."""

from collections.abc import Iterator

from analysis.observations import Observations
from analysis.writing.base import Passage
from judging.models import Preregistration, Study
from judging.preregistering import list_deviations
from judging.preregistration import Plan
from judging.versioning import Change

LONGEST = 160  # signs of a change that stands in a report in full
NOT_LOCKED = "Nothing was locked before the first visit: every finding and comparison here is exploratory."
NO_DEVIATION = "No deviation from the plan is known."


def write_preregistration(observations: Observations) -> Passage:
    """The lock, the hypotheses, and each deviation."""
    locked = observations.preregistration
    if locked is None:
        return Passage("preregistration", "Preregistration", [NOT_LOCKED])
    plan, since = locked.plan, f"{locked.locked_at:%d %B %Y, %H:%M} UTC"
    lock = f"A plan was locked on {since}, before the first visit (SHA-256 {locked.sha256})."
    if plan is None:
        return Passage("preregistration", "Preregistration", [lock, locked.fault])
    sentences = [
        lock,
        f"It fixed the margin at {plan.margin * 100:g} points and the sample at {plan.judges:,} judges who count.",
        f"Stopping rule: {plan.stopping}",
    ]
    deviations = list(say_deviations(observations, locked, plan))
    points = [f"Hypothesis {number}: {text}" for number, text in enumerate(plan.hypotheses, 1)]
    points += [f"Deviation: {text}" for text in deviations] or [NO_DEVIATION]
    return Passage("preregistration", "Preregistration", sentences, points)


def say_deviations(observations: Observations, locked: Preregistration, plan: Plan) -> Iterator[str]:
    """Each thing that is not as it was planned."""
    if locked.fault:
        yield locked.fault
    for version in list_deviations(locked):
        for change in version.changes:
            yield f"version {version.version} of the protocol, {version.created_at:%d %B %Y}: {say_change(change)}"
    judges, planned = observations.rows["judge"].nunique(), plan.judges
    is_over = observations.study.state == Study.State.CLOSED and observations.visits.open == 0
    if judges > planned or (is_over and judges < planned):
        yield f"{planned:,} judges were planned, {judges:,} count."
    if not observations.is_screened:
        yield "every judgement is counted here, whatever the rules of screening say."


def say_change(change: Change) -> str:
    """What was planned and what was done; a long text only by its name."""
    told = f"{change.field} was to be {change.before} and is {change.after}."
    return told if len(told) <= LONGEST and "\n" not in told else f"{change.field} is other than planned."
