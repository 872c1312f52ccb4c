"""Real workers, killed at every point of every request to a platform, leave one HIT, one extension and one payment."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django.fixtures import Settings

from judging import ledger
from judging.drafting import draft_posting
from judging.models import Study
from judging.models.recruiting import Outgoing, Posting, WorkerPulse
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.mturk_operations import sum_bonuses, sum_rewards
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.local.prolific_operations import sum_bonuses as sum_prolific_bonuses
from judging.recruiters.local.prolific_operations import sum_rewards as sum_prolific_rewards
from judging.recruiters.local.serving import Platform, serving
from judging.recruiting import close_posting, extend_posting, open_posting
from judging.reviewing import approve, pay_bonus, reject
from tests.judging.recruiters.killing import WITHIN_SECONDS, Killing, Point, is_done, let_time_pass
from tests.judging.recruiters.stories import look, make_offer, submit_at_mturk, submit_at_prolific
from tests.workers import MortalTroupe, count_messages, describe_programs, describe_queue, find_broker

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
JOB = "judging.jobs.carry_out_due"
REASON = "Nothing was answered, neither in the judgements nor in the questions on the pictures, in any of the trials."
now = timezone.now


@pytest.fixture(params=["files", "redis"])
def redis_url(request: pytest.FixtureRequest) -> str:
    return find_broker(request.param)


@pytest.fixture(params=list(Point), ids=lambda point: point.name.lower())
def point(request: pytest.FixtureRequest) -> Point:
    if request.param == Point.RECORDING and connection.vendor == "sqlite":
        pytest.skip("SQLite does not tell who waits for a lock")
    chosen: Point = request.param
    return chosen


@pytest.fixture
def mturk(settings: Settings) -> Iterator[LocalMTurk]:
    platform = LocalMTurk()
    with serving(platform) as settings.MTURK_LOCAL_URL:
        yield platform


@pytest.fixture
def prolific(settings: Settings) -> Iterator[LocalProlific]:
    platform = LocalProlific()
    with serving(platform) as settings.PROLIFIC_LOCAL_URL:
        yield platform


@pytest.fixture
def troupe(tmp_path: Path) -> Iterator[MortalTroupe]:
    troupe = MortalTroupe(log_dir=tmp_path, grace_seconds=2.0)
    yield troupe
    troupe.stop_all()


@pytest.fixture
def kill_around(redis_url: str, point: Point, troupe: MortalTroupe, tmp_path: Path) -> Callable[[Platform], Killing]:
    """Workers around a platform, each to be killed at the point of this test; the beat goes on throughout."""

    def make(platform: Platform) -> Killing:
        worker, beat = describe_programs(redis_url=redis_url, var=tmp_path)
        troupe.start(beat)
        return Killing(troupe, worker, platform, point)

    return make


def draft(study: Study, recruiter: str) -> Posting:
    """A posting of four places for a dollar each."""
    return draft_posting(study, make_offer(), recruiter=recruiter, environment="local", at=now())


def sum_paid(posting: Posting) -> tuple[int, int]:
    """The rewards and bonuses that our ledger has as paid; nothing else may be on its way."""
    asked = Outgoing.objects.exclude(kind="list")  # who took part is noted in its own time
    assert set(asked.values_list("state", flat=True)) == {"done"}
    sums = ledger.sum_by_kind(posting)
    paid = {kind: amount for (kind, state), amount in sums.items() if state == "paid"}
    assert sum(amount for (_, state), amount in sums.items() if state == "committed") == 0
    assert paid.keys() == {"reward", "bonus", "fee"}
    return paid["reward"], paid["bonus"]


def test_one_hit_one_extension_and_one_payment_at_mturk(
    study: Study, mturk: LocalMTurk, kill_around: Callable[[Platform], Killing]
) -> None:
    killing, posting = kill_around(mturk), draft(study, "mturk")
    killing.survive(
        ["CreateHITType", "UpdateNotificationSettings", "CreateHITWithHITType"],
        partial(open_posting, posting, at=now()),
    )
    killing.survive(["CreateAdditionalAssignmentsForHIT"], partial(extend_posting, posting, 2, at=now()))
    good, bad = (submit_at_mturk(mturk, posting, worker, now) for worker in ("W1", "W2"))
    killing.survive(["ApproveAssignment"], lambda: [approve(good, at=now()).outgoing])
    killing.survive(["RejectAssignment"], lambda: [reject(bad, reason=REASON, by="experimenter", at=now()).outgoing])
    bonus = partial(pay_bonus, good, amount=15, reason="Good eyes", name="control")
    killing.survive(["SendBonus"], lambda: [bonus(at=now()).outgoing])
    killing.survive(["UpdateExpirationForHIT"], partial(close_posting, posting, at=now()))
    look(posting, now)
    (hit,) = mturk.state.hits.values()
    assert (hit.hit_id, hit.most, mturk.state.count_available(hit)) == (posting.parts.get().platform_id, 6, 0)
    assert [work.status for work in mturk.state.works.values()] == ["Approved", "Rejected"]
    there = (int(sum_rewards(mturk.state) * 100), int(sum_bonuses(mturk.state) * 100))
    assert sum_paid(posting) == there == (100, 15)


def test_one_study_one_extension_and_one_payment_at_prolific(
    study: Study, prolific: LocalProlific, kill_around: Callable[[Platform], Killing]
) -> None:
    killing, posting = kill_around(prolific), draft(study, "prolific")
    killing.survive(["create group", "create study", "move study"], partial(open_posting, posting, at=now()))
    killing.survive(["change study"], partial(extend_posting, posting, 2, at=now()))
    good, bad = (submit_at_prolific(prolific, posting, person, now) for person in ("P1", "P2"))
    killing.survive(["move submission"], lambda: [approve(good, at=now()).outgoing])
    killing.survive(["move submission"], lambda: [reject(bad, reason=REASON, by="experimenter", at=now()).outgoing])
    bonus = partial(pay_bonus, good, amount=15, reason="Good eyes", name="control")
    killing.survive(["set up bonuses", "pay bonuses"], lambda: [bonus(at=now()).outgoing])
    killing.survive(["move study"], partial(close_posting, posting, at=now()))
    look(posting, now)
    (study,) = prolific.state.studies.values()
    assert (study["id"], study["total_available_places"]) == (posting.parts.get().platform_id, 6)
    assert study["status"] == "AWAITING REVIEW"
    assert [part.status for part in prolific.state.parts.values()] == ["APPROVED", "REJECTED"]
    there = (sum_prolific_rewards(prolific.state), sum_prolific_bonuses(prolific.state))
    assert sum_paid(posting) == there == (100, 15)


def test_a_message_that_died_with_its_worker_is_not_missed(
    study: Study, redis_url: str, mturk: LocalMTurk, troupe: MortalTroupe, tmp_path: Path
) -> None:
    worker, beat = describe_programs(redis_url=redis_url, var=tmp_path)
    troupe.start(worker)
    wait = partial(troupe.wait_until, within_seconds=WITHIN_SECONDS)
    hold = mturk.hold("CreateHITWithHITType", is_done=False)
    (row,) = open_posting(draft(study, "mturk"), at=now())
    with describe_queue(redis_url=redis_url, var=tmp_path) as app:
        app.send_task(JOB)
    wait(hold.reached.is_set, what="the request for a HIT")
    troupe.kill(worker)
    assert count_messages(redis_url=redis_url, var=tmp_path) == 0
    let_time_pass()
    restarted_at = now()
    for program in (worker, beat):
        troupe.start(program)
    wait(lambda: is_done(row), what="the HIT")
    assert len(mturk.state.hits) == 1
    assert WorkerPulse.objects.get().at > restarted_at
