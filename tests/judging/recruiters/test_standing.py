"""How postings stand: counts, money and requests, with a constant number of queries; failed requests asked again."""

from concurrent.futures import ThreadPoolExecutor
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connections
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from judging.drafting import discard_posting, draft_posting, redraft_posting
from judging.models import Assignment, Study
from judging.models.recruiting import LedgerEntry, Outgoing, PlatformSubmission, Posting, PostingPart
from judging.outbox import give_up
from judging.recruiters.base import Status
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.money import Money
from judging.recruiting import close_posting, extend_posting, open_posting, pause_posting
from judging.retrying import try_again
from judging.reviewing import approve
from judging.standing import stand, stand_all
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import (
    address_participant,
    arrive,
    finish,
    look,
    make_offer,
    post,
    submit_at_mturk,
    submit_at_prolific,
    work_off,
)
from tests.pools import make_pool, open_small_study
from turingapp.errors import OverCap, Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> Study:
    make_pool()
    return open_small_study()


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


def refuse(row: Outgoing) -> Outgoing:
    """As when the platform has said no to a request."""
    give_up(row, "The platform said no.", at=row.created_at)
    row.refresh_from_db()
    return row


def test_an_opening_that_was_refused_is_asked_for_again_with_its_money_and_places(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock())
    row = refuse(Outgoing.objects.get())
    assert [line.is_failed for line in stand(posting).requests] == [True]
    assert stand(posting).amounts.committed == Money(0, "USD")
    assert try_again(row, at=clock())
    assert not try_again(row, at=clock())
    assert stand(posting).amounts.committed == Money(480, "USD")  # four times 100 and 20%
    work_off(clock)
    assert PostingPart.objects.get().state == PostingPart.State.OPEN
    assert len(mturk.state.hits) == 1


def test_an_extension_that_was_refused_is_asked_for_again_on_top_of_what_there_is_now(
    study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, "prolific", at=clock(), places=2)
    work_off(clock)
    (refused,) = extend_posting(posting, 3, at=clock())
    refuse(refused)
    extend_posting(posting, 1, at=clock())
    work_off(clock)
    assert PostingPart.objects.get().places == 3
    assert try_again(refused, at=clock())
    work_off(clock)
    assert PostingPart.objects.get().places == 6
    assert [study["total_available_places"] for study in prolific.state.studies.values()] == [6]


def test_what_no_longer_makes_sense_or_passes_the_cap_is_not_asked_again(
    study: Study, mturk: LocalMTurk, clock: Clock, settings: Settings
) -> None:
    posting = post(study, "mturk", at=clock())
    row = refuse(Outgoing.objects.get())
    settings.CAP_PER_STUDY = 479
    with pytest.raises(OverCap, match="pass the cap"):
        try_again(row, at=clock())
    close_posting(posting, at=clock())
    with pytest.raises(Refused, match="closed by now"):
        try_again(row, at=clock())
    assert LedgerEntry.objects.exclude(state=LedgerEntry.State.VOID).count() == 0


def test_a_refused_approval_is_asked_for_again(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    submission = submit_at_mturk(mturk, posting, "W1", clock)
    asked = approve(submission, at=clock()).outgoing
    assert asked is not None
    assert try_again(refuse(asked), at=clock())
    work_off(clock)
    assert PlatformSubmission.objects.get().status == Status.APPROVED


def test_places_added_from_a_page_that_is_out_of_date_are_refused(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock())
    extend_posting(posting, 2, at=clock(), seen_places=4)
    with pytest.raises(Refused, match="asks for 6 places by now, not 4"):
        extend_posting(posting, 2, at=clock(), seen_places=4)


def test_places_are_added_before_the_worker_has_opened_the_part_and_after_the_platform_has_closed_it(
    study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, "prolific", at=clock(), places=2)
    extend_posting(posting, 3, at=clock())
    work_off(clock)
    work_off(lambda: clock.move(minutes=1))
    assert [study["total_available_places"] for study in prolific.state.studies.values()] == [5]
    posting.parts.update(state=PostingPart.State.CLOSED)
    extend_posting(posting, 1, at=clock())
    work_off(clock)
    assert [study["total_available_places"] for study in prolific.state.studies.values()] == [5, 1]
    assert stand(posting).wanted == 6


def test_a_draft_is_changed_and_thrown_away_and_an_open_posting_is_not(study: Study, clock: Clock) -> None:
    draft = draft_posting(study, make_offer(), recruiter="mturk", environment="local", at=clock())
    before = draft.offer
    changed = redraft_posting(draft, make_offer(places=7), environment="local")
    assert changed.places == 7
    assert changed.offer["codes"] == before["codes"]
    assert changed.offer["address"] == before["address"]
    open_posting(draft, at=clock())
    for deed in (lambda: redraft_posting(draft, make_offer(), environment="local"), lambda: discard_posting(draft)):
        with pytest.raises(Refused, match="open by now"):
            deed()
    other = draft_posting(study, make_offer(), recruiter="mturk", environment="local", at=clock())
    discard_posting(other)
    with pytest.raises(Refused, match="discarded by now"):
        discard_posting(other)
    assert Posting.objects.count() == 1


def run(*arguments: object) -> str:
    out = StringIO()
    call_command(*[str(argument) for argument in arguments], stdout=out)
    return out.getvalue()


def test_the_command_lists_postings_and_shows_one_as_its_board(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    assert "There is no posting yet" in run("postings")
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    submit_at_mturk(mturk, posting, "W1", clock)
    pause_posting(posting, at=clock())
    line = f"{posting.pk}  {study.slug}  mturk (local)  paused  4 wanted, 0 in progress, 1 handed in, 0 approved"
    assert line in run("postings")
    told = run("postings", posting.pk)
    assert "free places: 3\nsubmitted: 1\n" in told
    assert "committed beyond that: USD 4.80\nthe study: USD 4.80 of its cap of USD 1000.00" in told
    assert "pause a part, part 1: tried 0 times" in told
    assert "W1" not in told


def test_a_posting_is_paused_and_resumed_and_a_refused_request_asked_again_by_command(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock())
    row = refuse(Outgoing.objects.get())
    assert f"request {row.pk}, open a part, part 1: failed" in run("postings", posting.pk)
    assert "Open a part: done" in run("postings", posting.pk, "--again", row.pk)
    assert "has not failed" in run("postings", posting.pk, "--again", row.pk)
    with pytest.raises(CommandError, match="has no request 999"):
        run("postings", posting.pk, "--again", 999)
    assert "is paused" in run("pause_posting", posting.pk)
    (hit,) = mturk.state.hits.values()
    assert mturk.state.count_available(hit) == 0
    assert "Go on with a part: done" in run("pause_posting", posting.pk, "--resume")
    assert PostingPart.objects.get().state == PostingPart.State.OPEN


def test_accounts_tell_names_of_secrets_and_never_values(settings: Settings) -> None:
    settings.PROLIFIC_TOKEN, settings.AWS_ACCESS_KEY_ID = "the-value-itself", ""
    told = run("recruiters")
    assert "PROLIFIC_TOKEN is set" in told
    assert "AWS_ACCESS_KEY_ID is missing: the id of an access key" in told
    assert "the-value-itself" not in told
    assert "started with manage.py fake_platform prolific" in told


def test_a_connection_is_tested_by_command(prolific: LocalProlific, mturk: LocalMTurk, settings: Settings) -> None:
    assert "the account pays in" in run("recruiters", "--test", "prolific", "--environment", "local")
    assert "the balance is USD" in run("recruiters", "--test", "mturk", "--environment", "local")
    settings.PROLIFIC_TOKEN = ""
    with pytest.raises(CommandError, match="Not asked: PROLIFIC_TOKEN must be set"):
        run("recruiters", "--test", "prolific")
    with pytest.raises(CommandError, match="there are live, local|has live, local"):
        run("recruiters", "--test", "prolific", "--environment", "sandbox")


def test_a_platform_that_is_closed_or_not_running_is_told_in_words(settings: Settings) -> None:
    settings.AWS_ACCESS_KEY_ID = settings.AWS_SECRET_ACCESS_KEY = ""
    with pytest.raises(CommandError, match="Amazon closed Mechanical Turk on 30 September 2026.*Use Prolific"):
        run("recruiters", "--test", "mturk")
    settings.PROLIFIC_LOCAL_URL = "http://127.0.0.1:9"
    with pytest.raises(CommandError, match=r"did not answer.*Start it with manage.py fake_platform prolific"):
        run("recruiters", "--test", "prolific", "--environment", "local")


@pytest.mark.django_db(transaction=True)
def test_two_experimenters_who_open_or_add_at_once_do_it_once(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    draft = draft_posting(study, make_offer(), recruiter="mturk", environment="local", at=clock())

    def act(number: int) -> str:
        own = Posting.objects.get(pk=draft.pk)
        try:
            open_posting(own, at=clock())
            extend_posting(own, 2, at=clock(), seen_places=4)
        except Refused as refusal:
            return str(refusal)
        finally:
            connections.close_all()
        return ""

    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(act, range(8)))
    assert sorted("by now, not 4" in words for words in told) == [False] + [True] * 7
    assert [row.kind for row in Outgoing.objects.all()] == ["open", "extend"]
    assert Posting.objects.get().places == 6
