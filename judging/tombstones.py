"""By what an erased visit is known again, in its study and nowhere else; and judges who are nobody's any more."""

import secrets

from agents.people import make_person_key
from judging.models import Assignment, Judge, Study


def name_tombstone(study: Study, person_key: str) -> str:
    """A keyed hash of the person and the study; from it alone nobody can be found."""
    return make_person_key(f"tombstone/{study.pk}", person_key)


def forget_judge(judge: Judge) -> None:
    """Give up the key of a judge, whose row the caller has locked, once none of their visits leads to them any more."""
    theirs = Assignment.objects.filter(judge=judge, unlinked_at=None).exclude(state=Assignment.State.ERASED)
    if not theirs.exists():
        judge.person_key = f"erased-{secrets.token_hex(24)}"
        judge.save(update_fields=("person_key",))
