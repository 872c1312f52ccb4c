"""Platforms are right about people and money: our rows follow, final states stick, requests stay within the budget."""

import random
from dataclasses import replace

import pytest
from django.conf import settings
from pytest_django.fixtures import Settings

from judging.following import FOLLOWS, take_told
from judging.identities import find_identity
from judging.models import Study
from judging.models.recruiting import Outgoing, PlatformSubmission, Posting, PostingPart
from judging.orphans import find_orphans
from judging.polling import claim_due, poll_due
from judging.reconciling import reconcile
from judging.recruiters.local.faults import Fault
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.values import Status, Submission
from judging.recruiting import close_posting
from judging.reviewing import approve
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import look, post, submit_at_mturk, submit_at_prolific, work_off

pytestmark = pytest.mark.django_db


def test_a_state_shown_as_it_was_before_changes_nothing(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    submission = submit_at_mturk(mturk, posting, "W1", clock)
    approve(submission, at=clock())
    work_off(clock)
    mturk.state.faults.plan(Fault.FLICKER, "ListAssignmentsForHIT")
    look(posting, clock)
    submission.refresh_from_db()
    assert submission.status == "approved"


@pytest.mark.parametrize("seed", range(20))
def test_whatever_a_platform_tells_in_whatever_order_an_approval_stays_and_pays_once(
    seed: int, study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    post(study, "prolific", at=clock())
    work_off(clock)
    part, rng = PostingPart.objects.get(), random.Random(seed)
    told = [rng.choice(list(Status)) for _ in range(8)]
    for status in told:
        take_told(part, Submission("S1", "P1", status), at=clock.move(seconds=1))
    row = PlatformSubmission.objects.get()
    if row.status == Status.APPROVED:
        assert Status.APPROVED in told
    assert row.entries.filter(kind="reward").count() == int(row.status == Status.APPROVED)


def test_final_states_are_left_for_an_approval_only() -> None:
    assert FOLLOWS[Status.APPROVED] == ()
    assert FOLLOWS[Status.REJECTED] == FOLLOWS[Status.SCREENED_OUT] == (Status.APPROVED,)
    assert all(Status.ACTIVE not in following for before, following in FOLLOWS.items() if before != Status.ACTIVE)


def test_what_was_handed_in_without_our_learning_of_it_is_offered_for_approval(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    mturk.state.submit(mturk.state.accept(str(posting.parts.get().platform_id), "W1").assignment_id, "x")
    found = reconcile(posting, at=clock(), rng=random.Random(0))
    submission = PlatformSubmission.objects.get()
    assert submission.status == "submitted"
    assert any("never came here" in sentence for sentence in found.findings)
    approve(submission, at=clock())
    work_off(clock)
    assert mturk.state.works[submission.platform_assignment].status == "Approved"


def test_a_bonus_paid_at_the_platform_alone_is_found(study: Study, prolific: LocalProlific, clock: Clock) -> None:
    posting = post(study, "prolific", at=clock())
    work_off(clock)
    submission = submit_at_prolific(prolific, posting, "P1", clock)
    prolific.state.find_part(submission.platform_assignment).bonuses.append((clock.seconds(), 50))
    found = reconcile(posting, at=clock(), rng=random.Random(0))
    assert any("shows bonuses of USD 0.50, the ledger USD 0.00" in sentence for sentence in found.findings)


def test_a_hit_that_a_crash_has_left_behind_is_found(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    post(study, "mturk", at=clock())
    work_off(clock)
    known = next(iter(mturk.state.hits.values()))
    assert find_orphans("mturk", "local") == []
    PostingPart.objects.update(platform_id=None)
    assert Outgoing.objects.get().token == known.annotation
    assert [orphan.platform_id for orphan in find_orphans("mturk", "local")] == [known.hit_id]


def post_many(study: Study, mturk: LocalMTurk, clock: Clock, parts: int) -> Posting:
    """A posting of so many parts, all to be asked about at once."""
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    hit = next(iter(mturk.state.hits.values()))
    for number in range(2, parts + 1):
        mturk.state.hits[f"{hit.hit_id}{number}"] = replace(hit, hit_id=f"{hit.hit_id}{number}")
    PostingPart.objects.bulk_create(
        PostingPart(
            posting=posting,
            number=number,
            places=1,
            state="open",
            recruiter="mturk",
            environment="local",
            platform_id=f"{hit.hit_id}{number}",
            poll_due_at=clock(),
        )
        for number in range(2, parts + 1)
    )
    mturk.calls.clear()
    return posting


def test_five_hundred_parts_are_asked_within_the_budget_and_all_in_their_turn(
    study: Study, mturk: LocalMTurk, clock: Clock, settings: Settings
) -> None:
    post_many(study, mturk, clock, 500)
    for _ in range(17):  # 60 requests a minute are 30 parts
        poll_due(at=clock.move(minutes=1), rng=random.Random(0))
        assert len(mturk.calls) <= settings.PLATFORM_REQUESTS_PER_MINUTE
        mturk.calls.clear()
    assert not PostingPart.objects.filter(polled_at=None).exists()


def test_a_part_with_many_submissions_takes_as_much_of_the_budget_as_it_has_pages(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post_many(study, mturk, clock, 4)
    first = posting.parts.order_by("pk")[0]
    identity = find_identity("mturk", "W1", at=clock())
    PlatformSubmission.objects.bulk_create(
        PlatformSubmission(
            part=first,
            platform_assignment=f"A{number}",
            identity=identity,
            status="approved",
            created_at=clock(),
            seen_at=clock(),
        )
        for number in range(350)
    )
    PostingPart.objects.filter(pk=first.pk).update(poll_due_at=clock.move(minutes=-1))
    clock.move(minutes=1)
    assert [len(claim_due(7, at=clock())) for _ in range(3)] == [2, 2, 0]  # 5 + 2 requests, then 2 + 2
    PostingPart.objects.filter(pk=first.pk).update(poll_due_at=clock.move(minutes=-1))
    assert [part.pk for part in claim_due(2, at=clock())] == [first.pk]


def test_parts_that_one_worker_asks_about_are_left_alone_by_the_next_until_it_must_be_dead(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    post_many(study, mturk, clock, 6)
    claims = [{part.pk for part in claim_due(8, at=clock())} for _ in range(3)]
    assert [len(claimed) for claimed in claims] == [4, 2, 0]
    assert not claims[0] & claims[1]
    clock.move(minutes=6)
    assert len(claim_due(60, at=clock())) == 6


def test_messages_that_pile_up_while_no_worker_runs_are_not_worked_off_at_once() -> None:
    schedule = settings.CELERY_BEAT_SCHEDULE
    assert {
        name: entry["options"]["expires"] <= entry["schedule"] for name, entry in schedule.items()
    } == dict.fromkeys(schedule, True)


def test_a_posting_where_all_is_decided_is_not_asked_any_more(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    submission = submit_at_mturk(mturk, posting, "W1", clock)
    close_posting(posting, at=clock())
    approve(submission, at=clock())
    work_off(clock)
    look(posting, clock)
    assert PostingPart.objects.get().poll_due_at is None


def test_a_platform_that_does_not_answer_is_asked_again_later(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    mturk.state.faults.plan(Fault.THROTTLED, "GetHIT")
    look(posting, clock)
    due = PostingPart.objects.get().poll_due_at
    assert due is not None
    assert due > clock()
