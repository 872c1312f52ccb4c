"""What follows the judging: all who handed in are paid, and requests to the platform are looked after."""

import random
import time
from datetime import timedelta

from django.utils import timezone

from judging.models.recruiting import Outgoing, PlatformSubmission, Posting
from judging.reconciling import reconcile
from judging.recruiters.values import Status
from judging.reviewing import approve_all, pay_bonuses
from tests.judging.recruiters.stories import look, look_after_unclear, work_off

PAID_WITHIN_S = 120.0
LATER = timedelta(hours=3)  # by when all is due that waits for another try


def pay_all(posting: Posting) -> None:
    """Approve whoever handed in, and promise each a bonus; a worker asks the platform for both."""
    look(posting, timezone.now)
    rows = list(PlatformSubmission.objects.filter(part__posting=posting, status=Status.SUBMITTED))
    approve_all(rows, at=timezone.now())
    pay_bonuses(rows, amount=15, reason="Good eyes", name="control", at=timezone.now())


def wait_until_paid(posting: Posting) -> list[str]:
    """Have all that is due done, a person looking after what nobody knows of; what ours and the platform differ in."""
    ends = time.monotonic() + PAID_WITHIN_S
    while Outgoing.objects.exclude(state=Outgoing.State.DONE).exclude(kind="list").exists():
        look_after_unclear(timezone.now())
        work_off(lambda: timezone.now() + LATER)
        if time.monotonic() > ends:
            break
    return reconcile(posting, at=timezone.now() + LATER, rng=random.Random(0)).findings
