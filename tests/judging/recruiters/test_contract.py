"""What every recruiter does, from opening to sending people back; a new one is under these tests by being listed."""

from collections.abc import Callable, Mapping

import pytest

from judging.arriving import begin, find_exit, read_coming, turn_away
from judging.drafting import draft_posting
from judging.models import Assignment, Study
from judging.models.recruiting import LedgerEntry, PlatformSubmission, Posting
from judging.recruiters import RECRUITERS
from judging.recruiters.base import Recruiter
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.money import Money
from judging.recruiters.values import Offer, Outcome
from judging.recruiting import close_posting, extend_posting, open_posting
from judging.reviewing import approve, pay_bonus
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import (
    address_participant,
    address_worker,
    finish,
    look,
    make_offer,
    post,
    submit_at_mturk,
    submit_at_prolific,
    work_off,
)

pytestmark = pytest.mark.django_db
RETURNS = {outcome: f"https://panel.example/{outcome}?id=$person" for outcome in Outcome}
OFFERS: Mapping[str, Offer] = {
    "link": make_offer(reward=Money(0, "USD")),
    "panel": make_offer(details={"person_parameter": "pid", "returns": RETURNS}),
}


@pytest.fixture(params=[*RECRUITERS], ids=lambda recruiter: recruiter.slug)
def recruiter(request: pytest.FixtureRequest, mturk: LocalMTurk, prolific: LocalProlific) -> Recruiter:
    chosen: Recruiter = request.param
    return chosen


@pytest.fixture
def posting(recruiter: Recruiter, study: Study, clock: Clock) -> Posting:
    offer = OFFERS.get(recruiter.slug, make_offer())
    made = draft_posting(study, offer, recruiter=recruiter.slug, environment=recruiter.environments[-1], at=clock())
    open_posting(made, at=clock())
    work_off(clock)
    return made


@pytest.fixture
def send(mturk: LocalMTurk, prolific: LocalProlific, posting: Posting) -> Callable[[str], dict[str, str]]:
    """Sends a person; gives the parameters of the address by which they come."""
    part_id = str(posting.parts.get().platform_id)

    def take(person: str) -> dict[str, str]:
        if posting.recruiter == "mturk":
            return address_worker(mturk.state.accept(part_id, person))
        if posting.recruiter == "prolific":
            return address_participant(prolific.state.start(part_id, person))
        return {"pid": person, "person": person}

    return take


def test_looking_at_the_address_writes_nothing(posting: Posting, send: Callable[[str], dict[str, str]]) -> None:
    read_coming(posting, send("P1"))
    assert (PlatformSubmission.objects.count(), Assignment.objects.count()) == (0, 0)


def test_a_person_has_one_visit_however_often_they_begin(
    posting: Posting, send: Callable[[str], dict[str, str]], clock: Clock
) -> None:
    query = send("P1")
    visits = {begin(posting, read_coming(posting, query), at=clock(), seed=seed).pk for seed in range(3)}
    assert len(visits) == 1
    assert PlatformSubmission.objects.get().status == "active"


@pytest.mark.parametrize("outcome", list(Outcome))
def test_every_outcome_has_a_way_back_that_says_nothing_of_the_judgements(
    outcome: Outcome, posting: Posting, send: Callable[[str], dict[str, str]], clock: Clock
) -> None:
    coming = read_coming(posting, send("P1"))
    visit = finish(begin(posting, coming, at=clock(), seed=1), at=clock())
    way = find_exit(visit, outcome)
    assert way is not None
    assert way.address or way.code or posting.recruiter == "link"
    assert turn_away(posting, coming, outcome) is not None
    assert "human" not in f"{way.address} {dict(way.fields)}"


def test_a_posting_can_be_extended_and_closed(posting: Posting, clock: Clock) -> None:
    extend_posting(posting, 3, at=clock())
    work_off(clock)
    assert sum(posting.parts.values_list("places", flat=True)) == 7
    close_posting(posting, at=clock())
    work_off(clock)
    assert set(posting.parts.values_list("state", flat=True)) == {"closed"}


def test_money_that_nobody_will_earn_any_more_is_given_back(posting: Posting, clock: Clock) -> None:
    close_posting(posting, at=clock())
    work_off(clock)
    look(posting, clock)
    assert sum(LedgerEntry.objects.exclude(state="void").values_list("amount", flat=True)) == 0


@pytest.mark.parametrize("slug", ["mturk", "prolific"])
def test_a_person_comes_submits_is_approved_and_gets_a_bonus(
    slug: str, study: Study, mturk: LocalMTurk, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, slug, at=clock())
    work_off(clock)
    submission = (
        submit_at_mturk(mturk, posting, "P1", clock)
        if slug == "mturk"
        else submit_at_prolific(prolific, posting, "P1", clock)
    )
    assert submission.status == "submitted"
    approve(submission, at=clock())
    pay_bonus(submission, amount=15, reason="Good eyes", name="control", at=clock())
    work_off(clock)
    submission.refresh_from_db()
    assert submission.status == "approved"
    paid = LedgerEntry.objects.filter(state="paid", kind__in=("reward", "bonus"))
    assert sorted(paid.values_list("kind", "amount")) == [("bonus", 15), ("reward", 100)]
