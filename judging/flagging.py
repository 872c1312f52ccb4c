"""What a reviewer should look at twice in a visit. A flag decides nothing: whoever took part in good faith is paid."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from judging.arriving import OUTCOMES
from judging.following import FREEING
from judging.models import Assignment
from judging.models.recruiting import PlatformSubmission
from judging.recruiters.values import Outcome, Status
from judging.signs import HONEYPOT, MACHINE_TEXT
from turingapp.words import ngettext_noop

HIDDEN_SHARE = 0.5  # of a trial's reaction time
HANDED_IN = (Status.SUBMITTED, Status.APPROVED, Status.REJECTED)
SIGNS = {
    HONEYPOT: gettext_noop("filled in a field that people do not see"),
    MACHINE_TEXT: gettext_noop("obeyed a text for programs"),
}
PASTED = ngettext_noop("pasted something in %(number)s trial", "pasted something in %(number)s trials")
HIDDEN = ngettext_noop("out of sight for most of %(number)s trial", "out of sight for most of %(number)s trials")
TRANSLATED = ngettext_noop(
    "translated by the browser in %(number)s trial", "translated by the browser in %(number)s trials"
)
Answered = tuple[int | None, dict[str, Any]]  # a trial's reaction time in milliseconds, and what its page noticed


def compare_states(submission: PlatformSubmission) -> str:
    """Where the platform and our visit tell different stories, in words; none of it keeps anybody from pay."""
    status, visit = submission.status, submission.assignment
    here = _(visit.get_state_display()).lower() if visit else ""
    told = ""
    if visit is None and status in HANDED_IN:
        told = _("handed in there, never came here")
    elif visit is not None and status in HANDED_IN and visit.state != Assignment.State.FINISHED:
        told = _("handed in there, here the visit is %(state)s") % {"state": here}
    elif visit is not None and status == Status.ACTIVE and submission.is_told_done:
        text = _("here the visit is %(state)s, nothing is handed in there: they can be compensated")
        told = text % {"state": here}
    elif visit is not None and status in FREEING and visit.state == Assignment.State.FINISHED:
        there = _(submission.get_status_display())
        told = _("finished here, %(state)s there: they can be compensated") % {"state": there}
    is_payable = bool(told) and status == Status.SUBMITTED
    return _("%(mismatch)s: payable all the same") % {"mismatch": told} if is_payable else told


def judge_code(submission: PlatformSubmission) -> str:
    """Whether the code that was handed in is the one for how the visit ended: "right", or what it is instead."""
    code, visit = submission.code, submission.assignment
    if not code:
        return ""
    codes: dict[str, str] = submission.part.posting.offer.get("codes", {})
    wanted = OUTCOMES.get(Assignment.State(visit.state), Outcome.FAILED) if visit else None
    if wanted and code in (codes.get(wanted), visit.code if visit and visit.code else None):
        return "right"
    meant = next((outcome for outcome, known in codes.items() if known == code), None)
    return _("the code for %(outcome)s") % {"outcome": meant.replace("_", " ")} if meant else "wrong"


def list_flags(
    submission: PlatformSubmission, trials: Sequence[Answered], *, holds: int, odd_answers: int
) -> Iterator[str]:
    """What does not fit, and signs of programs, in words.

    `holds` says how often this visit was handed in or begun, `odd_answers` how many of its answers carry a flag.
    """
    visit = submission.assignment
    if submission.status == Status.TIMED_OUT:
        yield _("timed out at the platform")
    if holds > 1:
        yield _("came more than once")
    if (code := judge_code(submission)) not in ("", "right"):
        yield _("handed in a wrong code") if code == "wrong" else _("handed in %(code)s") % {"code": code}
    if odd_answers:
        text = ngettext("%(number)s answer with a flag", "%(number)s answers with a flag", odd_answers)
        yield text % {"number": odd_answers}
    if visit is not None:
        yield from list_signs(visit, trials)


def list_signs(visit: Assignment, trials: Sequence[Answered]) -> Iterator[str]:
    """Signs of programs and of their help; each may have an innocent cause."""
    shown = {facts.get("sign") for _rt, facts in trials}
    for sign, words in SIGNS.items():
        if visit.signs.get(sign) or sign in shown:
            yield _(words)
    if visit.closing.get("ai_tool") == "yes":
        yield _("said that an AI tool was used")
    pasted = sum(bool(facts.get("profile", {}).get("pastes")) for _rt, facts in trials)
    hidden = sum(is_hidden(rt_ms, facts) for rt_ms, facts in trials)
    translated = sum(bool(facts.get("translated")) for _rt, facts in trials)
    for texts, number in ((PASTED, pasted), (HIDDEN, hidden), (TRANSLATED, translated)):
        if number:
            yield ngettext(*texts, number) % {"number": number}


def is_hidden(rt_ms: int | None, facts: dict[str, Any]) -> bool:
    """Whether a trial was out of sight for more than half of its reaction time."""
    return bool(rt_ms) and facts.get("hidden_ms", 0) > HIDDEN_SHARE * (rt_ms or 0)
