"""By what an erased visit is known again, in its study and nowhere else."""

from agents.people import make_person_key
from judging.models import Study


def name_tombstone(study: Study, person_key: str) -> str:
    """A keyed hash of the person and the study; from it alone nobody can be found."""
    return make_person_key(f"tombstone/{study.pk}", person_key)
