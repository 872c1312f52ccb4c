"""Who stops or declines goes back to where they came from, or is told how to return the place."""

import pytest
from django.test import Client

from judging.models import Assignment, Study
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.money import Money
from judging.recruiters.values import Outcome
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import address_participant, address_worker, finish, post, work_off
from tests.judging.recruiters.test_door import open_at, press_begin

pytestmark = [pytest.mark.django_db, pytest.mark.at_present]


@pytest.mark.parametrize(("state", "outcome"), [("withdrawn", "screened_out"), ("screened_out", "screened_out")])
def test_who_stops_early_with_a_code_has_a_way_back(
    state: str, outcome: str, study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    posting, study_id = open_at("prolific", study, clock)
    visit = press_begin(posting, address_participant(prolific.state.start(study_id, "P1")))["Location"]
    finish(Assignment.objects.get(), at=clock())
    Assignment.objects.update(state=state)
    page = Client().get(visit).content.decode()
    assert f"/submissions/complete?cc={posting.offer['codes'][outcome]}" in page


@pytest.mark.parametrize("state", ["declined", "withdrawn", "erased"])
@pytest.mark.parametrize(
    ("recruiter", "words"),
    [("mturk", "press Return on MTurk&#x27;s page"), ("prolific", "choose to stop without completing")],
)
def test_who_stops_before_any_trial_is_asked_to_return_the_place_and_gets_no_code(
    recruiter: str, words: str, state: str, study: Study, mturk: LocalMTurk, prolific: LocalProlific, clock: Clock
) -> None:
    posting, part_id = open_at(recruiter, study, clock)
    query = (
        address_worker(mturk.state.accept(part_id, "P1"))
        if recruiter == "mturk"
        else address_participant(prolific.state.start(part_id, "P1"))
    )
    visit = press_begin(posting, query)["Location"]
    Assignment.objects.update(state=state, stage="over", over_at=clock())
    page = Client().get(visit).content.decode()
    assert words in page
    assert "there is no code" in page
    assert "externalSubmit" not in page
    assert not [code for code in posting.offer["codes"].values() if code in page]
    back = f'<a class="button" href="{prolific.url}" rel="noreferrer">Go back to return it</a>'
    assert (back in page) == (recruiter == "prolific")


def test_who_declines_is_sent_back_to_a_panel_by_its_own_way_for_those_screened_out(study: Study, clock: Clock) -> None:
    returns = {outcome: f"https://panel.example/{outcome}?id=$person" for outcome in Outcome}
    posting = post(study, "panel", at=clock(), details={"person_parameter": "pid", "returns": returns})
    work_off(clock)
    visit = press_begin(posting, {"pid": "P1"})["Location"]
    Assignment.objects.update(state="declined", stage="over", over_at=clock())
    page = Client().get(visit).content.decode()
    assert 'href="https://panel.example/screened_out?id=P1"' in page
    assert posting.offer["codes"]["complete"] not in page
    assert "https://panel.example/complete" not in page


def test_who_came_by_a_link_of_ours_has_no_place_to_return(study: Study, clock: Clock) -> None:
    posting = post(study, "link", at=clock(), reward=Money(0, "USD"))
    work_off(clock)
    visit = Client().post(f"/arrive/{posting.public_id}/", {"visit": "a"})["Location"]
    Assignment.objects.update(state="declined", stage="over", over_at=clock())
    page = Client().get(visit).content.decode()
    assert "You are not taking part" in page
    assert "Go back to return it" not in page
