"""What must be said wherever data show: where they come from, that programs judged, that some were written."""

from agents.models import Provenance
from analysis.observations import Observations


def list_notices(observations: Observations) -> list[str]:
    """The study's label, and what it leaves unsaid."""
    study = observations.study
    notices = [study.label] if study.label else []
    if study.is_simulated and "simulated" not in study.label.lower():
        notices.append("Simulated: programs made these judgements, not people.")
    if "written" not in study.label and observations.everything["provenance"].eq(Provenance.WRITTEN).any():
        notices.append("Some of the responses judged here were written for a sample.")
    return notices
