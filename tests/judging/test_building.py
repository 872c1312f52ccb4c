"""Drafts of studies: saved as they are written, safe in two windows, opened once as a study or its next version."""

from datetime import timedelta

import pytest
import yaml
from django.db import IntegrityError

from judging.archiving import archive_study, bring_back_study
from judging.building import begin_change, begin_clone, begin_draft, discard_draft, open_draft, save_draft
from judging.models import Place, Protocol, Study, StudyDraft
from judging.opening import change_study, close_study
from judging.protocol_text import change_fields, write_settings
from tests.builders import AT
from tests.commands import run
from tests.pools import make_pool, make_settings, open_small_study
from turingapp.errors import InvalidProtocol, Refused, StaleDraft

pytestmark = pytest.mark.django_db
LATER = AT + timedelta(minutes=5)


def begin() -> StudyDraft:
    """A draft that could be opened."""
    return begin_draft(write_settings(make_settings()), by="ann", at=AT)


def test_a_draft_is_saved_however_wrong_it_is_and_keeps_its_last_readable_title() -> None:
    draft = begin_draft("title: Colors\n", by="ann", at=AT)
    saved = save_draft(draft, "title: [", revision=1, by="bob", at=LATER)
    assert (saved.content, saved.title, saved.revision, saved.saved_by) == ("title: [", "Colors", 2, "bob")
    assert save_draft(draft, "title: [", revision=2, by="ann", at=LATER).revision == 2
    with pytest.raises(InvalidProtocol, match="at most 200,000 characters"):
        save_draft(draft, "x" * 200_001, revision=2, by="ann", at=LATER)


def test_a_window_that_is_behind_overwrites_nothing() -> None:
    draft = begin_draft("title: One\n", by="ann", at=AT)
    save_draft(draft, "title: Two\n", revision=1, by="bob", at=LATER)
    with pytest.raises(StaleDraft, match=r"saved in another window at 12:05:00 UTC by bob"):
        save_draft(draft, "title: Three\n", revision=1, by="ann", at=LATER)
    with pytest.raises(StaleDraft):
        open_draft(draft, revision=1, by="ann", at=LATER)
    assert StudyDraft.objects.get().content == "title: Two\n"


def test_a_draft_is_opened_once_and_is_a_draft_no_more() -> None:
    make_pool()
    draft = begin()
    study = open_draft(draft, revision=1, by="ann", at=LATER)
    assert open_draft(draft, revision=1, by="bob", at=LATER) == study
    assert (Study.objects.count(), Place.objects.count()) == (1, 24)
    assert Protocol.objects.get().created_by == "ann"
    for deed in (lambda: save_draft(draft, "x", revision=1, by="ann", at=LATER), lambda: discard_draft(draft)):
        with pytest.raises(Refused, match="is opened by now"):
            deed()


def test_a_draft_with_a_fault_is_not_opened_and_nothing_is_written() -> None:
    make_pool(stimuli=2)
    draft = begin_draft(write_settings(make_settings(trials=20)), by="ann", at=AT)
    with pytest.raises(InvalidProtocol, match="pool is too small"):
        open_draft(draft, revision=1, by="ann", at=LATER)
    open_small_study(trials=2)
    taken = begin_draft(write_settings(make_settings(trials=2)), by="ann", at=AT)
    with pytest.raises(InvalidProtocol, match="a study has this name already"):
        open_draft(taken, revision=1, by="ann", at=LATER)
    assert (Study.objects.count(), StudyDraft.objects.filter(opened_at=None).count()) == (1, 2)


def test_a_change_of_an_open_study_is_one_draft_that_becomes_its_next_version() -> None:
    make_pool()
    study = open_small_study()
    draft = begin_change(study, by="ann", at=AT)
    assert begin_change(study, by="bob", at=LATER) == draft
    save_draft(draft, change_fields(draft.content, {"task": "objects"}), revision=1, by="ann", at=LATER)
    with pytest.raises(InvalidProtocol, match="it stays 'color' in every version"):
        open_draft(draft, revision=2, by="ann", at=LATER)
    text = change_fields(draft.content, {"task": "color", "trials": 2})
    save_draft(draft, text, revision=2, by="ann", at=LATER)
    assert open_draft(draft, revision=3, by="ann", at=LATER) == study
    latest = study.protocols.latest("version")
    assert (latest.version, latest.settings.trials, latest.created_by) == (2, 2, "ann")
    begin_draft("title: x", by="ann", at=AT, study=study)
    with pytest.raises(IntegrityError):
        begin_draft("title: x", by="ann", at=AT, study=study)


def test_a_draft_undoes_no_version_that_was_made_since_it_was_begun() -> None:
    make_pool()
    study = open_small_study()
    draft = begin_change(study, by="ann", at=AT)
    save_draft(draft, change_fields(draft.content, {"minutes": 25}), revision=1, by="ann", at=LATER)
    change_study(make_settings(trials=2), by="bob", at=LATER)
    with pytest.raises(StaleDraft, match=r"^Version 2 is in force now, made at 2024-05-06 12:05:00 UTC by bob\. "):
        open_draft(draft, revision=2, by="ann", at=LATER)
    assert study.protocols.latest("version").settings.trials == 2
    open_draft(draft, revision=2, by="ann", at=LATER, seen=2)
    assert study.protocols.latest("version").settings.minutes == 25


def test_a_clone_is_a_draft_with_the_same_settings_under_another_name() -> None:
    make_pool()
    study = open_small_study(demographics=["gender"])
    clone = begin_clone(study, "second", title="A second one", by="ann", at=AT)
    fields = yaml.safe_load(clone.content)
    assert (fields["slug"], fields["title"], fields["demographics"]) == ("second", "A second one", ["gender"])
    assert open_draft(clone, revision=1, by="ann", at=LATER).slug == "second"
    assert Study.objects.count() == 2


def test_only_a_closed_study_is_archived_and_comes_back_with_all_that_it_has() -> None:
    make_pool()
    study = open_small_study()
    with pytest.raises(Refused, match="is open: close it first"):
        archive_study(study, at=LATER)
    close_study(study, at=LATER)
    archive_study(study, at=LATER)
    archive_study(study, at=LATER + timedelta(days=1))
    study.refresh_from_db()
    assert (study.archived_at, study.protocols.count()) == (LATER, 1)
    bring_back_study(study)
    study.refresh_from_db()
    assert (study.archived_at, study.state) == (None, Study.State.CLOSED)


def test_studies_are_archived_and_brought_back_by_command() -> None:
    make_pool()
    study = open_small_study()
    close_study(study, at=LATER)
    assert run("archive_study", study.slug) == "A small study is archived.\n"
    assert Study.objects.exclude(archived_at=None).get() == study
    assert run("archive_study", study.slug, "--back") == "A small study is in lists again.\n"
    assert not Study.objects.exclude(archived_at=None).exists()
