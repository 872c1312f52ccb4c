"""The money of a posting through HTTP: the ledger, the caps, reconciliation, and what a crash has left."""

import csv
import random
from io import StringIO

import pytest
from django.test import Client

from judging.models import Reconciliation, Study
from judging.models.recruiting import Budget, LedgerEntry, Outgoing, Posting, PostingPart
from judging.reconciling_runs import carry_out_asked, claim_next
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.money import Money
from judging.reviewing import approve, pay_bonus
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import post, submit_at_prolific, work_off
from tests.workplace.recruiting.test_reviewing import address, read_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def posting(study: Study, prolific: LocalProlific, clock: Clock) -> Posting:
    """Four places at the local Prolific, one approved and paid a bonus."""
    posting = post(study, "prolific", at=clock(), reward=Money(100, "GBP"))
    work_off(clock)
    submission = submit_at_prolific(prolific, posting, "P123456789", clock)
    approve(submission, at=clock())
    pay_bonus(submission, amount=15, reason="Good", name="checks", at=clock())
    work_off(clock)
    return posting


def reconcile(clock: Clock) -> None:
    carry_out_asked(clock=clock, rng=random.Random(0))


def leave_orphan(prolific: LocalProlific) -> str:
    """Our rows forget the study that Prolific has, as if the opening had been given up after a crash."""
    PostingPart.objects.update(platform_id=None, state=PostingPart.State.FAILED)
    Outgoing.objects.filter(kind="open").update(state=Outgoing.State.FAILED)
    (study_id,) = prolific.state.studies
    return study_id


def test_the_page_and_the_file_hold_the_ledger_and_no_id_of_the_platform(
    staff: Client, posting: Posting, prolific: LocalProlific
) -> None:
    page = staff.get(address(posting, "money"))
    text = read_text(page)
    spent = sum(LedgerEntry.objects.exclude(state="void").values_list("amount", flat=True))
    assert f"Committed or paid by the study {Money(spent, 'GBP')} of a cap of GBP 1000.00" in text
    assert "Most for one person GBP 1.15 of a cap of GBP 20.00" in text
    assert "Reward 0.00 1.00 0.00" in text
    body = b"".join(staff.get(address(posting, "ledger.csv")).streaming_content).decode()
    rows = list(csv.DictReader(StringIO(body, newline="")))
    assert sum(int(row["minor_units"]) for row in rows if row["state"] != "void") == spent
    assert [row["amount"] for row in rows if row["kind"] == "bonus"] == ["0.15"]
    for secret in ("P123456789", *prolific.state.parts, *prolific.state.studies):
        assert secret not in body
        assert secret.encode() not in page.content


def test_caps_are_set_and_a_cap_below_what_is_spent_is_refused_in_words(staff: Client, posting: Posting) -> None:
    refused = staff.post(address(posting, "money/caps"), {"study_cap": "10", "person_cap": ""})
    assert refused.status_code == 422
    assert "cap of the study is GBP 0.10: GBP" in read_text(refused)
    assert "committed or paid already" in read_text(refused)
    assert Budget.objects.count() == 0
    wrong = staff.post(address(posting, "money/caps"), {"study_cap": "-1", "person_cap": "many"})
    assert wrong.status_code == 422
    done = staff.post(address(posting, "money/caps"), {"study_cap": "5000", "person_cap": "115"}, follow=True)
    assert "of a cap of GBP 50.00" in read_text(done)
    assert Budget.objects.values_list("study_cap", "person_cap").get() == (5000, 115)


def test_a_reconciliation_is_asked_for_shows_how_far_it_is_and_keeps_its_result(
    staff: Client, posting: Posting, clock: Clock, prolific: LocalProlific
) -> None:
    for _ in range(2):
        asked = staff.post(address(posting, "money/reconcile"), follow=True)
    assert "Waiting for the worker" in read_text(asked)
    running = claim_next(clock())
    assert running is not None
    assert b"0 of 1 part asked about" in staff.get(address(posting, "money/reconciling")).content
    Reconciliation.objects.update(taken_at=None)
    (part,) = prolific.state.parts.values()
    clock.move(minutes=10)
    part.bonuses.append((clock.seconds(), 50))
    reconcile(clock)
    assert staff.get(address(posting, "money/reconciling"))["HX-Refresh"] == "true"
    text = read_text(staff.get(address(posting, "money")))
    assert "for experimenter" in text
    assert "the platform shows bonuses of GBP 0.65, the ledger GBP 0.15." in text
    assert Reconciliation.objects.count() == 1


@pytest.mark.parametrize("deed", ["adopt", "discard"])
def test_what_a_crash_has_left_is_adopted_or_closed(
    staff: Client, posting: Posting, clock: Clock, prolific: LocalProlific, deed: str
) -> None:
    study_id = leave_orphan(prolific)
    staff.post(address(posting, "money/reconcile"))
    reconcile(clock)
    text = read_text(staff.get(address(posting, "money")))
    assert "Adopt it to go on with it, or close it there." in text
    for _ in range(2):
        staff.post(address(posting, "money/orphan"), {"deed": deed, "platform_id": study_id})
    work_off(clock)
    assert study_id not in read_text(staff.get(address(posting, "money")))
    status = {"adopt": "ACTIVE", "discard": "AWAITING REVIEW"}[deed]
    assert prolific.state.studies[study_id]["status"] == status
    assert (PostingPart.objects.get().platform_id == study_id) == (deed == "adopt")


def test_an_object_that_was_not_found_here_is_neither_adopted_nor_closed(
    staff: Client, posting: Posting, prolific: LocalProlific
) -> None:
    (study_id,) = prolific.state.studies
    for fields in ({"deed": "discard", "platform_id": study_id}, {"deed": "explode", "platform_id": "x"}):
        assert staff.post(address(posting, "money/orphan"), fields).status_code == 404
    assert not Outgoing.objects.filter(kind="discard").exists()


def test_a_panel_has_no_ledger_and_says_so(staff: Client, study: Study, clock: Clock) -> None:
    posting = post(study, "panel", at=clock(), details={"person_parameter": "p"})
    assert "nobody is paid through this page" in read_text(staff.get(address(posting, "money")))
    assert "paid where they come from" in read_text(staff.get(address(posting, "review")))
