"""The feedback page: the truth about a trial, told only after its verdict is recorded."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from agents.models import Origin
from agents.normalizations_applied import normalize_response
from judging.asking import name_speaker
from judging.models import Assignment, Trial
from judging.screens import FeedbackScreen, Finding, Frame
from judging.showing import find_progress
from judging.tokens import FEEDBACK, sign_step

ORIGINS = {Origin.HUMAN: gettext_noop("human"), Origin.AI: gettext_noop("machine")}


def find_trial_to_tell(assignment: Assignment) -> Trial | None:
    """The answered trial whose feedback page comes next."""
    waiting = Trial.objects.awaiting_feedback().filter(assignment=assignment, assignment__state=Assignment.State.OPEN)
    return waiting.select_related("stimulus", "place__response").order_by("position").first()


def find_findings(assignment: Assignment, trial: Trial) -> tuple[Finding, ...]:
    """Verdict and truth of each role."""
    authors = {
        authorship.role: Origin(authorship.agent.origin)
        for authorship in trial.place.judged.authorships.select_related("agent")
    }
    verdicts = {judgement.role: Origin(judgement.verdict) for judgement in trial.judgements.all()}
    roles = assignment.task.roles
    return tuple(
        Finding(
            legend=_("This answer") if len(roles) == 1 else name_speaker(role),
            verdict=_(ORIGINS[verdicts[role]]),
            truth=_(ORIGINS[authors[role]]),
            is_right=verdicts[role] == authors[role],
        )
        for role in roles
    )


def present_feedback(assignment: Assignment, trial: Trial, frame: Frame, partial: str) -> FeedbackScreen:
    """The page that tells what is true of a judged trial."""
    task = assignment.task
    response = normalize_response(trial.place.judged.payload, assignment.settings.steps)
    frame["step"] = sign_step(assignment, FEEDBACK, trial.position)
    return FeedbackScreen(
        partial=partial,
        shown=task.show(trial.stimulus.payload, response, trial.place.view),
        findings=find_findings(assignment, trial),
        progress=find_progress(assignment.settings, trial.position),
        **frame,
    )
