"""The sample loads, its studies open, and it says of everything where it comes from."""

import csv
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.db import transaction
from django.test import override_settings
from pytest_django import DjangoDbBlocker
from pytest_django.fixtures import Settings

from agents.ai_agents import BASELINES
from agents.models import Agent, Media, Origin, Provenance, Response, Stimulus
from agents.sample import POOL
from agents.sample.files import FOLDER
from agents.tasks import TASKS
from judging.models import Study
from judging.protocol_files import read_protocol
from tests.agents.pictures import find_media_path
from turingapp.workplace.sample import (
    PROTOCOLS,
    list_protocols,
    list_sample_links,
    list_simulated_slugs,
    load_sample,
)

pytestmark = pytest.mark.django_db

AT = datetime(2024, 5, 6, tzinfo=UTC)
IMAGE_TASKS = ("color", "objects", "attention", "captioning")


@pytest.fixture(scope="module")
def media_of_sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("sample-media")


@pytest.fixture(scope="module")
def loaded(django_db_setup: None, django_db_blocker: DjangoDbBlocker, media_of_sample: Path) -> Iterator[list[Study]]:
    """The sample, loaded once for all tests of this file and undone afterwards."""
    with django_db_blocker.unblock(), transaction.atomic():
        with override_settings(MEDIA_ROOT=media_of_sample):
            studies = load_sample(at=AT, seed=0)
        with django_db_blocker.block():
            yield studies
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def media_in_place(settings: Settings, media_of_sample: Path, loaded: list[Study]) -> None:
    settings.MEDIA_ROOT = media_of_sample


def test_seven_studies_and_seven_copies_for_robots_are_open(loaded: list[Study]) -> None:
    judged = [study for study in loaded if study.kind == Study.Kind.JUDGE]
    assert Counter(study.task for study in judged) == dict.fromkeys(TASKS.slugs, 2)
    assert [study.kind for study in loaded if study not in judged] == ["respond", "respond"]
    assert all(study.state == Study.State.OPEN for study in loaded)
    for study in loaded:
        assert study.is_simulated == study.slug.endswith("-simulated") != study.is_listed
    assert {study.slug for study in loaded if study.is_simulated} == set(list_simulated_slugs())


def test_every_study_says_where_its_data_come_from(loaded: list[Study]) -> None:
    for study in loaded:
        assert study.label.startswith("Simulated" if study.is_simulated else "Sample: ")


def test_loading_again_changes_nothing() -> None:
    def count() -> tuple[int, ...]:
        return tuple(model.objects.count() for model in (Stimulus, Response, Agent, Media, Study))

    before = count()
    assert load_sample(at=AT, seed=5) == []
    assert count() == before


def test_lost_picture_files_come_back_under_their_old_ids() -> None:
    media = Media.objects.first()
    assert media is not None
    find_media_path(media.id).unlink()
    load_sample(at=AT)
    assert find_media_path(media.id).is_file()


def test_nothing_of_the_sample_is_pending() -> None:
    stimuli = Stimulus.objects.filter(pool=POOL).exclude(task="association")
    assert [str(stimulus) for stimulus in stimuli if stimulus.lacks] == []


@pytest.mark.parametrize("task", IMAGE_TASKS)
def test_each_picture_has_at_least_three_human_and_two_machine_answers(task: str) -> None:
    stimuli = Stimulus.objects.filter(pool=POOL, task=task)
    assert stimuli.count() >= 14
    for stimulus in stimuli:
        pairings = Counter(stimulus.responses.values_list("pairing", flat=True))
        assert pairings["H"] >= 3
        assert pairings["A"] >= 2
        assert len(stimulus.payload["present"]) >= 3
        assert len(stimulus.payload["absent"]) >= 3
        assert not set(stimulus.payload["present"]) & set(stimulus.payload["absent"])


def test_there_are_enough_cues_and_dialogues() -> None:
    cues = Stimulus.objects.filter(pool=POOL, task="association")
    assert cues.count() >= 24
    pairings = Counter(Response.objects.filter(stimulus__task="conversation").values_list("pairing", flat=True))
    assert pairings["HH"] >= 40
    assert min(pairings["HA"], pairings["AH"], pairings["AA"]) >= 8


def test_every_dialogue_has_six_turns_or_more_and_a_topic_of_the_check() -> None:
    dialogues = Response.objects.filter(stimulus__task="conversation").select_related("stimulus")
    for dialogue in dialogues:
        assert len(dialogue.payload["turns"]) >= 6
        assert TASKS["conversation"].check_stimulus(dialogue.stimulus.payload)["topic"]


def test_provenance_is_written_where_any_human_side_was_written() -> None:
    for response in Response.objects.filter(pool=POOL).select_related("stimulus"):
        expected = Provenance.COMPUTED if "H" not in response.pairing else Provenance.WRITTEN
        expected = Provenance.LOADED if response.pairing == "HH" else expected
        assert response.provenance == expected, response


def test_agents_of_written_answers_say_so_and_machines_are_those_of_the_list() -> None:
    written = Agent.objects.filter(authorships__response__provenance=Provenance.WRITTEN, origin=Origin.HUMAN)
    assert {agent.title for agent in written} <= {f"Sample writer {n} (written for the sample)" for n in range(1, 5)}
    machines = Agent.objects.filter(origin=Origin.AI, authorships__isnull=False)
    assert {agent.slug for agent in machines} == {agent.slug for agent in BASELINES}


def test_answers_written_for_the_sample_keep_the_original_rules() -> None:
    bent = [str(response.payload) for response in Response.objects.filter(pool=POOL) if response.remarks]
    assert bent == []


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.csv")), ids=lambda path: path.name)
def test_the_tables_have_as_many_cells_in_each_row_as_in_their_head(path: Path) -> None:
    with path.open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    assert {len(row) for row in rows} == {len(head)}


def test_the_links_are_those_of_the_studies_for_people(loaded: list[Study]) -> None:
    links = list_sample_links("http://127.0.0.1:8000/")
    assert sorted(title for title, _ in links) == sorted(study.title for study in loaded if not study.is_simulated)
    assert all(url.startswith("http://127.0.0.1:8000/join/") for _, url in links)


def test_the_papers_six_protocols_are_one_collection_that_draws_from_pools_of_its_own() -> None:
    protocols = [read_protocol(path) for path in sorted((PROTOCOLS.parent / "paper").glob("*.yaml"))]
    assert sorted(protocol.task for protocol in protocols) == sorted(TASKS.slugs)
    for protocol in protocols:
        assert (protocol.collection, protocol.pool.names) == ("paper", [f"paper-{protocol.task}"])
        assert protocol.trials == TASKS[protocol.task].trials


def test_the_samples_protocols_ask_for_no_more_trials_than_a_judge_can_get() -> None:
    for protocol in list_protocols():
        assert protocol.trials <= Stimulus.objects.filter(pool=POOL, task=protocol.task).count()
