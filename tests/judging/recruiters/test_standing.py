"""How postings stand: counts, time and money, with a constant number of queries."""

import pytest
from pytest_django import DjangoAssertNumQueries

from judging.models import Assignment, Study
from judging.models.recruiting import Posting
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.money import Money
from judging.recruiters.values import Status
from judging.recruiting import close_posting, pause_posting
from judging.reviewing import approve
from judging.standing import stand, stand_all
from tests.commands import run
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import (
    address_participant,
    arrive,
    finish,
    look,
    post,
    submit_at_mturk,
    submit_at_prolific,
    work_off,
)

pytestmark = pytest.mark.django_db
WORKER = "A1WORKERIDOFAPERSON"  # no random token of the page holds this by chance


def test_people_time_and_money_of_a_posting(study: Study, prolific: LocalProlific, clock: Clock) -> None:
    posting = post(study, "prolific", at=clock(), places=5)
    work_off(clock)
    approved = submit_at_prolific(prolific, posting, "P1", clock)
    submit_at_prolific(prolific, posting, "P2", clock)
    study_id = str(posting.parts.get().platform_id)
    arrive(posting, address_participant(prolific.state.start(study_id, "P3")), at=clock())
    done = arrive(posting, address_participant(prolific.state.start(study_id, "P4")), at=clock())
    finish(done, at=clock.move(minutes=6))
    approve(approved, at=clock())
    work_off(clock)
    look(posting, clock)
    standing = stand(posting)
    assert (standing.wanted, standing.free) == (5, 1)
    assert standing.count(Status.ACTIVE) == 2
    assert standing.done_here == 1
    assert standing.count(Status.SUBMITTED) == 1
    assert standing.count(Status.APPROVED) == 1
    assert standing.median_seconds == 0  # of 0, 0 and 360
    # 100 and the fee of 43% that the setting says, paid once and set aside four times
    assert standing.amounts.paid == Money(143, "USD")
    assert standing.amounts.committed == Money(4 * 143, "USD")
    assert standing.study_spent == Money(5 * 143, "USD")


def test_the_mark_changes_with_what_is_shown_and_with_nothing_else(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    mark = stand(posting).mark
    assert stand(posting).mark == mark
    submit_at_mturk(mturk, posting, "W1", clock)
    assert stand(posting).mark != mark


def test_queries_do_not_grow_with_submissions_or_postings(
    study: Study, mturk: LocalMTurk, clock: Clock, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    posting = post(study, "mturk", at=clock(), places=9)
    work_off(clock)
    submit_at_mturk(mturk, posting, "W1", clock)
    with django_assert_num_queries(8):
        stand_all(Posting.objects.select_related("study"))
    for number in range(2, 8):
        submit_at_mturk(mturk, posting, f"W{number}", clock)
    post(study, "mturk", at=clock())
    with django_assert_num_queries(8):
        stand_all(Posting.objects.select_related("study"))


def test_where_no_platform_is_asked_our_own_visits_are_counted(study: Study, clock: Clock) -> None:
    posting = post(study, "link", at=clock(), reward=Money(0, "USD"), places=3)
    work_off(clock)
    arrive(posting, {"person": "A"}, at=clock())
    finish(arrive(posting, {"person": "B"}, at=clock()), at=clock.move(minutes=4))
    left = arrive(posting, {"person": "C"}, at=clock())
    Assignment.objects.filter(pk=left.pk).update(state=Assignment.State.WITHDRAWN, over_at=clock())
    standing = stand(posting)
    counted = [standing.count(status) for status in (Status.ACTIVE, Status.SUBMITTED, Status.RETURNED)]
    assert counted == [1, 1, 1]
    assert standing.median_seconds == 240


def test_a_stopped_posting_shows_the_places_left_until_the_platform_has_confirmed(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    look(posting, clock)
    close_posting(posting, at=clock())
    posting.refresh_from_db()
    assert (stand(posting).is_stopping, stand(posting).free) == (True, 4)
    work_off(clock)
    assert (stand(posting).is_stopping, stand(posting).free) == (False, 0)


def test_the_command_lists_postings_and_shows_one_as_its_board(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    assert "There is no posting yet" in run("postings")
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    submit_at_mturk(mturk, posting, WORKER, clock)
    pause_posting(posting, at=clock())
    line = f"{posting.pk}  {study.slug}  mturk (local)  paused  4 wanted, 0 in progress, 1 handed in, 0 approved"
    assert line in run("postings")
    told = run("postings", posting.pk)
    assert "free places: 3\nsubmitted: 1\n" in told
    assert "committed beyond that: USD 4.80\nthe study: USD 4.80 of its cap of USD 1000.00" in told
    assert "pause a part, part 1: tried 0 times" in told
    assert WORKER not in told
