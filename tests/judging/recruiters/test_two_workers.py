"""Workers, reconciliations and people at the same moment: each request goes once, and nobody waits for ever."""

import random
from collections import Counter
from datetime import datetime, timedelta

import pytest
from django.urls import reverse

from judging import leasing
from judging.models import Assignment, Study
from judging.models.recruiting import Outgoing, PlatformSubmission, Posting
from judging.reconciling import reconcile
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.mturk_operations import sum_bonuses, sum_rewards
from judging.recruiters.money import Money
from judging.reviewing import approve_all, pay_bonus
from judging.tokens import sign_visit
from tests.at_once import run_at_once
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import address_worker, arrive, look, post, work_off
from tests.pages.stories import Visitor
from tests.pools import make_pool, open_small_study

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
LAPSED = timedelta(hours=1)  # longer than places are kept, shorter than visits live


def open_for(study: Study, mturk: LocalMTurk, clock: Clock, people: int) -> tuple[Posting, str]:
    """A posting whose single HIT has a place for each, for half a dollar."""
    posting = post(study, "mturk", at=clock(), places=people, part_places=people, reward=Money(50, "USD"))
    work_off(clock)
    return posting, str(posting.parts.get().platform_id)


def test_four_workers_at_once_carry_each_request_once(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting, hit_id = open_for(study, mturk, clock, 30)
    for number in range(30):
        mturk.state.submit(mturk.state.accept(hit_id, f"W{number}").assignment_id, "x")
    look(posting, clock)
    submissions = PlatformSubmission.objects.all()
    approve_all(submissions, at=clock())
    for submission in submissions:
        pay_bonus(submission, amount=15, reason="Good eyes", name="control", at=clock())
    mturk.calls.clear()
    carried = run_at_once(lambda _: work_off(clock), 4)
    asked = Outgoing.objects.exclude(kind="open")
    assert Counter(row.pk for rows in carried for row in rows) == Counter(row.pk for row in asked)
    assert Counter(Outgoing.objects.values_list("state", "tries")) == {("done", 1): 61}
    calls = Counter(mturk.calls)
    assert (calls["ApproveAssignment"], calls["SendBonus"]) == (30, 30)
    assert (int(sum_rewards(mturk.state) * 100), int(sum_bonuses(mturk.state) * 100)) == (30 * 50, 30 * 15)


@pytest.mark.at_present
def test_fifty_hand_in_while_the_study_is_reconciled_and_nobody_waits_for_ever(mturk: LocalMTurk, clock: Clock) -> None:
    make_pool(stimuli=12)
    study = open_small_study(trials=1, judgements_per_response=50)
    posting, hit_id = open_for(study, mturk, clock, 50)

    def hand_in(number: int) -> None:
        with mturk.lock:
            work = mturk.state.accept(hit_id, f"W{number}")
        visit = arrive(posting, address_worker(work), at=datetime.now(clock().tzinfo), seed=number)
        go_through(visit)
        with mturk.lock:
            mturk.state.submit(work.assignment_id, "x")

    def keep_house(number: int) -> None:
        """What the worker's jobs and a reviewer do, all at once."""
        reconcile(posting, at=clock(), rng=random.Random(number))
        leasing.release_lapsed_places(at=clock() + LAPSED)
        approve_all(PlatformSubmission.objects.filter(status="submitted"), at=clock())
        work_off(clock)

    run_at_once(lambda number: keep_house(number) if number % 5 == 4 else hand_in(number - number // 5), 62)
    keep_house(0)
    keep_house(0)
    assert set(Assignment.objects.values_list("state", flat=True)) == {Assignment.State.FINISHED}
    assert Counter(work.status for work in mturk.state.works.values()) == {"Approved": 50}
    assert Outgoing.objects.filter(kind="approve", state="done").count() == 50


def go_through(visit: Assignment) -> None:
    """Answer every page of a visit until its code is there."""
    visitor = Visitor()
    visitor.open(reverse("visit", args=[sign_visit(visit)]))
    while Assignment.objects.get(pk=visit.pk).state == Assignment.State.OPEN:
        visitor.send(**({"answer": "agree"} if b'value="agree"' in visitor.page.content else {}))  # type: ignore[union-attr]
