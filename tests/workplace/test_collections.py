"""Collections by page, command and API: made, named, filled, reported."""

import json

import pytest
from django.core.management import CommandError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from analysis.collections.keeping import renew_collections
from analysis.sharing import share_report
from judging.models import Collection, Study
from judging.opening import change_study
from tests.analysis.collections.filling import fill, make_collection, make_member
from tests.builders import AT, make_study
from tests.commands import run
from tests.pools import make_pool, make_settings, open_small_study

pytestmark = pytest.mark.django_db


def list_studies(collection: Collection) -> list[str]:
    return sorted(collection.studies.values_list("slug", flat=True))


def test_a_collection_is_made_filled_and_renamed_in_the_workplace(staff: Client) -> None:
    make_study("colors")
    other = make_collection("other")
    make_member(other, "words")
    assert b"no study yet" not in staff.get("/workplace/collections/").content
    made = staff.post("/workplace/collections/", {"slug": "all", "title": "All of them"})
    assert made["Location"] == "/workplace/collections/all/change"
    page = staff.get(made["Location"]).content.decode()
    assert "Study words (words, other)" in page
    changed = staff.post(made["Location"], {"title": "Everything", "studies": ["colors", "words"]}, follow=True)
    assert b"<h1>Everything</h1>" in changed.content
    collection = Collection.objects.get(slug="all")
    assert (collection.title, list_studies(collection)) == ("Everything", ["colors", "words"])
    assert list_studies(other) == []
    staff.post(made["Location"], {"title": "Everything", "studies": ["words"]})
    assert list_studies(collection) == ["words"]


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"slug": "other", "title": "Other"}, "a collection has this name already; choose another"),
        ({"slug": "Big One", "title": "Other"}, "Enter a valid “slug”"),
        ({"slug": "BIG", "title": "Other"}, "it should be small letters, digits and dashes, 60 at most"),
        ({"slug": "new", "title": ""}, "This field is required."),
    ],
)
def test_a_collection_that_cannot_be_made_is_refused_beside_the_form(
    staff: Client, form: dict[str, str], says: str
) -> None:
    make_collection("other")
    answer = staff.post("/workplace/collections/", form)
    assert answer.status_code == 400
    assert says in answer.content.decode()
    assert Collection.objects.count() == 1


def test_a_study_that_is_not_there_cannot_be_chosen(staff: Client) -> None:
    collection = make_collection("all")
    answer = staff.post("/workplace/collections/all/change", {"title": "New", "studies": ["nothing"]})
    assert answer.status_code == 400
    collection.refresh_from_db()
    assert collection.title == "All"


def test_the_page_command_and_api_show_the_same_tables(staff: Client) -> None:
    collection = make_collection("all")
    kinds = ({"kind": "near"}, {"kind": "far"})
    fill(make_member(collection, "colors"), {"human-1": 0.75, "bot": 0.5}, judges=4, stimuli=4, facets=kinds)
    page = staff.get("/workplace/collections/all/").content.decode()
    command = run("report_collection", "all")
    api = staff.get("/api/collections/all/").json()
    assert json.loads(run("report_collection", "all", "--json")) == api
    for shown in ("Humans (the ceiling)", "Not shown to tell apart", "What was judged"):
        assert shown in page
        assert shown in command
    assert set(api["reports"]) == {"overview", "simplified", "leaderboard", "across", "beside", "matrices"}
    board = staff.get("/api/collections/all/leaderboard/?facet=kind").json()
    assert set(board["reports"]) == {"leaderboard", "across"}
    assert [table["title"] for table in board["reports"]["leaderboard"]] == [
        "Color estimation: far",
        "Color estimation: near",
    ]
    assert [one["studies"] for one in staff.get("/api/collections/").json()["results"]] == [["colors"]]
    split = staff.get("/workplace/collections/all/?facet=kind").content.decode()
    assert "Color estimation: near" in split
    assert "facet=kind&amp;count=all" in split


@pytest.fixture
def large(settings: Settings) -> Collection:
    """A collection that is large here: 32 judgements."""
    settings.LARGE_STUDY_JUDGEMENTS = 32
    collection = make_collection("all")
    fill(make_member(collection, "colors"), {"human-1": 0.75, "bot": 0.5}, judges=4, stimuli=4)
    return collection


def test_many_judgements_are_measured_by_the_worker_and_shown_as_measured(staff: Client, large: Collection) -> None:
    address = "/workplace/collections/all/?count=all"
    page = staff.get(address).content.decode()
    assert f'hx-get="{address}" hx-trigger="every 5s"' in page
    assert staff.get("/api/collections/all/").status_code == 202
    assert renew_collections(clock=timezone.now) == 2
    assert renew_collections(clock=timezone.now) == 0
    shown = staff.get(address).content.decode()
    assert "Humans (the ceiling)" in shown
    assert "Measured at" in shown
    assert staff.get("/api/collections/all/").json() == json.loads(run("report_collection", "all", "--json"))


def test_the_report_of_many_judgements_is_written_by_the_worker(staff: Client, large: Collection) -> None:
    public = reverse("shared_report", args=[share_report(large, who="experimenter", at=AT).token])
    pages = (reverse("workplace:collection_report", args=["all"]), public)
    for page in pages:
        assert "the worker writes the report beforehand" in staff.get(page).content.decode()
    assert renew_collections(clock=timezone.now) == 1
    for page in pages:
        assert "Humans were judged human in" in staff.get(page).content.decode()


def test_a_facet_that_many_judgements_do_not_have_is_not_found_once_they_are_read(
    staff: Client, large: Collection
) -> None:
    assert staff.get("/workplace/collections/all/?facet=shape").status_code == 200
    assert renew_collections(clock=timezone.now) == 1
    assert staff.get("/workplace/collections/all/?facet=shape").status_code == 404


def test_a_study_leads_to_its_collection(staff: Client) -> None:
    make_member(make_collection("all"), "colors")
    assert (
        '<a href="/workplace/collections/all/">Collection: All</a>'
        in staff.get("/workplace/studies/colors/").content.decode()
    )


def test_a_facet_that_is_not_there_is_not_found(staff: Client) -> None:
    make_member(make_collection("all"), "colors")
    for facet in ("shape", "s" * 201, "%00"):
        assert staff.get(f"/workplace/collections/all/?facet={facet}").status_code == 404
    assert staff.get("/api/collections/all/?facet=shape").status_code == 404
    with pytest.raises(CommandError, match=r"^all has no facet 'shape'; there is none\.$"):
        run("report_collection", "all", "--facet", "shape")
    with pytest.raises(CommandError, match=r"^No collection is called 'any'; there are: all\.$"):
        run("report_collection", "any")


@pytest.mark.parametrize("path", ["workplace/collections/", "workplace/collections/all/", "api/collections/all/"])
def test_only_staff_see_collections(client: Client, path: str) -> None:
    make_collection("all")
    assert client.get(f"/{path}").status_code in (302, 401, 403)


def test_a_command_makes_and_changes_a_collection() -> None:
    make_study("colors")
    assert run("change_collection", "all", "--add", "colors") == "All (all): colors.\n"
    assert run("change_collection", "all", "--title", "Both", "--remove", "colors") == "Both (all): no study yet.\n"
    with pytest.raises(CommandError, match="study is 'words': there is no such study"):
        run("change_collection", "new", "--add", "words")
    with pytest.raises(CommandError, match="study is 'colors': it does not belong to all"):
        run("change_collection", "all", "--title", "Other", "--remove", "colors")
    assert list(Collection.objects.values_list("slug", "title")) == [("all", "Both")]


def test_a_new_version_leaves_a_study_where_the_page_put_it_unless_it_names_another_collection() -> None:
    make_pool()
    study = open_small_study(collection="first")
    run("change_collection", "second", "--add", study.slug)
    change_study(make_settings(collection="first", minutes=9), at=AT)
    assert list_studies(Collection.objects.get(slug="second")) == [study.slug]
    change_study(make_settings(collection="third", minutes=9), at=AT)
    assert Study.objects.get().collection == Collection.objects.get(slug="third")


def test_a_weak_baseline_must_be_an_agent_that_the_study_shows() -> None:
    make_pool()
    study = open_small_study(weak_baseline="")
    with pytest.raises(Exception, match="weak_baseline is 'nobody'"):
        change_study(make_settings(weak_baseline="nobody"), at=AT)
    assert study.protocols.count() == 1
