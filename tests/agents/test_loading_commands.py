"""The loading commands: what they say, how they end."""

import csv
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from agents.models import Response, Stimulus
from tests.agents.files import write, write_pictures

pytestmark = pytest.mark.django_db

WORDS = "stimulus,cue,origin,word\nsea,sea,human,ship\nsea,sea,human,\n"


def call(*words: str) -> str:
    """What a command says."""
    out = StringIO()
    call_command(*words, stdout=out, stderr=out)
    return out.getvalue()


def test_the_summary_counts_and_lists_what_was_refused(tmp_path: Path) -> None:
    said = call("load_responses", "association", str(write(tmp_path, "r.csv", WORDS)), "--pool", "mine")
    assert "1 responses loaded into association/mine" in said
    assert "r.csv, line 3: word is missing" in said
    assert Response.objects.get().pool == "mine"


def test_the_pool_is_named_by_the_format_unless_told(tmp_path: Path) -> None:
    path = write(tmp_path, "nocaps.json", '{"images": [{"file_name": "a.png", "domain": "in-domain"}]}')
    media = write_pictures(tmp_path, "a.png")
    call("load_stimuli", "captioning", str(path), "--format", "nocaps", "--media", str(media))
    stimulus = Stimulus.objects.get()
    assert (stimulus.pool, stimulus.has_picture) == ("nocaps", True)


def test_several_files_are_loaded_in_one_go(tmp_path: Path) -> None:
    first = write(tmp_path, "a.csv", "key,cue\nsea,sea\n")
    second = write(tmp_path, "b.csv", "key,cue\nrun,run\n")
    assert "2 stimuli loaded" in call("load_stimuli", "association", str(first), str(second))


def test_more_than_twenty_refused_rows_are_cut_and_written_to_a_file_in_full(tmp_path: Path) -> None:
    path = write(tmp_path, "r.csv", "stimulus,origin,color\na,human,red\n" + "a,human,mauve\n" * 25)
    said = call("load_responses", "color", str(path), "--refused", str(tmp_path / "refused.csv"))
    assert said.count("mauve") == 20
    assert "and 5 more" in said
    with (tmp_path / "refused.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 25
    assert (rows[0]["where"], rows[0]["field"], rows[0]["value"]) == ("r.csv, line 3", "color", "'mauve'")


def test_a_dry_run_says_would_and_writes_nothing(tmp_path: Path) -> None:
    said = call("load_responses", "association", str(write(tmp_path, "r.csv", WORDS)), "--dry-run")
    assert "1 responses would be loaded" in said
    assert not Stimulus.objects.exists()


def test_a_strict_load_that_refuses_ends_with_an_error(tmp_path: Path) -> None:
    path = write(tmp_path, "r.csv", WORDS)
    with pytest.raises(CommandError, match="all rows or none; refused: 1"):
        call("load_responses", "association", str(path), "--strict")
    assert not Response.objects.exists()


def test_a_load_of_nothing_but_refused_rows_ends_with_an_error(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no row could be used"):
        call("load_responses", "color", str(write(tmp_path, "r.csv", "stimulus,origin,color\na,human,mauve\n")))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("load_stimuli", "colour", "FILE"), "No task is called 'colour'; there are color, objects"),
        (("load_stimuli", "color", "FILE", "--format", "excel"), "No format is called 'excel'; there are native"),
        (("load_responses", "color", "FILE", "--format", "osie"), "The format osie holds attention, not color."),
        (("load_responses", "color", "FILE", "--pool", "my pool"), "The pool is 'my pool': it should be at most 60"),
        (("load_responses", "color", "nowhere.csv"), "There is no file nowhere.csv."),
        (("load_responses", "color", "FILE", "--media", "nowhere"), "There is no folder or ZIP file nowhere."),
    ],
)
def test_a_mistaken_word_is_answered_in_one_sentence(tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
    path = write(tmp_path, "s.csv", "key\na\n")
    with pytest.raises(CommandError, match=sentence):
        call(*(str(path) if word == "FILE" else word for word in words))


def test_stimuli_in_a_format_of_responses_are_refused_in_a_sentence(tmp_path: Path) -> None:
    path = write(tmp_path, "s.csv", "image,subject,x,y\n")
    with pytest.raises(CommandError, match="no row could be used"):
        call("load_stimuli", "attention", str(path), "--format", "osie")
