"""What must be said wherever data show: where they come from, that programs judged, that some were written."""

from django.utils.translation import gettext, gettext_noop

from agents.models import Provenance
from analysis.observations import Observations
from judging.models import Study

SIMULATED = gettext_noop("Simulated: programs made these judgements, not people.")
WRITTEN = gettext_noop("Some of the responses judged here were written for a sample.")


def list_notices(observations: Observations) -> list[str]:
    """The notices of a study of which the judgements are at hand."""
    are_written = observations.everything["provenance"].eq(Provenance.WRITTEN).any()
    notices, locked = say_sources(observations.study, are_written=bool(are_written)), observations.preregistration
    return [*notices, locked.fault] if locked is not None and locked.fault else notices


def say_sources(study: Study, *, are_written: bool) -> list[str]:
    """The study's label, and what it leaves unsaid; `are_written`: some of its responses were written for a sample."""
    notices = [study.label] if study.label else []
    if study.is_simulated and "simulated" not in study.label.lower():
        notices.append(SIMULATED)
    if are_written and "written" not in study.label:
        notices.append(WRITTEN)
    return notices


def say_notice(notice: str) -> str:
    """A notice in the language of the page; a label is the study's own and stays, as do titles before a notice."""
    sentence = next((ours for ours in (SIMULATED, WRITTEN) if notice.endswith(ours)), "")
    return f"{notice.removesuffix(sentence)}{gettext(sentence)}" if sentence else notice
