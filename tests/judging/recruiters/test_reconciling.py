"""Reconciliations are asked for and kept; what a crash has left is adopted or closed; caps stay above what is spent."""

import random
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from judging.budgeting import set_budget
from judging.models import Reconciliation, RevealedIdentity, Study
from judging.models.recruiting import Budget, LedgerEntry, Outgoing, Posting, PostingPart
from judging.orphans import adopt, discard, find_orphans
from judging.reconciling_runs import ask_reconciliation, carry_out_asked, claim_next, list_orphans
from judging.recruiters.local.faults import Fault
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiting import close_posting
from judging.revealing import reveal_identity
from judging.reviewing import approve
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import post, submit_at_mturk, submit_many_at_mturk, work_off
from tests.pools import make_pool, open_small_study
from turingapp.errors import InvalidOffer, OverCap, Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> Study:
    make_pool()
    return open_small_study()


def run(clock: Clock) -> list[Reconciliation]:
    return carry_out_asked(clock=clock, rng=random.Random(0))


def give_up_publishing(posting: Posting, prolific: LocalProlific, clock: Clock) -> str:
    """Prolific takes the draft and refuses to publish it for good; it stays behind with our mark."""
    prolific.state.faults.plan(Fault.ERROR_AFTER, "create study")
    work_off(clock)
    (study_id,) = prolific.state.studies
    Outgoing.objects.update(state=Outgoing.State.FAILED)
    LedgerEntry.objects.update(state=LedgerEntry.State.VOID)
    PostingPart.objects.update(state=PostingPart.State.FAILED)
    return study_id


def test_a_reconciliation_is_asked_for_once_and_keeps_what_it_has_found(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    submit_many_at_mturk(mturk, posting, 1, clock)
    asked = [ask_reconciliation(posting, by="Ada", at=clock()) for _ in range(2)]
    assert asked[0] == asked[1]
    assert [row.pk for row in run(clock)] == [asked[0].pk]
    assert run(clock) == []
    row = Reconciliation.objects.get()
    assert (row.by, row.done, row.parts, row.over_at) == ("Ada", 1, 1, clock())
    (sentence,) = row.findings
    assert sentence.endswith("handed in there, never came here: payable all the same.")


def test_a_reconciliation_whose_worker_died_is_taken_up_again(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting = post(study, "mturk", at=clock())
    ask_reconciliation(posting, by="Ada", at=clock())
    assert claim_next(clock()) is not None
    assert run(clock) == []
    clock.move(minutes=6)
    assert len(run(clock)) == 1


def test_a_platform_that_fails_is_a_finding(study: Study, prolific: LocalProlific, clock: Clock) -> None:
    posting = post(study, "prolific", at=clock())
    work_off(clock)
    ask_reconciliation(posting, by="Ada", at=clock())
    prolific.state.faults.plan(Fault.THROTTLED, "get study")
    (row,) = run(clock)
    assert "status 429" in row.findings[0]


def test_a_draft_that_a_crash_has_left_is_adopted_with_its_money(
    study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, "prolific", at=clock())
    study_id = give_up_publishing(posting, prolific, clock)
    ask_reconciliation(posting, by="Ada", at=clock())
    run(clock)
    (orphan,) = list_orphans(posting)
    assert (orphan.platform_id, orphan.is_adoptable) == (study_id, True)
    rows = [adopt(orphan, at=clock()) for _ in range(2)]
    assert rows[1] is None
    work_off(clock)
    assert list_orphans(posting) == []
    assert posting.parts.get().platform_id == study_id
    assert [row["status"] for row in prolific.state.studies.values()] == ["ACTIVE"]
    counted = LedgerEntry.objects.exclude(state="void")
    assert sum(counted.values_list("amount", flat=True)) > 0
    with pytest.raises(Refused, match="belongs to part 1"):
        discard(orphan, at=clock())


def test_an_orphan_that_the_cap_no_longer_allows_is_not_adopted(
    study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, "prolific", at=clock())
    give_up_publishing(posting, prolific, clock)
    Budget.objects.create(study=study, study_cap=10)
    (orphan,) = find_orphans("prolific", "local")
    with pytest.raises(OverCap):
        adopt(orphan, at=clock())
    assert Outgoing.objects.get().state == "failed"


def test_a_second_hit_is_closed_at_the_platform_and_told_no_more(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    (hit,) = mturk.state.hits.values()
    PostingPart.objects.update(platform_id="another")
    (orphan,) = find_orphans("mturk", "local")
    assert not orphan.is_adoptable
    with pytest.raises(Refused, match="Close it there"):
        adopt(orphan, at=clock())
    assert discard(orphan, at=clock()) is not None
    assert discard(orphan, at=clock()) is None
    work_off(clock)
    assert mturk.state.count_available(hit) == 0
    assert find_orphans("mturk", "local") == []
    assert posting.parts.get().platform_id == "another"


def test_what_the_worker_will_adopt_by_itself_is_left_to_it(
    study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, "prolific", at=clock())
    prolific.state.faults.plan(Fault.ERROR_AFTER, "create study")
    work_off(clock)
    (orphan,) = find_orphans("prolific", "local")
    assert "nothing to do" in orphan.advice
    with pytest.raises(Refused):
        discard(orphan, at=clock())
    close_posting(posting, at=clock())
    clock.move(hours=1)
    work_off(clock)
    assert find_orphans("prolific", "local") == []


@pytest.mark.parametrize(("option", "status"), [("--adopt", "ACTIVE"), ("--discard", "UNPUBLISHED")])
def test_the_command_lists_what_a_crash_has_left_and_adopts_or_closes_it(
    study: Study, prolific: LocalProlific, clock: Clock, option: str, status: str
) -> None:
    study_id = give_up_publishing(post(study, "prolific", at=clock()), prolific, clock)
    out = StringIO()
    call_command("reconcile", stdout=out)
    assert f"prolific (local) has {study_id}." in out.getvalue()
    with pytest.raises(CommandError, match=f"nothing is nothing that a crash has left; there are: {study_id}"):
        call_command("reconcile", option, "nothing", stdout=out)
    call_command("reconcile", option, study_id, stdout=out)
    assert prolific.state.studies[study_id]["status"] == status
    assert find_orphans("prolific", "local") == []


def test_who_somebody_is_is_shown_and_written_down(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    submission = submit_at_mturk(mturk, posting, "W1", clock)
    assert reveal_identity(submission, by="Ada", at=clock()) == "W1"
    row = RevealedIdentity.objects.get()
    assert (row.submission, row.by, row.at) == (submission, "Ada", clock())


def test_a_cap_below_what_is_committed_is_refused_in_words(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting = post(study, "mturk", at=clock(), places=4)
    work_off(clock)
    approve(submit_at_mturk(mturk, posting, "W1", clock), at=clock())
    with pytest.raises(InvalidOffer, match=r"cap of the study is USD 4\.79: USD 4\.80 is committed"):
        set_budget(study, study_cap=479, person_cap=None)
    with pytest.raises(InvalidOffer, match=r"cap of one person is USD 0\.99: USD 1\.00 is committed"):
        set_budget(study, study_cap=None, person_cap=99)
    assert Budget.objects.count() == 0
    set_budget(study, study_cap=480, person_cap=100)
    assert Budget.objects.values_list("study_cap", "person_cap").get() == (480, 100)
