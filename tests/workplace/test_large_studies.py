"""Results of studies with many judgements are measured by the worker, and pages show what it measured last."""

from datetime import timedelta
from threading import Event

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from agents.models import Origin
from analysis.keeping import find_measured, hold, read_measured, renew_due, take_due
from analysis.measuring import read_document, write_measured
from analysis.models import KeptResults
from analysis.sharing import share_report
from analysis.taking import heartbeat
from judging.models import Assignment, Study
from tests.builders import AT, make_agent, make_judgement, make_response, make_study, make_visit

pytestmark = pytest.mark.django_db
LATER = AT + timedelta(minutes=20)


@pytest.fixture
def study(settings: Settings) -> Study:
    """A study that is large here: two judgements of one visit."""
    settings.LARGE_STUDY_JUDGEMENTS = 2
    study = make_study("large")
    visit = make_visit(study)
    for verdict in ("human", "ai"):
        make_judgement(visit, make_response(make_agent()), verdict)
    return study


def judge_more(study: Study) -> None:
    """One judgement more, as recording leaves it: the visit was seen."""
    visit = study.assignments.get()
    make_judgement(visit, make_response(make_agent()), "human")
    Assignment.objects.filter(pk=visit.pk).update(seen_at=LATER)


def test_the_page_waits_for_the_worker_and_then_shows_what_it_measured(admin_client: Client, study: Study) -> None:
    first = admin_client.get("/workplace/studies/large/").content.decode()
    assert 'hx-get="/workplace/studies/large/results"' in first
    assert admin_client.get("/workplace/studies/large/results").status_code == 204
    assert admin_client.get("/workplace/studies/large/figures").status_code == 200
    wanted_at = KeptResults.objects.get().wanted_at
    assert renew_due(clock=lambda: wanted_at) == 1
    shown = admin_client.get("/workplace/studies/large/results").content.decode()
    assert "Measured at" in shown
    assert "Judgements that count" in shown
    assert "Share judged human" in admin_client.get("/workplace/studies/large/figures").content.decode()


def test_the_gallery_waits_for_the_worker_and_leaves_out_what_is_gone_since(
    admin_client: Client, settings: Settings
) -> None:
    settings.LARGE_STUDY_JUDGEMENTS = 3
    study = make_study("large")
    for agent in ("kept", "gone"):
        response = make_response(make_agent(agent, origin=Origin.AI, title=f"Agent {agent}"))
        for _ in range(3):
            make_judgement(make_visit(study), response, "human")
    address = reverse("workplace:gallery", args=["large"])
    assert "the worker measures its results beforehand" in admin_client.get(address).content.decode()
    wanted_at = KeptResults.objects.get().wanted_at
    assert renew_due(clock=lambda: wanted_at) == 1
    page = admin_client.get(address).content.decode()
    assert "Agent kept" in page
    assert "Agent gone" in page
    kept = KeptResults.objects.get()
    for found in kept.document["gallery"].values():
        for one in found:
            if one["agent"] == "Agent gone":
                one["response"] = 0  # a number that no response has
    kept.save()
    read_measured.cache_clear()
    assert "Agent gone" not in admin_client.get(address).content.decode()


def test_later_judgements_show_once_the_worker_has_measured_again_and_rested(study: Study) -> None:
    assert find_measured(study, None, is_screened=True, at=AT) is None
    assert renew_due(clock=lambda: AT) == 1
    judge_more(study)
    old = find_measured(study, None, is_screened=True, at=AT)
    assert old is not None
    assert (old.judgements, old.made_at) == (2, AT)
    KeptResults.objects.update(seconds=60)
    assert renew_due(clock=lambda: AT + timedelta(minutes=9)) == 0
    assert renew_due(clock=lambda: AT + timedelta(minutes=11)) == 1
    new = find_measured(study, None, is_screened=True, at=LATER)
    assert new is not None
    assert new.judgements == 3
    assert renew_due(clock=lambda: LATER) == 0


def test_nothing_is_measured_that_nobody_has_looked_at_for_an_hour(study: Study) -> None:
    find_measured(study, None, is_screened=True, at=AT)
    assert renew_due(clock=lambda: AT + timedelta(hours=2)) == 0


def test_of_two_workers_one_alone_measures_and_a_killed_one_is_relieved(study: Study) -> None:
    find_measured(study, None, is_screened=True, at=AT)
    assert take_due(KeptResults, at=AT) is not None
    assert take_due(KeptResults, at=AT) is None
    kept = KeptResults.objects.get()
    hold(kept, clock=lambda: AT + timedelta(minutes=2))
    assert take_due(KeptResults, at=AT + timedelta(minutes=4)) is None
    assert take_due(KeptResults, at=AT + timedelta(minutes=6)) is not None


def test_a_worker_says_that_it_is_there_for_as_long_as_it_measures() -> None:
    beats, last = [], Event()

    def beat() -> None:
        beats.append(1)
        if len(beats) == 3:
            last.set()

    with heartbeat(beat, every=0.001):
        assert last.wait(10)
    assert len(beats) >= 3


def test_screened_and_unscreened_results_and_those_of_a_version_are_kept_apart(study: Study) -> None:
    for version, is_screened in ((None, True), (None, False), (1, True)):
        find_measured(study, version, is_screened=is_screened, at=AT)
    assert renew_due(clock=lambda: AT) == 3
    found = find_measured(study, 1, is_screened=True, at=AT)
    assert found is not None
    assert found.scope.version == 1


def test_kept_results_are_the_same_as_measured_ones(settings: Settings, study: Study) -> None:
    settings.LARGE_STUDY_JUDGEMENTS = 100
    measured = find_measured(study, None, is_screened=True, at=AT)
    assert measured is not None
    assert write_measured(read_document(write_measured(measured))) == write_measured(measured)
    assert measured.made_at is None


def test_the_report_of_a_large_study_is_written_by_the_worker(admin_client: Client, study: Study) -> None:
    address = reverse("workplace:report", args=[study.slug])
    link = share_report(study, who="experimenter", at=AT)
    public = reverse("shared_report", args=[link.token])
    for page in (address, public):
        assert "the worker writes the report beforehand" in admin_client.get(page).content.decode()
    wanted_at = KeptResults.objects.get().wanted_at
    assert renew_due(clock=lambda: wanted_at) == 1
    for page in (address, public):
        assert "All judgements are on humans" in admin_client.get(page).content.decode()
