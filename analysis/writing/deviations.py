"""What was fixed before the data, and what was done otherwise."""

from collections.abc import Iterator

from django.utils.translation import gettext_noop

from analysis.observations import Observations
from analysis.writing.base import Passage
from judging.models import Preregistration, Study
from judging.preregistering import list_deviations
from judging.preregistration import Plan
from judging.versioning import Change
from turingapp.words import Words, say_later

LONGEST = 160  # signs of a change that stands in a report in full
TITLE = gettext_noop("Preregistration")
NOT_LOCKED = say_later("Nothing was locked before the first visit: every finding and comparison here is exploratory.")
NO_DEVIATION = say_later("No deviation from the plan is known.")
LOCKED = gettext_noop("A plan was locked on %(since)s, before the first visit (SHA-256 %(sha256)s).")
FIXED = gettext_noop("It fixed the margin at %(margin)s points and the sample at %(judges)s judges who count.")
STOPPING = gettext_noop("Stopping rule: %(stopping)s")
HYPOTHESIS = gettext_noop("Hypothesis %(number)s: %(text)s")
DEVIATION = gettext_noop("Deviation: %(text)s")
CHANGED = gettext_noop("version %(version)s of the protocol, %(day)s: %(change)s")
FEWER = gettext_noop("%(planned)s judges were planned, %(judges)s count.")
UNSCREENED = gettext_noop("every judgement is counted here, whatever the rules of screening say.")


def write_preregistration(observations: Observations) -> Passage:
    """The lock, the hypotheses, and each deviation."""
    locked = observations.preregistration
    if locked is None:
        return Passage("preregistration", TITLE, [NOT_LOCKED])
    plan, since = locked.plan, f"{locked.locked_at:%Y-%m-%d %H:%M} UTC"
    lock = say_later(LOCKED, since=since, sha256=locked.sha256)
    if plan is None:
        return Passage("preregistration", TITLE, [lock, locked.fault])
    sentences = [
        lock,
        say_later(FIXED, margin=f"{plan.margin * 100:g}", judges=f"{plan.judges:,}"),
        say_later(STOPPING, stopping=plan.stopping),
    ]
    deviations = list(say_deviations(observations, locked, plan))
    points = [say_later(HYPOTHESIS, number=number, text=text) for number, text in enumerate(plan.hypotheses, 1)]
    points += [say_later(DEVIATION, text=text) for text in deviations] or [NO_DEVIATION]
    return Passage("preregistration", TITLE, sentences, points)


def say_deviations(observations: Observations, locked: Preregistration, plan: Plan) -> Iterator[Words]:
    """Each thing that is not as it was planned."""
    if locked.fault:
        yield locked.fault
    for version in list_deviations(locked):
        for change in version.changes:
            day = f"{version.created_at:%Y-%m-%d}"
            yield say_later(CHANGED, version=version.version, day=day, change=say_change(change))
    judges, planned = observations.rows["judge"].nunique(), plan.judges
    is_over = observations.study.state == Study.State.CLOSED and observations.visits.open == 0
    if judges > planned or (is_over and judges < planned):
        yield say_later(FEWER, planned=f"{planned:,}", judges=f"{judges:,}")
    if not observations.is_screened:
        yield say_later(UNSCREENED)


def say_change(change: Change) -> Words:
    """What was planned and what was done; a long text only by its name."""
    text = gettext_noop("%(field)s was to be %(before)s and is %(after)s.")
    told = say_later(text, field=change.field, before=str(change.before), after=str(change.after))
    if len(told) <= LONGEST and "\n" not in told:
        return told
    return say_later("%(field)s is other than planned.", field=change.field)
