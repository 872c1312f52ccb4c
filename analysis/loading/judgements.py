"""Judgements that were made elsewhere, from rows of files into a closed study; loading twice changes nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from django.db import transaction
from pydantic import ValidationError

from agents.formats.base import LeftOut
from agents.loading import LoadResult
from agents.tasks import TASKS
from analysis.loading.answers import AnswerShelf, name_own_pool
from analysis.loading.formats.base import JudgementFormat, JudgementItem, JudgementRow
from analysis.loading.visits import VisitShelf
from analysis.models import JudgementFile
from analysis.packages.chunking import take_chunks
from judging.models import Protocol, Study
from judging.protocol import Settings
from turingapp.errors import InvalidPayload, Problem

LONGEST_LABEL, LONGEST_NAME = 300, 200
CONSENT = "The judges of this study were asked where it was collected. Nobody is admitted here."


@dataclass(frozen=True, slots=True)
class Destination:
    """Where judgements are loaded: the study and its task, and the pool that may hold what was judged."""

    slug: str
    task: str
    pool: str = ""
    says: str = JudgementFormat.says
    is_simulated: bool = False  # judged by programs


@dataclass(frozen=True, slots=True)
class Source:
    """What judgements come from: a file by its name, or what whoever sends them says of it."""

    name: str
    sha256: str

    @classmethod
    def of_file(cls, path: Path) -> "Source":
        """A file."""
        return cls(path.name, sha256(path.read_bytes()).hexdigest())


def load_judgements(
    rows: Iterable[JudgementItem],
    *,
    to: Destination,
    sources: Sequence[Source],
    at: datetime,
    strict: bool = False,
    dry_run: bool = False,
) -> LoadResult:
    """Bring judgements into a closed study, all in one transaction; raises InvalidPayload where the study is another's.

    The files tell no times: visits and trials have that of loading.
    """
    result = LoadResult()
    with transaction.atomic():
        protocol = take_protocol(to, sources, at=at)
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


def take_protocol(to: Destination, sources: Sequence[Source], *, at: datetime) -> Protocol:
    """The protocol of the study, which is made where there is none; its row is locked. Raises InvalidPayload."""
    settings = describe_study(to)
    facts = {"title": settings.title, "task": to.task, "state": Study.State.CLOSED}
    times = dict.fromkeys(("created_at", "opened_at", "closed_at"), at)
    study, is_new = Study.objects.get_or_create(
        slug=to.slug, defaults={**facts, **times, "is_simulated": to.is_simulated}
    )
    study = Study.objects.select_for_update(no_key=True).get(pk=study.pk)
    if is_new:
        Protocol.objects.create(study=study, document=settings.model_dump(mode="json"), created_at=at)
    elif study.task != to.task or not JudgementFile.objects.filter(study=study).exists():
        rule = f"a study of this name is here that was not loaded from files of judgements on {to.task}; name another"
        raise InvalidPayload([Problem("study", repr(to.slug), rule)])
    elif study.is_simulated != to.is_simulated:
        rule = f"its judges are {'programs' if study.is_simulated else 'people'}; load others into another study"
        raise InvalidPayload([Problem("study", repr(to.slug), rule)])
    note_sources(study, to, sources, at=at)
    return study.protocols.get()


def note_sources(study: Study, to: Destination, sources: Sequence[Source], *, at: datetime) -> None:
    """Keep what the study came from, and say so in its label."""
    JudgementFile.objects.bulk_create(
        [
            JudgementFile(study=study, name=source.name[:LONGEST_NAME], sha256=source.sha256, loaded_at=at)
            for source in sources
        ],
        ignore_conflicts=True,
    )
    names = dict.fromkeys(JudgementFile.objects.filter(study=study).order_by("pk").values_list("name", flat=True))
    study.label = f"Judgements {to.says}, loaded from {', '.join(names)}"[:LONGEST_LABEL]
    study.save(update_fields=["label"])


def describe_study(to: Destination) -> Settings:
    """The settings that the study gets where it is new; raises InvalidPayload where its name cannot be one."""
    task = TASKS[to.task]
    shares = {"pairings": dict.fromkeys(("HH", "HA", "AH", "AA"), 0.25)} if len(task.roles) > 1 else {}
    fields = {
        "slug": to.slug,
        "title": f"{task.title}: judgements {to.says}",
        "task": to.task,
        "pool": {"names": [name for name in (to.pool, name_own_pool(to.slug)) if name]},
        "control": False,
        "closing": False,
        "consent": CONSENT,
        "minutes": 1,
        "label": f"Judgements {to.says}",
        **shares,
    }
    try:
        return Settings.model_validate(fields)
    except ValidationError as error:
        rule = "it should be 2 to 59 small letters, digits and hyphens"
        raise InvalidPayload([Problem("study", repr(to.slug), rule)]) from error
