"""Freezing a study's settings as its protocol, and opening, changing, cloning and closing the study."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from pydantic import ValidationError

from agents.tasks.payloads import list_problems
from judging.collecting import find_or_make_collection
from judging.compensating import find_running
from judging.kinds import KINDS
from judging.models import Protocol, Study
from judging.models.recruiting import Outgoing
from judging.protocol import Settings
from judging.recruiting import close_posting
from turingapp.errors import InvalidProtocol, Problem, StudyNotOpen


@transaction.atomic
def open_study(settings: Settings, *, at: datetime, seed: int = 0, by: str = "") -> Study:
    """Freeze the settings, lay out the places and open the study. The same settings again change nothing.

    Raises InvalidProtocol where a study of that name has other settings, PoolTooSmall where the plan cannot be met.
    """
    # Whoever else opens the same study at this moment is waited for here.
    study, is_new = Study.objects.get_or_create(
        slug=settings.slug,
        defaults={"task": settings.task, "kind": settings.kind, "created_at": at, "opened_at": at},
    )
    if not is_new:
        if study.protocols.latest("version").settings == settings:
            return study
        rule = _("a study of this name is open with other settings; `manage.py change_study` makes them a new version")
        raise InvalidProtocol([Problem("slug", repr(settings.slug), rule)])
    refuse_unknown_studies(settings)
    freeze_protocol(study, settings, at=at, seed=seed, by=by)
    return study


@transaction.atomic
def change_study(settings: Settings, *, at: datetime, seed: int = 0, by: str = "") -> Protocol:
    """Give an open study new settings as its next version; visits that began keep theirs.

    Balance and results go by version. The same settings again change nothing. Raises InvalidProtocol where there is
    no such study or it has another task or kind, StudyNotOpen where it is closed, PoolTooSmall.
    """
    study = Study.objects.select_for_update(no_key=True).filter(slug=settings.slug).first()
    if study is None:
        raise InvalidProtocol([Problem("slug", repr(settings.slug), _("there is no study of this name to change"))])
    if study.state != Study.State.OPEN:
        told = {"study": study.title, "state": _(study.get_state_display()).lower()}
        raise StudyNotOpen(_("%(study)s is %(state)s; only an open study can be changed.") % told)
    if (study.task, study.kind, study.is_simulated) != (settings.task, settings.kind, settings.simulated):
        rule = _(
            "the study's task is %(task)s, its kind %(kind)s, simulated %(simulated)s; none of these can be changed"
        ) % {"task": study.task, "kind": study.kind, "simulated": study.is_simulated}
        raise InvalidProtocol([Problem("task", repr(settings.task), rule)])
    latest = study.protocols.latest("version")
    if latest.settings == settings:
        return latest
    return freeze_protocol(study, settings, at=at, seed=seed, version=latest.version + 1, by=by)


def refuse_unknown_studies(settings: Settings) -> None:
    """Raise InvalidProtocol where a study is named whose judges are left out, and there is none of that name."""
    known = set(Study.objects.filter(slug__in=settings.without_judges_of).values_list("slug", flat=True))
    for slug in settings.without_judges_of:
        if slug not in known:
            raise InvalidProtocol([Problem("without_judges_of", repr(slug), _("there is no study of this name"))])


def freeze_protocol(
    study: Study, settings: Settings, *, at: datetime, seed: int, version: int = 1, by: str = ""
) -> Protocol:
    """The next version of a study's protocol, with its places; the study shows the new title and label."""
    study.title, study.label, study.is_listed = settings.title, settings.label, settings.listed
    study.is_simulated = settings.simulated
    # What a page or a command has chosen since stays, unless the protocol itself names another collection now.
    if version == 1 or settings.collection != study.protocols.latest("version").settings.collection:
        study.collection = find_or_make_collection(settings.collection)
    study.save()
    document = settings.model_dump(mode="json")
    protocol = Protocol.objects.create(study=study, version=version, document=document, created_at=at, created_by=by)
    KINDS[settings.kind].lay_out(protocol, settings, seed=seed)
    return protocol


def clone_study(study: Study, slug: str, *, title: str = "", at: datetime, by: str = "") -> Study:
    """Open a study with the settings of another: no visits, no judgements, places of its own.

    Raises InvalidProtocol where the name is no name or is taken, PoolTooSmall.
    """
    if Study.objects.filter(slug=slug).exists():
        raise InvalidProtocol([Problem("slug", repr(slug), _("a study has this name already; choose another"))])
    settings = study.protocols.latest("version").settings
    document = settings.model_dump(mode="json") | {"slug": slug, "title": title or settings.title}
    try:
        cloned = Settings.model_validate(document)
    except ValidationError as error:
        raise InvalidProtocol(list_problems(error)) from None
    return open_study(cloned, at=at, by=by)


@transaction.atomic
def close_study(study: Study, *, at: datetime, by: str = "") -> list[Outgoing]:
    """Admit nobody more, and let no platform send anybody more; whoever is inside finishes and is paid.

    Returns the requests that close its postings. Payments to single people for work done go on.
    """
    locked = Study.objects.select_for_update(no_key=True).get(pk=study.pk)
    if locked.state == Study.State.OPEN:
        locked.state, locked.closed_at = Study.State.CLOSED, at
        locked.save(update_fields=("state", "closed_at"))
    return [row for posting in find_running(locked) for row in close_posting(posting, at=at, by=by)]
