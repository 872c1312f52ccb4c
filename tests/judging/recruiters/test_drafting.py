"""Drafts changed and discarded, places added, and two experimenters at the same moment."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from pytest_django.fixtures import Settings

from judging.drafting import discard_posting, draft_posting, redraft_posting
from judging.models import Study
from judging.models.recruiting import Outgoing, Posting, PostingPart
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiting import extend_posting, open_posting
from judging.standing import stand
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import make_offer, post, work_off
from turingapp.errors import Refused, StudyNotOpen

pytestmark = pytest.mark.django_db


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


def test_people_are_never_sent_to_a_study_that_robots_judge(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    draft = draft_posting(study, make_offer(), recruiter="mturk", environment="local", at=clock())
    Study.objects.update(is_simulated=True)
    with pytest.raises(StudyNotOpen, match="judged by robots"):
        open_posting(draft, at=clock())
    assert Outgoing.objects.count() == 0


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


def test_people_are_sent_to_the_address_that_is_ours_when_a_posting_opens(
    study: Study, clock: Clock, settings: Settings
) -> None:
    settings.PUBLIC_URL = "http://wrong.example"
    draft = draft_posting(study, make_offer(), recruiter="mturk", environment="local", at=clock())
    settings.PUBLIC_URL = "http://right.example"
    open_posting(draft, at=clock())
    assert Posting.objects.get().offer["address"].startswith("http://right.example/")


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
