"""A visit cut off from its person: what was judged stays, and nothing leads back to who judged."""

from datetime import datetime

from django.db import transaction

from judging.ending import CODE_LENGTH
from judging.leasing import lock_visit
from judging.models import Assignment, Judge, PlatformSubmission, Trial
from judging.models.ids import make_code, make_public_id
from judging.needed import drop_comment, keep_told
from judging.tombstones import forget_judge, name_tombstone

WRITTEN = "reason"  # of a trial's answers, the one in a person's own words


@transaction.atomic
def unlink_visit(assignment: Assignment, *, at: datetime) -> None:
    """Take from a visit that is over all that leads to its person: key, address, code, what they told or wrote.

    Code and address are drawn anew, so that the old ones lead nowhere; the tombstone tells only that this person was in
    this study. What screening looks at stays. Done twice, it changes nothing.
    """
    locked = lock_visit(assignment.pk, assignment.study_id)
    if locked.state == Assignment.State.ERASED or locked.unlinked_at is not None:
        return
    for trial in locked.trials.filter(answers__has_key=WRITTEN):
        kept = {name: value for name, value in trial.answers.items() if name != WRITTEN}
        Trial.objects.filter(pk=trial.pk).update(answers=kept)
    locked.demographics, locked.comprehension = keep_told(locked.demographics, locked.settings), {}
    locked.closing = drop_comment(locked.closing)
    locked.utc_offset_minutes, locked.unlinked_at, locked.public_id = None, at, make_public_id()
    locked.code = make_code(CODE_LENGTH) if locked.code else ""
    judge = Judge.objects.select_for_update(no_key=True).get(pk=locked.judge_id)
    locked.platform_assignment = name_tombstone(locked.study, judge.person_key)
    locked.save()
    PlatformSubmission.objects.filter(assignment=locked).update(assignment=None)
    forget_judge(judge)
