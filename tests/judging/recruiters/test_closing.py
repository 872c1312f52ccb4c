"""Closing a study closes its postings with it; whoever is inside finishes, and who is owed money still gets it."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from judging.compensating import compensate
from judging.drafting import draft_posting
from judging.models import Study
from judging.models.recruiting import Outgoing, PlatformSubmission, Posting
from judging.opening import close_study
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiting import pause_posting
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import address_worker, arrive, finish, make_offer, post, work_off

pytestmark = pytest.mark.django_db


def test_open_and_paused_postings_are_closed_at_their_platforms_once(
    study: Study, mturk: LocalMTurk, prolific: LocalProlific, clock: Clock
) -> None:
    at_mturk, at_prolific = (post(study, slug, at=clock()) for slug in ("mturk", "prolific"))
    draft_posting(study, make_offer(), recruiter="mturk", environment="local", at=clock())
    work_off(clock)
    pause_posting(at_prolific, at=clock())
    work_off(clock)
    assert len(close_study(study, at=clock())) == 2
    assert close_study(study, at=clock()) == []
    assert sorted(Posting.objects.values_list("state", flat=True)) == ["closed", "closed", "draft"]
    work_off(clock)
    assert mturk.state.count_available(mturk.state.hits[str(at_mturk.parts.get().platform_id)]) == 0
    assert {row["status"] for row in prolific.state.studies.values()} == {"AWAITING REVIEW"}
    assert not Outgoing.objects.exclude(state="done").exists()


def test_who_is_inside_finishes_and_who_is_owed_money_gets_it(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    hit_id = str(posting.parts.get().platform_id)
    inside, owed = (mturk.state.accept(hit_id, name) for name in ("W1", "W2"))
    for work in (inside, owed):
        finish(arrive(posting, address_worker(work), at=clock()), at=clock())
    unsent = PlatformSubmission.objects.get(platform_assignment=owed.assignment_id)
    compensate(unsent, amount=120, reason="Payment for work that could not be sent.", at=clock())
    own = Posting.objects.exclude(pk=posting.pk).get()
    work_off(clock)
    close_study(study, at=clock())
    work_off(clock)
    mturk.state.submit(inside.assignment_id, "x")
    own.refresh_from_db()
    assert own.state == "open"
    assert mturk.state.accept(str(own.parts.get().platform_id), "W2").status == "Accepted"


def test_the_command_closes_at_the_platform_at_once(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    post(study, "mturk", at=clock())
    work_off(clock)
    told = StringIO()
    call_command("close_study", study.slug, stdout=told)
    assert "Close a part: done" in told.getvalue()
    assert "A small study is closed." in told.getvalue()
    assert [mturk.state.count_available(hit) for hit in mturk.state.hits.values()] == [0]


def test_the_page_says_that_postings_are_closed_too(
    study: Study, mturk: LocalMTurk, clock: Clock, admin_client: Client
) -> None:
    post(study, "mturk", at=clock())
    work_off(clock)
    page = f"/workplace/studies/{study.slug}/close"
    assert "1 posting through recruiters is closed at the platform too" in admin_client.get(page).content.decode()
    admin_client.post(page)
    assert Posting.objects.get().state == "closed"
    assert "posting through" not in admin_client.get(page).content.decode()
