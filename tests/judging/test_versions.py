"""Versions of a protocol: what changed said readably, changes tried out, clones, and the links to a study."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.test import Client

from analysis.observations import read_observations
from judging.admitting import Arrival, admit
from judging.linking import list_links, list_personal_links
from judging.models import Assignment, Cell, Judgement, Place, Protocol, Study
from judging.opening import change_study
from judging.protocol import Settings
from judging.versioning import diff_settings, list_versions, rehearse_change
from tests.builders import AT
from tests.pages.stories import Visitor
from tests.pools import make_pool, make_settings, open_small_study

ADDRESS = "https://judges.test"


def diff(**changes: Any) -> list[tuple[str, str, str]]:
    """What these changes of the small study's settings are told as."""
    found = diff_settings(make_settings(), make_settings(**changes))
    return [(change.field, change.before, change.after) for change in found]


def write(tmp_path: Path, settings: Settings) -> Path:
    """The settings as a protocol file."""
    path = tmp_path / "study.yaml"
    path.write_text(yaml.safe_dump(settings.model_dump(mode="json", exclude_unset=True)), encoding="utf-8")
    return path


def arrive(study: Study, number: int = 1) -> Assignment:
    """A person comes by the link."""
    arrival = Arrival("link", "live", f"visit-{number}", f"person-{number}")
    return admit(study, arrival, at=AT, seed=number)


def test_the_same_settings_differ_in_nothing() -> None:
    assert diff() == []


def test_a_change_is_told_by_field_with_what_it_was_and_is_in_the_order_of_the_protocol() -> None:
    assert diff(min_seconds=2.5, trials=3, control=False, title="Another title") == [
        ("title", "A small study", "Another title"),
        ("trials", "4", "3"),
        ("control", "yes", "no"),
        ("min_seconds", "0", "2.5"),
    ]


def test_changes_within_parts_are_told_by_their_path() -> None:
    pool = {"names": ["tests", "more"], "without_agents": ["blip"], "facets": {"domain": ["indoor"]}}
    assert diff(pool=pool) == [
        ("pool.facets.domain", "–", "indoor"),
        ("pool.names", "tests", "tests, more"),
        ("pool.without_agents", "–", "blip"),
    ]
    assert diff(practice={"trials": 2}) == [
        ("practice.feedback", "–", "yes"),
        ("practice.trials", "–", "2"),
    ]


def test_screening_rules_are_told_as_sentences() -> None:
    assert diff(screening=[{"rule": "finished"}]) == [("screening", "–", "1. Visits that were finished")]


def test_of_a_long_text_only_the_paragraphs_that_differ_are_told() -> None:
    assert diff(consent="Do you agree?\n\nThen go ahead.") == [("consent", "Then go on.", "Then go ahead.")]


@pytest.mark.django_db
def test_fewer_trials_hold_for_those_who_come_after_and_visits_keep_theirs() -> None:
    make_pool()
    study = open_small_study(trials=8)
    early = arrive(study, 1)
    change_study(make_settings(trials=4), at=AT)
    late = arrive(study, 2)
    assert (early.trials.count(), late.trials.count()) == (8, 4)
    assert (early.protocol.version, late.protocol.version) == (1, 2)
    first, second = study.protocols.order_by("version")
    assert sum(Cell.objects.filter(protocol=first).values_list("taken", flat=True)) == 8
    assert sum(Cell.objects.filter(protocol=second).values_list("taken", flat=True)) == 4
    newest, oldest = list_versions(study)
    assert [(str(change), newest.visits) for change in newest.changes] == [("trials: 8 → 4", 1)]
    assert (oldest.version, oldest.changes, oldest.visits) == (1, [], 1)


@pytest.mark.django_db
def test_a_rehearsal_says_what_would_change_and_changes_nothing() -> None:
    make_pool()
    study = open_small_study(trials=8)
    places = Place.objects.count()
    assert [str(change) for change in rehearse_change(make_settings(trials=4), at=AT)] == ["trials: 8 → 4"]
    assert (study.protocols.count(), Place.objects.count()) == (1, places)


@pytest.mark.django_db
def test_the_command_changes_a_study_and_tries_it_out_first(tmp_path: Path) -> None:
    make_pool()
    open_small_study(trials=8)
    path, tried, done, again = write(tmp_path, make_settings(trials=4)), StringIO(), StringIO(), StringIO()
    call_command("change_study", path, "--dry-run", stdout=tried)
    assert tried.getvalue() == "trials: 8 → 4\nNothing was changed.\n"
    assert Protocol.objects.count() == 1
    call_command("change_study", path, stdout=done)
    assert done.getvalue() == "trials: 8 → 4\ncolor-study is now at version 2.\n"
    call_command("change_study", path, stdout=again)
    assert again.getvalue() == "color-study stays at version 2.\n"


@pytest.mark.django_db
def test_the_command_says_why_a_study_cannot_be_changed(tmp_path: Path) -> None:
    make_pool()
    path = write(tmp_path, make_settings())
    with pytest.raises(CommandError, match="there is no study of this name to change"):
        call_command("change_study", path)
    open_small_study()
    with pytest.raises(CommandError, match="cannot meet the plan of 9 trials per judge"):
        call_command("change_study", write(tmp_path, make_settings(trials=9)), "--dry-run")
    Study.objects.update(state=Study.State.CLOSED)
    with pytest.raises(CommandError, match="A small study is closed; only an open study can be changed"):
        call_command("change_study", write(tmp_path, make_settings(trials=3)))


@pytest.mark.django_db
def test_a_clone_by_command_has_the_settings_and_nothing_that_happened() -> None:
    make_pool()
    study = open_small_study(trials=4)
    for number in range(20):
        arrive(study, number)
    told = StringIO()
    call_command("clone_study", study.slug, "second", "--title", "The second", "--by", "ann", stdout=told)
    clone = Study.objects.get(slug="second")
    assert clone.protocols.get().created_by == "ann"
    assert f"/join/{clone.link}/" in told.getvalue()
    assert (clone.title, clone.assignments.count(), clone.link == study.link) == ("The second", 0, False)
    assert set(Place.objects.filter(cell__protocol__study=clone).values_list("taken", flat=True)) == {0}
    assert diff_settings(study.protocols.get().settings, clone.protocols.get().settings)[2:] == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("slug", "sentence"),
    [("color-study", "a study has this name already; choose another"), ("No Name", "slug is 'No Name'")],
)
def test_a_clone_needs_a_name_of_its_own(slug: str, sentence: str) -> None:
    make_pool()
    open_small_study()
    with pytest.raises(CommandError, match=sentence):
        call_command("clone_study", "color-study", slug)
    with pytest.raises(CommandError, match="No study is called 'colour'; there are: color-study"):
        call_command("clone_study", "colour", "another")


@pytest.mark.django_db
def test_a_preview_link_gives_a_new_visit_each_time_and_none_is_counted(client: Client) -> None:
    make_pool()
    study = open_small_study(trials=4, closing=False)
    preview = next(link.url for link in list_links(study, "") if link.slug == "preview")
    for _ in range(5):
        visitor = Visitor(client)
        visitor.open(preview)
        visitor.send()
        for _ in range(6):  # consent, instructions, and the four trials
            visitor.send(answer="agree")
    assert Assignment.objects.filter(kind="preview", state="finished").count() == 5
    assert Judgement.objects.count() == 20
    assert set(Place.objects.values_list("taken", flat=True)) == {0}
    assert set(Cell.objects.values_list("taken", flat=True)) == {0}
    observations = read_observations(study)
    assert (len(observations.everything), observations.visits.arrived, observations.visits.previews) == (0, 0, 5)


@pytest.mark.django_db
def test_a_personal_link_leads_back_to_the_same_visit_whatever_letters_the_id_has(client: Client) -> None:
    make_pool()
    study = open_small_study()
    links = list_personal_links(study, f"{ADDRESS}/", ["a&b=ü", "a&b"])
    assert [person for person, _ in links] == ["a&b=ü", "a&b"]
    visitor = Visitor(client)
    for _, url in (*links, *links):
        visitor.open(url)
        visitor.send()
    assert Assignment.objects.count() == 2


@pytest.mark.django_db
def test_the_command_prints_the_links_of_a_study_or_of_a_list_of_people(tmp_path: Path, settings: LazySettings) -> None:
    settings.PUBLIC_URL = ADDRESS
    make_pool()
    study = open_small_study()
    everybody, few = StringIO(), StringIO()
    call_command("study_links", study.slug, stdout=everybody)
    lines = everybody.getvalue().splitlines()
    assert lines[0] == f"For judges: {ADDRESS}/join/{study.link}/"
    assert [line.split(":")[0] for line in lines] == ["For judges", "Preview", "Pilot"]
    people = tmp_path / "people.txt"
    people.write_text("\ufeffp-2\n\n p-3 \n", encoding="utf-8")
    call_command("study_links", study.slug, "--person", "p-1", "--people", str(people), stdout=few)
    assert [line.split("\t")[0] for line in few.getvalue().splitlines()] == ["p-1", "p-2", "p-3"]
    with pytest.raises(CommandError, match="cannot be read as a list of ids"):
        call_command("study_links", study.slug, "--people", str(tmp_path))
