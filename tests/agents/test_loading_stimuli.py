"""Stimuli from files: what is made, completed, left as it is, and refused."""

from pathlib import Path

import pytest
from django.conf import settings

from agents.models import Media, Stimulus
from tests.agents.files import bring_responses, bring_stimuli, write, write_pictures

pytestmark = pytest.mark.django_db

STREET = "key,image,present,absent\nstreet,street.png,car|tree,boat\n"


def test_a_stimulus_with_picture_and_truth_is_ready(tmp_path: Path) -> None:
    media = write_pictures(tmp_path, "street.png")
    result = bring_stimuli(write(tmp_path, "s.csv", STREET), "color", media=media)
    stimulus = Stimulus.objects.get()
    assert (result.loaded, result.pending, result.refused) == (1, 0, [])
    assert stimulus in Stimulus.objects.ready(control=True)
    assert stimulus.payload["present"] == ["car", "tree"]
    assert stimulus.payload["image"] == {"media": Media.objects.get().id, "width": 8, "height": 6}


def test_a_stimulus_without_picture_and_truth_is_pending_and_says_what_it_lacks(tmp_path: Path) -> None:
    result = bring_stimuli(write(tmp_path, "s.csv", "key,image\nstreet,street.png\n"), "color")
    assert (result.loaded, result.pending, result.refused) == (1, 1, [])
    assert result.remarks == {"the stimulus lacks its picture": 1, "the stimulus lacks its control's truth": 1}
    assert Stimulus.objects.get().lacks == ("its picture", "its control's truth")


def test_a_named_picture_that_is_not_in_the_media_folder_is_counted(tmp_path: Path) -> None:
    media = write_pictures(tmp_path, "another.png")
    result = bring_stimuli(write(tmp_path, "s.csv", STREET), "color", media=media)
    assert result.remarks["a picture that is named is not there"] == 1
    assert not Stimulus.objects.get().has_picture


def test_a_later_load_completes_a_pending_stimulus_and_then_changes_nothing(tmp_path: Path) -> None:
    media = write_pictures(tmp_path, "street.png")
    bring_stimuli(write(tmp_path, "bare.csv", "key\nstreet\n"), "color")
    path = write(tmp_path, "full.csv", STREET)
    second = bring_stimuli(path, "color", media=media)
    assert (second.loaded, second.completed, second.pending) == (0, 1, 0)
    assert Stimulus.objects.get().lacks == ()
    third = bring_stimuli(path, "color", media=media)
    assert (third.loaded, third.completed, third.unchanged) == (0, 0, 1)


def test_a_picture_that_comes_with_responses_completes_the_stimulus(tmp_path: Path) -> None:
    media = write_pictures(tmp_path, "street.png")
    bring_stimuli(write(tmp_path, "s.csv", STREET), "color")
    path = write(tmp_path, "r.csv", "stimulus,origin,image,color\nstreet,human,street.png,red\n")
    assert bring_responses(path, "color", media=media).completed == 1
    assert Stimulus.objects.get().lacks == ()


def test_a_row_that_lacks_what_is_known_takes_nothing_away(tmp_path: Path) -> None:
    media = write_pictures(tmp_path, "street.png")
    bring_stimuli(write(tmp_path, "s.csv", STREET), "color", media=media)
    result = bring_stimuli(write(tmp_path, "bare.csv", "key,present\nstreet,\n"), "color")
    assert (result.unchanged, result.refused) == (1, [])
    assert Stimulus.objects.get().lacks == ()


def test_a_row_that_contradicts_what_is_known_is_refused_with_both_values(tmp_path: Path) -> None:
    bring_stimuli(write(tmp_path, "a.csv", "key,cue\n1,sea\n"), "association")
    result = bring_stimuli(write(tmp_path, "b.csv", "key,cue\n1,land\n2,run\n"), "association")
    assert result.loaded == 1
    assert str(result.refused[0]) == (
        "b.csv, line 2: cue is 'land': the stimulus of this key is known with 'sea'; use another key or another pool"
    )


def test_facets_are_kept_and_contradicting_ones_refused(tmp_path: Path) -> None:
    bring_stimuli(write(tmp_path, "a.csv", "key,cue,facet_kind\nsea,sea,noun\n"), "association")
    bring_stimuli(write(tmp_path, "b.csv", "key,facet_rank\nsea,7\n"), "association")
    assert Stimulus.objects.get().facets == {"kind": "noun", "rank": "7"}
    result = bring_stimuli(write(tmp_path, "c.csv", "key,facet_kind\nsea,verb\n"), "association")
    assert result.refused[0].field == "facet_kind"


def test_a_search_found_out_later_replaces_the_free_viewing_that_nobody_gave(tmp_path: Path) -> None:
    bring_stimuli(write(tmp_path, "a.csv", "key\nkitchen\n"), "attention")
    bring_stimuli(write(tmp_path, "b.csv", "key,mode,target\nkitchen,search,cup\n"), "attention")
    payload = Stimulus.objects.get().payload
    assert (payload["mode"], payload["target"]) == ("search", "cup")


def test_catch_stimuli_carry_their_mark(tmp_path: Path) -> None:
    bring_stimuli(write(tmp_path, "s.csv", "key,cue,is_catch\nsea,sea,yes\nrun,run,\n"), "association")
    assert list(Stimulus.objects.filter(is_catch=True).values_list("key", flat=True)) == ["sea"]


@pytest.mark.parametrize("name", ["../secret.png", "/etc/passwd", "a/../../secret.png", "link.png"])
def test_a_picture_outside_the_media_folder_is_refused(tmp_path: Path, name: str) -> None:
    write_pictures(tmp_path, "../secret.png", "a/inside.png")
    media = tmp_path / "pictures"
    (media / "link.png").symlink_to(tmp_path / "secret.png")
    result = bring_stimuli(write(tmp_path, "s.csv", f"key,image\nstreet,{name}\n"), "color", media=media)
    assert [problem.rule for problem in result.refused] == ["it should name a file inside the media folder"]
    assert not Stimulus.objects.exists()
    assert not Media.objects.exists()


def test_a_file_that_is_no_picture_is_refused_with_its_line(tmp_path: Path) -> None:
    media = write_pictures(tmp_path, "street.png")
    write(media, "broken.png", "no picture")
    rows = "key,image\nbad,broken.png\nstreet,street.png\n"
    result = bring_stimuli(write(tmp_path, "s.csv", rows), "color", media=media)
    assert result.loaded == 1
    assert result.refused[0].where == "s.csv, line 2"
    assert "it is no picture of a kind that is read" in result.refused[0].rule


def test_one_picture_named_by_many_stimuli_is_stored_once(tmp_path: Path) -> None:
    media = write_pictures(tmp_path, "street.png", "copy.png")
    rows = "key,image\na,street.png\nb,street.png\nc,copy.png\n"
    bring_stimuli(write(tmp_path, "s.csv", rows), "color", media=media)
    assert Media.objects.count() == 1
    assert len(list(settings.MEDIA_ROOT.iterdir())) == 1


def test_a_dry_run_says_what_would_be_and_writes_nothing(tmp_path: Path) -> None:
    media = write_pictures(tmp_path, "street.png")
    result = bring_stimuli(write(tmp_path, "s.csv", STREET), "color", media=media, dry_run=True)
    assert (result.loaded, result.pending) == (1, 0)
    assert not Stimulus.objects.exists()
    assert not Media.objects.exists()
    assert not settings.MEDIA_ROOT.exists()


def test_a_strict_load_with_one_bad_row_leaves_neither_rows_nor_pictures(tmp_path: Path) -> None:
    media = write_pictures(tmp_path, "street.png")
    path = write(tmp_path, "s.csv", STREET + ",street.png,,\n")
    result = bring_stimuli(path, "color", media=media, strict=True)
    assert (result.loaded, len(result.refused)) == (0, 1)
    assert not Stimulus.objects.exists()
    assert not Media.objects.exists()
    assert list(settings.MEDIA_ROOT.iterdir()) == []


def test_a_strict_load_keeps_the_pictures_that_were_there_before(tmp_path: Path) -> None:
    media = write_pictures(tmp_path, "street.png")
    bring_stimuli(write(tmp_path, "s.csv", STREET), "color", media=media)
    bring_stimuli(write(tmp_path, "t.csv", STREET + ",street.png,,\n"), "color", media=media, strict=True)
    assert len(list(settings.MEDIA_ROOT.iterdir())) == 1


def test_a_strict_load_of_good_rows_loads_them(tmp_path: Path) -> None:
    media = write_pictures(tmp_path, "street.png")
    result = bring_stimuli(write(tmp_path, "s.csv", STREET), "color", media=media, strict=True)
    assert (result.loaded, Stimulus.objects.count(), len(list(settings.MEDIA_ROOT.iterdir()))) == (1, 1, 1)


def test_the_same_key_in_two_pools_is_two_stimuli(tmp_path: Path) -> None:
    path = write(tmp_path, "s.csv", "key,cue\nsea,sea\n")
    bring_stimuli(path, "association")
    bring_stimuli(path, "association", pool="other")
    assert Stimulus.objects.count() == 2


def test_a_key_that_is_too_long_is_refused(tmp_path: Path) -> None:
    result = bring_stimuli(write(tmp_path, "s.csv", f"key,cue\n{'k' * 201},sea\n"), "association")
    assert "1 to 200 characters" in result.refused[0].rule
