"""Where a visit stands, in words: a line for the monitor and for the list of all visits."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from judging.models import Assignment, Study, VisitTally

Stage = Assignment.Stage


@dataclass(frozen=True, slots=True)
class LatestVisit:
    """A visit that was seen lately."""

    visit: int
    where: str
    state: str
    kind: str  # where it is no main one
    seen_at: datetime
    early: int


def name_page(study: Study, page: Assignment.Stage) -> str:
    """A page of the visit in words."""
    if page == Stage.TRIALS:
        return {
            Study.Kind.CONVERSE.value: _("Conversation"),
            Study.Kind.IDENTIFY.value: _("Game of three"),
            Study.Kind.RESPOND.value: _("Stimuli to answer"),
        }.get(study.kind, _("Trials"))
    return {
        Stage.CONSENT: _("Consent"),
        Stage.DEMOGRAPHICS: _("About themselves"),
        Stage.INSTRUCTIONS: _("Instructions"),
        Stage.COMPREHENSION: _("Questions on the instructions"),
        Stage.CLOSING: _("Last questions"),
        Stage.OVER: _("Finished"),
    }[page]


def describe_latest(study: Study, tally: VisitTally) -> LatestVisit:
    """Where a visit stands that was seen lately."""
    page = Stage(tally.page)
    where = name_page(study, page)
    if page == Stage.TRIALS and not study.rule.chats:
        where = _("%(page)s: %(done)s done") % {"page": where, "done": tally.done}
    state = Assignment.State(tally.state)
    kind = "" if tally.is_main else _("counts nowhere")
    word = "" if state in (Assignment.State.OPEN, Assignment.State.FINISHED) else _(str(state.label))
    return LatestVisit(tally.assignment_id, where, word, kind, tally.seen_at, tally.early)
