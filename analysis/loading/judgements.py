"""Judgements that were made elsewhere, from rows of files into a closed study; loading twice changes nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from django.db import transaction

from agents.formats.base import LeftOut
from agents.loading import LoadResult
from agents.tasks import TASKS
from analysis.loading.answers import AnswerShelf, name_own_pool
from analysis.loading.formats.base import JudgementItem, JudgementRow
from analysis.loading.visits import VisitShelf
from analysis.models import JudgementFile
from analysis.packages.chunking import take_chunks
from judging.models import Protocol, Study
from judging.models.ids import make_public_id
from judging.protocol import Settings
from turingapp.errors import InvalidPayload, Problem

LONGEST_LABEL = 300
CONSENT = "The judges of this study were asked where it was collected. Nobody is admitted here."


@dataclass(frozen=True, slots=True)
class Destination:
    """Where judgements are loaded: the study and its task, and the pool that may hold what was judged."""

    slug: str
    task: str
    pool: str = ""


def load_judgements(
    rows: Iterable[JudgementItem],
    *,
    to: Destination,
    files: Sequence[Path],
    at: datetime,
    strict: bool = False,
    dry_run: bool = False,
) -> LoadResult:
    """Bring judgements into a closed study, all in one transaction; raises InvalidPayload where the study is another's.

    The files tell no times: visits and trials have that of loading.
    """
    result = LoadResult()
    with transaction.atomic():
        protocol = take_protocol(to, files, at=at)
        answers, visits = AnswerShelf(protocol, to.pool, at=at), VisitShelf(protocol, at=at)
        for chunk in take_chunks(rows):
            for item in chunk:
                if isinstance(item, Problem):
                    result.refused.append(item)
                elif isinstance(item, LeftOut):
                    result.left_out[item.reason] = result.left_out.get(item.reason, 0) + 1
            given = visits.leave_known([item for item in chunk if isinstance(item, JudgementRow)], result)
            visits.write(answers.place(given, result), result)
        answers.finish(result)
        if dry_run or (strict and result.refused) or not result.loaded:
            transaction.set_rollback(True)
    return LoadResult(left_out=result.left_out, refused=result.refused) if strict and result.refused else result


def take_protocol(to: Destination, files: Sequence[Path], *, at: datetime) -> Protocol:
    """The protocol of the study, which is made where there is none; raises InvalidPayload."""
    study = Study.objects.select_for_update().filter(slug=to.slug).first()
    if study is None:
        study = make_study(to, files, at=at)
    elif study.task != to.task or not JudgementFile.objects.filter(study=study).exists():
        rule = f"a study of this name is here that was not loaded from files of judgements on {to.task}; name another"
        raise InvalidPayload([Problem("study", repr(to.slug), rule)])
    known = set(JudgementFile.objects.filter(study=study).values_list("sha256", flat=True))
    new = {digest: path for path in files if (digest := sha256(path.read_bytes()).hexdigest()) not in known}
    JudgementFile.objects.bulk_create(
        JudgementFile(study=study, name=path.name[:200], sha256=digest, loaded_at=at) for digest, path in new.items()
    )
    return study.protocols.get()


def make_study(to: Destination, files: Sequence[Path], *, at: datetime) -> Study:
    """The closed study with its one version; raises InvalidPayload where its name cannot be one."""
    task, named = TASKS[to.task], ", ".join(path.name for path in files)
    label = f"Judgements of the original study, loaded from {named}"[:LONGEST_LABEL]
    shares = {"pairings": {"HH": 0.25, "HA": 0.25, "AH": 0.25, "AA": 0.25}} if len(task.roles) > 1 else {}
    fields = {
        "slug": to.slug,
        "title": f"{task.title}: judgements of the original study",
        "task": to.task,
        "pool": {"names": [name for name in (to.pool, name_own_pool(to.slug)) if name]},
        "control": False,
        "closing": False,
        "consent": CONSENT,
        "minutes": 1,
        "label": label,
        **shares,
    }
    try:
        settings = Settings.model_validate(fields)
    except ValueError as error:
        rule = "it should be 2 to 59 small letters, digits and hyphens"
        raise InvalidPayload([Problem("study", repr(to.slug), rule)]) from error
    study = Study.objects.create(
        slug=to.slug,
        title=settings.title,
        task=to.task,
        state=Study.State.CLOSED,
        link=make_public_id(),
        label=label,
        created_at=at,
        opened_at=at,
        closed_at=at,
    )
    Protocol.objects.create(study=study, document=settings.model_dump(mode="json"), created_at=at)
    return study
