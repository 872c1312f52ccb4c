"""Bonuses and compensations from the review page, with their totals told first."""

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from judging.models.recruiting import Outgoing, PlatformSubmission, Posting
from judging.reconciling import list_mismatches
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.local.prolific_operations import expire, sum_bonuses
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import address_participant, arrive, finish, look, submit_at_prolific, work_off
from tests.workplace.recruiting.test_reviewing import address, read_fields, read_text, send

pytestmark = pytest.mark.django_db


def test_a_bonus_tells_its_total_before_it_is_paid_and_is_paid_once(
    staff: Client, posting: Posting, prolific: LocalProlific, clock: Clock, settings: Settings
) -> None:
    settings.PROLIFIC_FEE_PERCENT = 33
    rows = [submit_at_prolific(prolific, posting, f"P{number}", clock) for number in range(2)]
    asked = send(staff, posting, kind="bonus", submission=[row.pk for row in rows])
    told = send(staff, posting, **{**read_fields(asked), "amount": "50", "name": "checks", "reason": "All right"})
    text = read_text(told)
    assert "Amounts GBP 1.00 Fees GBP 0.34 Total GBP 1.34" in text
    assert not Outgoing.objects.filter(kind="bonus").exists()
    for _ in range(2):
        send(staff, posting, **read_fields(told))
    work_off(clock)
    assert sum_bonuses(prolific.state) == 100
    repeated = {**read_fields(asked), "amount": "50", "name": "checks", "reason": "All right"}
    assert "there is nothing to pay" in read_text(send(staff, posting, **repeated))
    assert "Bonus “checks” of GBP 0.50: done" in read_text(staff.get(address(posting, "review")))


def test_bonuses_over_the_cap_are_refused_before_any_call(
    staff: Client, posting: Posting, prolific: LocalProlific, clock: Clock, settings: Settings
) -> None:
    row = submit_at_prolific(prolific, posting, "P1", clock)
    asked = send(staff, posting, kind="bonus", submission=row.pk)
    fields = {**read_fields(asked), "amount": "50", "name": "checks", "reason": "All right"}
    settings.CAP_PER_STUDY = 0
    told = send(staff, posting, **fields)
    assert "This is more than the cap leaves" in read_text(told)
    forced = send(staff, posting, **{**fields, "confirmed": str(50 + settings.PROLIFIC_FEE_PERCENT * 50 // 100)})
    assert "cap" in read_text(forced)
    assert not Outgoing.objects.filter(kind="bonus").exists()


def test_who_timed_out_is_compensated(staff: Client, posting: Posting, prolific: LocalProlific, clock: Clock) -> None:
    part = prolific.state.start(str(posting.parts.get().platform_id), "P1")
    visit = arrive(posting, address_participant(part), at=clock())
    expire(prolific.state, part.submission_id)
    look(posting, clock)
    row = PlatformSubmission.objects.get()
    finish(visit, at=clock())
    text = read_text(staff.get(address(posting, "review?show=returned")))
    assert "timed out at the platform" in text
    assert "Finished here, timed out there: they can be compensated." in text
    asked = send(staff, posting, kind="compensate", submission=row.pk)
    told = send(staff, posting, **{**read_fields(asked), "amount": "60", "reason": "Your answers came."})
    send(staff, posting, **read_fields(told))
    work_off(clock)
    assert sum_bonuses(prolific.state) == 60
    assert list_mismatches(posting) == []
