"""What a reviewer should look at twice in a visit. A flag decides nothing: whoever took part in good faith is paid."""

from collections.abc import Iterator, Sequence
from typing import Any

from judging.arriving import OUTCOMES
from judging.following import FREEING
from judging.models import Assignment
from judging.models.recruiting import PlatformSubmission
from judging.recruiters.values import Outcome, Status
from judging.signs import HONEYPOT, MACHINE_TEXT

HIDDEN_SHARE = 0.5  # of a trial's reaction time
HANDED_IN = (Status.SUBMITTED, Status.APPROVED, Status.REJECTED)
SIGNS = {HONEYPOT: "filled in a field that people do not see", MACHINE_TEXT: "obeyed a text for programs"}
Answered = tuple[int | None, dict[str, Any]]  # a trial's reaction time in milliseconds, and what its page noticed


def compare_states(submission: PlatformSubmission) -> str:
    """Where the platform and our visit tell different stories, in words; none of it keeps anybody from pay."""
    status, visit = submission.status, submission.assignment
    payable = ": payable all the same" if status == Status.SUBMITTED else ""
    if visit is None:
        return f"handed in there, never came here{payable}" if status in HANDED_IN else ""
    here = visit.get_state_display().lower()
    if status in HANDED_IN and visit.state != Assignment.State.FINISHED:
        return f"handed in there, here the visit is {here}{payable}"
    if status == Status.ACTIVE and submission.is_told_done:
        return f"here the visit is {here}, nothing is handed in there: they can be compensated"
    if status in FREEING and visit.state == Assignment.State.FINISHED:
        return f"finished here, {submission.get_status_display()} there: they can be compensated"
    return ""


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
    return f"the code for {meant.replace('_', ' ')}" if meant else "wrong"


def list_flags(
    submission: PlatformSubmission, trials: Sequence[Answered], *, holds: int, odd_answers: int
) -> Iterator[str]:
    """What does not fit, and signs of programs, in words.

    `holds` says how often this visit was handed in or begun, `odd_answers` how many of its answers carry a flag.
    """
    visit = submission.assignment
    if submission.status == Status.TIMED_OUT:
        yield "timed out at the platform"
    if holds > 1:
        yield "came more than once"
    if (code := judge_code(submission)) not in ("", "right"):
        yield f"handed in {'a wrong code' if code == 'wrong' else code}"
    if odd_answers:
        yield f"{odd_answers} {'answer' if odd_answers == 1 else 'answers'} with a flag"
    if visit is not None:
        yield from list_signs(visit, trials)


def list_signs(visit: Assignment, trials: Sequence[Answered]) -> Iterator[str]:
    """Signs of programs and of their help; each may have an innocent cause."""
    shown = {facts.get("sign") for _, facts in trials}
    for sign, words in SIGNS.items():
        if visit.signs.get(sign) or sign in shown:
            yield words
    if visit.closing.get("ai_tool") == "yes":
        yield "said that an AI tool was used"
    for words, number in (
        ("pasted something in {}", sum(bool(facts.get("profile", {}).get("pastes")) for _, facts in trials)),
        ("out of sight for most of {}", sum(is_hidden(rt_ms, facts) for rt_ms, facts in trials)),
        ("translated by the browser in {}", sum(bool(facts.get("translated")) for _, facts in trials)),
    ):
        if number:
            yield words.format("1 trial" if number == 1 else f"{number} trials")


def is_hidden(rt_ms: int | None, facts: dict[str, Any]) -> bool:
    """Whether a trial was out of sight for more than half of its reaction time."""
    return bool(rt_ms) and facts.get("hidden_ms", 0) > HIDDEN_SHARE * (rt_ms or 0)
