"""Drafts of studies: begun, saved while they are written, opened as a study or its next version, discarded."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from agents.normalizing import make_storable
from judging.looking_at_protocols import look_at
from judging.models import Protocol, Study, StudyDraft
from judging.opening import change_study, open_study
from judging.protocol_files import MOST_BYTES, parse_fields, parse_protocol
from judging.protocol_text import HERE, write_settings
from turingapp.errors import InvalidProtocol, Problem, Refused, StaleDraft

LONGEST = MOST_BYTES  # characters of a protocol
LONGEST_TITLE = 200


def begin_draft(content: str, *, by: str, at: datetime, study: Study | None = None) -> StudyDraft:
    """A draft with this text; with `study`, of its next version. Raises InvalidProtocol where the text is too long."""
    base = 0 if study is None else study.protocols.latest("version").version
    draft = StudyDraft(study=study, base_version=base, begun_at=at, begun_by=by)
    write(draft, content, by=by, at=at)
    draft.save()
    return draft


@transaction.atomic
def begin_change(study: Study, *, by: str, at: datetime) -> StudyDraft:
    """The draft of the study's next version: the one under way, else a new one with the settings now in force."""
    Study.objects.select_for_update(no_key=True).get(pk=study.pk)
    begun = StudyDraft.objects.filter(study=study, opened_at=None).first()
    if begun is not None:
        return begun
    return begin_draft(write_settings(study.protocols.latest("version").settings), by=by, at=at, study=study)


def begin_clone(study: Study, slug: str, *, title: str, by: str, at: datetime) -> StudyDraft:
    """A draft with the settings of a study under another name; nothing that happened in it comes along."""
    settings = study.protocols.latest("version").settings
    return begin_draft(write_settings(settings.model_copy(update={"slug": slug, "title": title})), by=by, at=at)


@transaction.atomic
def save_draft(draft: StudyDraft, content: str, *, revision: int, by: str, at: datetime) -> StudyDraft:
    """The draft with this text. The same text again changes nothing.

    Raises StaleDraft where it was saved since `revision`, Refused once it is opened or discarded, InvalidProtocol.
    """
    held = lock_draft(draft, revision)
    if make_storable(content) != held.content:
        write(held, content, by=by, at=at)
        held.revision += 1
        held.save(update_fields=("content", "title", "revision", "saved_at", "saved_by"))
    return held


@transaction.atomic
def open_draft(
    draft: StudyDraft, *, revision: int, by: str, at: datetime, seed: int = 0, seen: int | None = None
) -> Study:
    """The study that the draft becomes, or whose next version it becomes; once it is opened, that study.

    `seen` is the version that whoever opens it has compared the draft with, the one it was begun from if None. Raises
    StaleDraft, also where another is in force, Refused where it was discarded, and what `open_study` and `change_study`
    raise.
    """
    if draft.study_id is not None:
        Study.objects.select_for_update(no_key=True).get(pk=draft.study_id)
    now = StudyDraft.objects.select_for_update(no_key=True).filter(pk=draft.pk).first()
    if now is not None and now.opened_at is not None and now.study is not None:
        return now.study
    held = lock_draft(draft, revision)
    if held.study is not None:
        refuse_other_version(held.study.protocols.latest("version"), held.base_version if seen is None else seen)
    settings = parse_protocol(held.content.encode(), HERE)
    if problems := look_at(held.content, at=at, study=held.study).problems:
        raise InvalidProtocol(problems)
    if held.study is None:
        held.study = open_study(settings, at=at, seed=seed, by=by)
    else:
        change_study(settings, at=at, seed=seed, by=by)
    held.opened_at = at
    held.save(update_fields=("study", "opened_at"))
    return held.study


@transaction.atomic
def discard_draft(draft: StudyDraft) -> None:
    """Throw a draft away. Raises Refused once it is opened."""
    lock_draft(draft).delete()


def price_draft(draft: StudyDraft, *, recruiter: str, reward: int, currency: str) -> None:
    """Keep by which recruiter and reward the draft's cost is told."""
    kept = {"recruiter": recruiter, "reward": reward, "currency": currency}
    StudyDraft.objects.filter(pk=draft.pk).update(**kept)


def lock_draft(draft: StudyDraft, revision: int | None = None) -> StudyDraft:
    """The draft as it is now, locked. Raises Refused where it is a draft no more, StaleDraft."""
    held = StudyDraft.objects.select_for_update(no_key=True).filter(pk=draft.pk).first()
    if held is None or held.opened_at is not None:
        now = "discarded" if held is None else "opened"
        raise Refused(
            _("The draft of %(study)s is %(state)s by now; only a draft can be changed, opened or discarded.")
            % {"study": draft, "state": now}
        )
    if revision is not None and revision != held.revision:
        raise StaleDraft(
            _(
                "The draft of %(study)s was saved in another window at %(at)s UTC by %(by)s; nothing "
                "of this window was saved since. Load the page again to go on from there."
            )
            % {"study": held, "at": format(held.saved_at, "%H:%M:%S"), "by": held.saved_by}
        )
    return held


def refuse_other_version(in_force: Protocol, compared: int) -> None:
    """Raise StaleDraft where another version is in force than the one that a draft was compared with."""
    if in_force.version != compared:
        told = {"version": in_force.version, "at": f"{in_force.created_at:%Y-%m-%d %H:%M:%S}"}
        made = _("Version %(version)s is in force now, made at %(at)s UTC.") % told
        if in_force.created_by:
            told["by"] = in_force.created_by
            made = _("Version %(version)s is in force now, made at %(at)s UTC by %(by)s.") % told
        why = _(
            "The draft was begun from another and would put that one's values back. What it would change in the one in "
            "force is shown on the draft's page; look at it there, then open the draft."
        )
        raise StaleDraft(f"{made} {why}")


def write(draft: StudyDraft, content: str, *, by: str, at: datetime) -> None:
    """Give the draft its text, and the title that stands in it. Raises InvalidProtocol where it is too long."""
    if len(content) > LONGEST:
        rule = _("a protocol should have at most %(most)s characters") % {"most": format(LONGEST, ",")}
        raise InvalidProtocol(
            [Problem("file", _("%(number)s characters long") % {"number": format(len(content), ",")}, rule)]
        )
    draft.content, draft.saved_at, draft.saved_by = make_storable(content), at, by
    try:
        draft.title = str(parse_fields(draft.content.encode(), HERE)[0].get("title", ""))[:LONGEST_TITLE]
    except InvalidProtocol:
        return  # lists show the title of before until the text can be read again
