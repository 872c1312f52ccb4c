"""What must be said wherever data show: where they come from, that programs judged, that some were written."""

from agents.models import Provenance
from analysis.observations import Observations
from judging.models import Study
from turingapp.words import say_later

SIMULATED = say_later("Simulated: programs made these judgements, not people.")
WRITTEN = say_later("Some of the responses judged here were written for a sample.")


def list_notices(observations: Observations) -> list[str]:
    """The notices of a study of which the judgements are at hand."""
    are_written = observations.everything["provenance"].eq(Provenance.WRITTEN).any()
    notices, locked = say_sources(observations.study, are_written=bool(are_written)), observations.preregistration
    return [*notices, locked.fault] if locked is not None and locked.fault else notices


def say_sources(study: Study, *, are_written: bool) -> list[str]:
    """The study's label, and what it leaves unsaid; `are_written`: some of its responses were written for a sample."""
    notices: list[str] = [study.label] if study.label else []
    if study.is_simulated and "simulated" not in study.label.lower():
        notices.append(SIMULATED)
    if are_written and "written" not in study.label:
        notices.append(WRITTEN)
    return notices
