"""People whom platforms send to a study in which they answer: the same doors, work handed in, evidence and pay."""

import pytest
from django.core.management import call_command
from django.test import Client

from agents.models import Answer
from judging.evidence import collect_evidence
from judging.models import Place, Study
from judging.models.recruiting import PlatformSubmission
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.money import Money
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import (
    address_participant,
    address_preview,
    address_worker,
    look,
    post,
    work_off,
)
from tests.pages.stories import Visitor
from tests.pages.test_answering import ANSWERS, open_answering

pytestmark = [pytest.mark.django_db, pytest.mark.at_present]


@pytest.fixture
def study() -> Study:
    """A study in which people name objects."""
    return open_answering("objects", closing=False)


def answer_all(address: str) -> None:
    """From a platform's address to the code."""
    visitor = Visitor()
    visitor.open(address)
    visitor.send()
    visitor.send(answer="agree")
    visitor.send()
    for answer in ANSWERS["objects"]:
        visitor.send(**answer, profile='{"pastes": 1}')


def write_query(fields: dict[str, str]) -> str:
    return "&".join(f"{name}={value}" for name, value in fields.items())


def test_a_worker_from_mturk_sees_a_sample_then_answers_and_is_reviewed(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    hit_id = str(posting.parts.get().platform_id)
    door = f"/arrive/{posting.public_id}/"
    preview = Client().get(f"{door}?{write_query(address_preview(hit_id))}").content.decode()
    assert "this material is made up" in preview
    assert 'name="first"' in preview
    assert "human or machine" not in preview
    work = mturk.state.accept(hit_id, "W1")
    answer_all(f"{door}?{write_query(address_worker(work))}")
    mturk.state.submit(work.assignment_id, "<done/>")
    look(posting, clock)
    submission = PlatformSubmission.objects.select_related("assignment", "part__posting").get()
    evidence = collect_evidence([submission])[submission.pk]
    assert (evidence.answered, evidence.trials) == (4, 4)
    assert "4 answers with a flag" in evidence.flags
    call_command("review_assignments", posting.pk, approve=[])
    work_off(clock)
    look(posting, clock)
    submission.refresh_from_db()
    assert submission.status == "approved"


def test_a_participant_from_prolific_who_returns_gives_the_stimuli_back(
    study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    posting = post(study, "prolific", at=clock(), reward=Money(100, "GBP"))
    work_off(clock)
    part = prolific.state.start(str(posting.parts.get().platform_id), "P1")
    visitor = Visitor()
    visitor.open(f"/arrive/{posting.public_id}/?{write_query(address_participant(part))}")
    visitor.send()
    visitor.send(answer="agree")
    visitor.send()
    visitor.send(**ANSWERS["objects"][0])
    assert sorted(Place.objects.values_list("taken", flat=True)) == [1, 1, 1, 1]
    prolific.state.move(part, "RETURNED")
    look(posting, clock)
    assert sorted(Place.objects.values_list("taken", flat=True)) == [0, 0, 0, 1]
    assert Answer.objects.count() == 1
