"""The commands about postings, from the estimate to the last payment."""

import pytest
from django.core.management.base import CommandError
from django.utils.timezone import now
from pytest_django.fixtures import Settings

from judging import jobs
from judging.drafting import draft_posting
from judging.models import Decision, Study
from judging.models.recruiting import PlatformSubmission, Posting, WorkerPulse
from judging.recruiters.local.mturk import LocalMTurk
from tests.commands import run
from tests.judging.recruiters.stories import address_worker, arrive, finish, make_offer

pytestmark = pytest.mark.django_db
AT_MTURK = ("--recruiter", "mturk", "--environment", "local", "--reward", "100", "--places", "4")


def open_at_mturk(study: Study) -> Posting:
    run("open_posting", study.slug, *AT_MTURK, "--without-checks")
    return Posting.objects.get()


def test_the_estimate_tells_rewards_fees_and_the_hourly_rate_and_opens_nothing(study: Study, mturk: LocalMTurk) -> None:
    told = run("open_posting", study.slug, *AT_MTURK, "--without-checks", "--estimate")
    assert "rewards: USD 4.00\nfees: USD 0.80\ntotal: USD 4.80\nhourly: USD 20.00\n" in told
    assert Posting.objects.count() == 0
    assert mturk.calls == []


def test_nothing_is_opened_while_the_pages_and_the_worker_do_not_answer(
    study: Study, mturk: LocalMTurk, settings: Settings
) -> None:
    settings.PUBLIC_URL = mturk.url
    with pytest.raises(CommandError) as refused:
        run("open_posting", study.slug, *AT_MTURK)
    told = str(refused.value)
    assert told.startswith("Nothing was opened.\n")
    assert "/healthy answers with status 404" in told
    assert "No worker has carried anything out" in told
    assert Posting.objects.count() == 0


def test_the_worker_leaves_a_sign_that_it_is_at_work(study: Study) -> None:
    assert jobs.carry_out_due() == 0
    assert jobs.ask_platforms() == 0
    assert WorkerPulse.objects.count() == 1


def test_a_study_is_opened_extended_reviewed_paid_reconciled_and_closed(study: Study, mturk: LocalMTurk) -> None:
    posting = open_at_mturk(study)
    assert "asks for 7 people in all" in run("extend_posting", posting.pk, 3)
    (hit,) = mturk.state.hits.values()
    assert hit.most == 7
    work = mturk.state.accept(hit.hit_id, "W1")
    at = posting.created_at
    finish(arrive(posting, address_worker(work), at=at), at=at)
    mturk.state.submit(work.assignment_id, "x")
    assert "0 findings" in run("reconcile")
    number = PlatformSubmission.objects.get().pk
    assert f"{number}  submitted     0 of 4 trials" in run("review_assignments", posting.pk)
    told = run("review_assignments", posting.pk, "--approve")
    assert f"{number}: asked\nApprove: done" in told
    assert f"{number}  approved" in told
    bonus = ("review_assignments", posting.pk, "--bonus", number, "--amount", 15, "--reason", "Good eyes")
    assert "Pay a bonus: done" in run(*bonus)
    assert "already" in run(*bonus)
    assert [row["BonusAmount"] for row in mturk.state.bonuses] == ["0.15"]
    assert "0 places are still free" in run("close_posting", "--all")
    assert "0 findings" in run("reconcile", posting.pk)
    assert mturk.state.count_available(hit) == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("open_posting", "nothing", "--places", "1"), "No study is called 'nothing'"),
        (("extend_posting", "99", "1"), "There is no posting 99"),
        (("close_posting",), "Name the postings to close"),
        (("review_assignments", "99"), "There is no posting 99"),
        (("review_assignments", "9" * 30), "There is no posting 9999"),
    ],
)
def test_what_is_not_there_is_said(arguments: tuple[str, ...], words: str, study: Study) -> None:
    with pytest.raises(CommandError, match=words):
        run(*arguments)


def test_a_reward_a_hundred_times_too_high_is_refused_in_words(study: Study, mturk: LocalMTurk) -> None:
    with pytest.raises(CommandError, match="reward is USD 100.00 for 3 minutes.*in cents or pence"):
        run("open_posting", study.slug, *AT_MTURK, "--reward", "10000", "--without-checks")
    assert mturk.calls == []


def test_a_rejection_without_a_name_is_refused(study: Study, mturk: LocalMTurk) -> None:
    posting = open_at_mturk(study)
    mturk.state.submit(mturk.state.accept(next(iter(mturk.state.hits)), "W1").assignment_id, "x")
    run("reconcile")
    number = PlatformSubmission.objects.get().pk
    with pytest.raises(CommandError, match="who decides"):
        run("review_assignments", posting.pk, "--reject", number, "--reason", "Nothing was answered")
    told = run("review_assignments", posting.pk, "--reject", number, "--reason", "Nothing was answered", "--by", "me")
    assert f"{number}  rejected" in told


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--places", "9" * 12), "places is 999999999999: it should be 1 to 100000"),
        (("--places", "-3"), "places is -3"),
        (("--part-places", "-5"), "part_places is -5"),
        (("--open-hours", "9" * 12), "open_hours is 999999999999"),
        (("--allowed-minutes", "9" * 12), "allowed_minutes is 999999999999.*at most"),
        (("--reward", "0"), "reward is USD 0.00"),
        (("--reward", "-100"), "reward is USD -1.00"),
        (("--title", "half an emoji \ud83d"), "refuse the character '.ud83d'"),
        (("--leave-out", "\udcff"), "an id has letters, digits"),
    ],
)
@pytest.mark.parametrize("recruiter", ["mturk", "prolific"])
def test_numbers_and_texts_that_no_platform_takes_are_refused_before_anything_is_written(
    options: tuple[str, str], words: str, recruiter: str, study: Study
) -> None:
    usual = ("--places", "4", "--reward", "50", "--recruiter", recruiter, "--environment", "local", "--without-checks")
    with pytest.raises(CommandError, match=words):
        run("open_posting", study.slug, *usual, *options)
    assert not Posting.objects.exists()


def test_an_extension_beyond_measure_and_a_draft_that_is_stopped_are_refused(study: Study, mturk: LocalMTurk) -> None:
    posting = open_at_mturk(study)
    with pytest.raises(CommandError, match="ask for 1 to 100000"):
        run("extend_posting", posting.pk, "9" * 12)
    run("pause_posting", posting.pk, "--by", "Ada")
    draft = draft_posting(study, make_offer(), recruiter="mturk", environment="local", at=now())
    with pytest.raises(CommandError, match="is a draft"):
        run("close_posting", draft.pk)
    run("close_posting", "--all")
    assert "Paused by Ada" in run("postings", posting.pk)
    assert "Stopped by the command line" in run("postings", posting.pk)


def test_a_reason_that_nobody_can_store_or_send_is_refused(study: Study, mturk: LocalMTurk) -> None:
    posting = open_at_mturk(study)
    mturk.state.submit(mturk.state.accept(next(iter(mturk.state.hits)), "W1").assignment_id, "x")
    run("reconcile")
    number = PlatformSubmission.objects.get().pk
    bonus = ("review_assignments", posting.pk, "--bonus", number, "--amount", 15, "--reason", "Good \udcff")
    with pytest.raises(CommandError, match="no text"):
        run(*bonus)
    assert not Decision.objects.exists()
