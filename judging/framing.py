"""What all pages of a visit share."""

import math

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from judging.models import Assignment
from judging.protocol import Settings
from judging.screens import Frame
from judging.tokens import name_submission, sign_step

NOT_COUNTED = {
    Assignment.Kind.PREVIEW: gettext_noop("This is a preview: nothing you do here counts."),
    Assignment.Kind.PILOT: gettext_noop(
        "This is a pilot: what you do here is looked at, but does not count in the results."
    ),
}


def describe_label(settings: Settings, kind: Assignment.Kind) -> str:
    """Where the data come from, and whether the visit counts."""
    told = [_(NOT_COUNTED[kind])] if kind in NOT_COUNTED else []
    return " ".join(filter(None, [*told, settings.label]))


def make_frame(assignment: Assignment, problem: str, *, step: str = "", position: int = 0, loads: int = 0) -> Frame:
    """The study's name and label, the problem to tell, and which step a form would answer: the stage's, or `step`."""
    step = step or assignment.stage
    return Frame(
        study_title=assignment.settings.title,
        label=describe_label(assignment.settings, Assignment.Kind(assignment.kind)),
        problem=problem,
        step=sign_step(assignment, step, position),
        submission=name_submission(assignment, step, position, loads),
        is_open=assignment.state == Assignment.State.OPEN,
        pay=assignment.settings.pay if assignment.kind == Assignment.Kind.MAIN else "",
    )


def split_paragraphs(text: str) -> tuple[str, ...]:
    """Texts separated by empty lines."""
    return tuple(" ".join(part.split()) for part in text.split("\n\n") if part.strip())


def name_minutes(minutes: float) -> str:
    """A number of minutes as people say it."""
    return ngettext("%(number)s minute", "%(number)s minutes", math.ceil(minutes)) % {"number": f"{minutes:g}"}
