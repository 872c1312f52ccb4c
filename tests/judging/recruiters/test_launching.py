"""What must be so before people are sent to a study."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from agents.models import Origin, ParityAcknowledgement
from judging import jobs
from judging.acknowledging import acknowledge_parity, list_open_cues
from judging.drafting import draft_posting
from judging.launching import NO_TURNS, check_worker, count_promised, list_launch_checks
from judging.models import Assignment, Cell, Study
from judging.models.recruiting import Posting, WorkerPulse
from judging.offers import write_offer
from judging.opening import open_study
from judging.planning import count_visits_left
from judging.recruiters.local.mturk import LocalMTurk
from tests.builders import AT, make_agent, make_response, make_settings
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import address_worker, arrive, make_offer, post, work_off
from tests.pools import make_pool, open_small_study
from turingapp.errors import StudyFull

pytestmark = pytest.mark.django_db


def draft(study: Study, clock: Clock, **changes: object) -> Posting:
    offer = make_offer(**changes)
    return draft_posting(study, offer, recruiter="mturk", environment="local", at=clock())


def find_problems(posting: Posting, clock: Clock) -> dict[str, str]:
    """What is wrong, by the last word of each check's title."""
    checks = list_launch_checks(posting, at=clock())
    return {check.title.split()[-1]: " ".join(check.problems) for check in checks if check.problems}


def test_each_check_says_what_is_wrong(mturk: LocalMTurk, clock: Clock, settings: Settings) -> None:
    make_pool()
    study = open_small_study()
    posting = draft(study, clock)
    Study.objects.update(state="closed")
    posting.study.refresh_from_db()
    posting.offer = write_offer(make_offer(title=" "))
    posting.environment = "live"
    settings.PUBLIC_URL, settings.CAP_PER_STUDY = mturk.url, 100
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    settings.AWS_ACCESS_KEY_ID = settings.AWS_SECRET_ACCESS_KEY = ""
    problems = find_problems(posting, clock)
    assert "is not open" in problems["people"]
    assert "say in a few words" in problems["offer"]
    assert "would pass the cap" in problems["cap"]
    assert "answers with status 404" in problems[settings.PUBLIC_URL]
    assert "No worker" in problems["work"]
    assert "does not answer" in problems["answers"]
    assert "AWS_ACCESS_KEY_ID" in problems["set"]


def test_nobody_is_sent_to_a_study_for_robots(mturk: LocalMTurk, clock: Clock) -> None:
    make_pool()
    posting = draft(open_study(make_settings().simulate(), at=AT), clock)
    assert "judged by robots" in find_problems(posting, clock)["people"]


def test_a_worker_at_work_and_a_broker_that_gives_messages_back_are_seen(mturk: LocalMTurk, clock: Clock) -> None:
    make_pool()
    posting = draft(open_small_study(), clock)
    jobs.carry_out_due()
    WorkerPulse.objects.update(at=clock())
    assert not {"work", "answers"} & find_problems(posting, clock).keys()
    clock.move(minutes=4)
    assert "last three minutes" in find_problems(posting, clock)["work"]


def test_where_people_talk_a_worker_that_takes_turns_is_asked_for_too(mturk: LocalMTurk, clock: Clock) -> None:
    make_pool()
    posting = draft(open_small_study(), clock)
    posting.study.kind = Study.Kind.CONVERSE
    WorkerPulse.objects.create(queue=WorkerPulse.GENERAL, at=clock())
    assert check_worker(posting, clock()).problems == (NO_TURNS,)
    WorkerPulse.objects.create(queue=WorkerPulse.CONVERSATIONS, at=clock())
    assert check_worker(posting, clock()).problems == ()


def test_the_pools_can_give_exactly_as_many_visits_as_are_counted(mturk: LocalMTurk, clock: Clock) -> None:
    # 8 stimuli with one human answer each, judged twice: 16 human trials, of which a visit takes 2 of its 4.
    make_pool()
    study = open_small_study(judgements_per_response=2)
    protocol = study.protocols.get()
    assert count_visits_left(protocol) == 8
    posting = post(study, "mturk", at=clock(), places=9)
    work_off(clock)
    (hit,) = mturk.state.hits.values()
    for number in range(8):
        arrive(posting, address_worker(mturk.state.accept(hit.hit_id, f"W{number}")), at=clock(), seed=number)
        assert count_visits_left(protocol) == 7 - number
    with pytest.raises(StudyFull):
        arrive(posting, address_worker(mturk.state.accept(hit.hit_id, "W9")), at=clock())
    assert Assignment.objects.count() == 8


def test_more_places_than_the_pools_can_fill_are_told_with_the_numbers(mturk: LocalMTurk, clock: Clock) -> None:
    make_pool()
    study = open_small_study(judgements_per_response=2)
    running = post(study, "mturk", at=clock(), places=5)
    work_off(clock)
    assert "everybody" not in find_problems(draft(study, clock, places=3), clock)
    told = find_problems(draft(study, clock, places=4), clock)["everybody"]
    assert "4 people are asked for" in told
    assert "8 more visits, of which other postings wait for 5" in told
    work = mturk.state.accept(str(running.parts.get().platform_id), "W1")
    arrive(running, address_worker(work), at=clock())
    assert (count_promised(study), count_promised(study, besides=running)) == (4, 0)
    assert sum(Cell.objects.values_list("taken", flat=True)) == 4


def make_telling_pool() -> Study:
    """Large enough that the samples of the three agents differ by more than chance."""
    make_pool(stimuli=20)
    return open_small_study()


def test_cues_of_form_keep_a_posting_back_until_somebody_knows_of_them(mturk: LocalMTurk, clock: Clock) -> None:
    study = make_telling_pool()
    number = sum(len(cues) for cues in list_open_cues(study).values())
    assert number
    posting = draft(study, clock)
    assert (
        f"Cues in pool tests that may give an origin away and that nobody has acknowledged: {number}."
        in find_problems(posting, clock)["acknowledged"]
    )
    assert acknowledge_parity(study, who="experimenter", at=clock()) == number
    assert acknowledge_parity(study, who="experimenter", at=clock()) == 0
    assert "acknowledged" not in find_problems(posting, clock)
    assert set(ParityAcknowledgement.objects.values_list("who", "at")) == {("experimenter", clock())}


def test_a_cue_that_comes_later_is_open_again(mturk: LocalMTurk, clock: Clock) -> None:
    study = make_telling_pool()
    acknowledge_parity(study, who="experimenter", at=clock())
    late = make_agent("late", origin=Origin.AI)
    for _ in range(5):
        make_response(late)
    assert "acknowledged" in find_problems(draft(study, clock), clock)


def test_the_command_acknowledges_under_a_name(mturk: LocalMTurk, settings: Settings) -> None:
    settings.PUBLIC_URL = mturk.url
    study, told = make_telling_pool(), StringIO()
    asked = ("--recruiter", "mturk", "--environment", "local", "--reward", "100", "--places", "4")
    with pytest.raises(CommandError, match="nobody has acknowledged(.|\\n)*--acknowledge-parity NAME"):
        call_command("open_posting", study.slug, *asked, stdout=told)
    with pytest.raises(CommandError) as refused:  # neither pages nor a worker answer here
        call_command("open_posting", study.slug, *asked, "--acknowledge-parity", "experimenter", stdout=told)
    assert "Acknowledged by experimenter" in told.getvalue()
    assert "acknowledge" not in str(refused.value)
