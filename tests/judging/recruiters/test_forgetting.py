"""Who somebody is at a platform is forgotten with their visit, as soon as no money is on its way to them."""

import pytest

from judging import jobs
from judging.arriving import find_exit
from judging.compensating import compensate
from judging.following import take_told
from judging.identities import forget_erased, unseal
from judging.models import Assignment, Study
from judging.models.recruiting import PlatformIdentity, PlatformSubmission, Posting
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.values import Status, Submission
from judging.recruiting import close_posting
from judging.reviewing import approve, pay_bonus
from judging.withdrawing import erase
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import (
    address_participant,
    address_worker,
    arrive,
    look,
    post,
    submit_at_prolific,
    work_off,
)
from tests.pools import open_small_study
from turingapp.errors import PermanentServiceError

pytestmark = pytest.mark.django_db


def is_known() -> bool:
    return PlatformIdentity.objects.get().sealed != ""


def test_who_erases_a_paid_visit_is_forgotten_at_once(study: Study, prolific: LocalProlific, clock: Clock) -> None:
    posting = post(study, "prolific", at=clock())
    work_off(clock)
    approve(submit_at_prolific(prolific, posting, "P1", clock), at=clock())
    work_off(clock)
    assert is_known()
    erase(Assignment.objects.get(), at=clock())
    assert not is_known()
    assert find_exit(Assignment.objects.get()) is None
    with pytest.raises(PermanentServiceError, match="was erased"):
        unseal(PlatformIdentity.objects.get())


def test_who_erases_before_being_paid_is_paid_and_then_forgotten(
    study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, "prolific", at=clock())
    work_off(clock)
    submission = submit_at_prolific(prolific, posting, "P1", clock)
    erase(Assignment.objects.get(), at=clock())
    assert forget_erased(at=clock()) == 0
    approve(submission, at=clock())
    pay_bonus(submission, amount=15, reason="Good eyes", name="checks", at=clock())
    assert forget_erased(at=clock()) == 0  # approved, and the money is on its way
    work_off(clock)
    assert prolific.state.find_part(submission.platform_assignment).status == "APPROVED"
    clock.move(hours=2)
    work_off(clock)
    assert jobs.forget_erased() == 1
    assert not is_known()


def test_a_look_at_the_platform_does_not_bring_back_who_was_forgotten(
    study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, "prolific", at=clock())
    work_off(clock)
    approve(submit_at_prolific(prolific, posting, "P1", clock), at=clock())
    work_off(clock)
    erase(Assignment.objects.get(), at=clock())
    look(posting, clock)
    name = PlatformSubmission.objects.get().platform_assignment
    take_told(posting.parts.get(), Submission(name, "P1", Status.APPROVED, code="ANOTHER"), at=clock())
    assert not is_known()


def test_who_was_forgotten_and_comes_to_another_study_can_be_paid_there(
    study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, "prolific", at=clock())
    other = post(open_small_study(slug="other"), "prolific", at=clock())
    work_off(clock)
    approve(submit_at_prolific(prolific, posting, "P1", clock), at=clock())
    work_off(clock)
    erase(Assignment.objects.get(), at=clock())
    approve(submit_at_prolific(prolific, other, "P1", clock), at=clock())
    work_off(clock)
    assert PlatformSubmission.objects.filter(status="approved").count() == 2
    assert forget_erased(at=clock()) == 0  # the other visit is theirs, and not erased
    assert is_known()


def test_a_worker_who_erases_in_the_middle_is_forgotten_when_the_place_has_run_out(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    work = mturk.state.accept(str(posting.parts.get().platform_id), "W1")
    visit = arrive(posting, address_worker(work), at=clock())
    erase(visit, at=clock())
    assert is_known()  # they may still hand in what they hold
    clock.move(minutes=20, hours=25)
    assert forget_erased(at=clock()) == 1


def test_who_comes_again_after_erasing_meets_the_erased_visit(
    study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, "prolific", at=clock())
    work_off(clock)
    row = prolific.state.start(str(posting.parts.get().platform_id), "P1")
    visit = arrive(posting, address_participant(row), at=clock())
    erase(visit, at=clock())
    assert arrive(posting, address_participant(row), at=clock()) == visit
    assert Assignment.objects.count() == 1


def test_who_is_paid_by_a_posting_of_their_own_is_known_until_it_closes(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    work = mturk.state.accept(str(posting.parts.get().platform_id), "W1")
    visit = arrive(posting, address_worker(work), at=clock())
    compensate(PlatformSubmission.objects.get(), amount=60, reason="Your answers arrived.", at=clock())
    erase(visit, at=clock())
    work_off(clock)
    clock.move(hours=26)
    assert forget_erased(at=clock()) == 0
    close_posting(Posting.objects.exclude(pk=posting.pk).get(), at=clock())
    work_off(clock)
    assert forget_erased(at=clock()) == 1
