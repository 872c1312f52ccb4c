"""A bonus that nobody knows to be paid or not is never asked for twice by ourselves: a person looks and decides."""

import pytest
from django.test import Client

from judging.deciding import find_failed
from judging.models import Study
from judging.models.decisions import Decision
from judging.models.recruiting import LedgerEntry, Outgoing, Posting
from judging.recruiters.local.faults import Fault
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.local.prolific_operations import sum_bonuses
from judging.recruiters.money import Money
from judging.retrying import try_again
from judging.reviewing import pay_bonus
from judging.standing import stand
from tests.commands import run
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import post, submit_at_prolific, work_off

pytestmark = pytest.mark.django_db


def lose_the_answer(study: Study, prolific: LocalProlific, clock: Clock, fault: Fault) -> Outgoing:
    """A bonus whose answer never came, an hour and a half later; more than that until it would show."""
    prolific.state.settling_seconds = 7200
    posting = post(study, "prolific", at=clock())
    work_off(clock)
    submission = submit_at_prolific(prolific, posting, "P1", clock)
    asked = pay_bonus(submission, amount=15, reason="Good eyes", name="checks", at=clock()).outgoing
    assert asked is not None
    prolific.state.faults.plan(fault, "pay bonuses")
    for _ in range(3):
        work_off(clock)
        clock.move(minutes=45)
    asked.refresh_from_db()
    return asked


@pytest.mark.parametrize("fault", [Fault.ERROR_BEFORE, Fault.SILENCE_AFTER])
def test_a_bonus_without_an_answer_is_left_to_a_person_and_its_money_counts(
    study: Study, prolific: LocalProlific, clock: Clock, fault: Fault
) -> None:
    row = lose_the_answer(study, prolific, clock, fault)
    assert row.state == Outgoing.State.UNCLEAR
    assert "Look at the submission there" in row.problem
    posting = Posting.objects.get()
    assert [line.word for line in stand(posting).requests] == ["Unclear"]
    bonus = LedgerEntry.objects.get(kind=LedgerEntry.Kind.BONUS)
    assert (bonus.amount, bonus.state) == (15, LedgerEntry.State.COMMITTED)
    assert row.submission is not None
    assert pay_bonus(row.submission, amount=15, reason="Again", name="checks", at=clock()).result == "already"
    pay_bonus(row.submission, amount=15, reason="Another", name="other", at=clock())
    clock.move(hours=5)
    work_off(clock)
    assert sum_bonuses(prolific.state) == (15 if fault == Fault.SILENCE_AFTER else 0)


def test_it_is_paid_once_a_person_asks_again_where_it_was_not(
    study: Study, prolific: LocalProlific, clock: Clock, admin_client: Client
) -> None:
    row = lose_the_answer(study, prolific, clock, Fault.ERROR_BEFORE)
    page = f"/workplace/postings/{Posting.objects.get().public_id}/"
    assert "Unclear" in admin_client.get(page).content.decode()
    for _ in range(2):
        admin_client.post(f"{page}again/{row.pk}")
    work_off(clock)
    work_off(clock)
    row.refresh_from_db()
    assert (row.state, sum_bonuses(prolific.state)) == (Outgoing.State.DONE, 15)
    assert stand(Posting.objects.get()).amounts.bonuses == Money(15, "USD")


def test_a_bonus_that_was_turned_away_is_paid_without_asking_anybody(
    study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    row = lose_the_answer(study, prolific, clock, Fault.THROTTLED)
    clock.move(hours=3)
    work_off(clock)
    row.refresh_from_db()
    assert (row.state, sum_bonuses(prolific.state)) == (Outgoing.State.DONE, 15)


def test_a_second_lost_answer_is_left_to_a_person_again(study: Study, prolific: LocalProlific, clock: Clock) -> None:
    row = lose_the_answer(study, prolific, clock, Fault.ERROR_BEFORE)
    assert try_again(row, at=clock())
    prolific.state.faults.plan(Fault.SILENCE_AFTER, "pay bonuses")
    for _ in range(3):
        work_off(clock)
        clock.move(minutes=45)
    row.refresh_from_db()
    assert (row.state, sum_bonuses(prolific.state)) == (Outgoing.State.UNCLEAR, 15)


def test_one_that_shows_in_the_end_is_found_and_not_paid_again(
    study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    row = lose_the_answer(study, prolific, clock, Fault.SILENCE_AFTER)
    clock.move(hours=3)
    assert "Pay a bonus: done" in run("postings", row.part.posting_id, "--again", row.pk)
    assert sum_bonuses(prolific.state) == 15


def test_running_a_decision_again_leaves_it_alone(study: Study, prolific: LocalProlific, clock: Clock) -> None:
    row = lose_the_answer(study, prolific, clock, Fault.SILENCE_AFTER)
    decision = Decision.objects.create(posting=row.part.posting, kind=Decision.Kind.BONUS, by="A", at=clock())
    decision.results.create(submission=row.submission, state="asked", outgoing=row)
    assert find_failed(decision) == []
