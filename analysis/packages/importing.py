"""Bringing a study here that was collected elsewhere: closed, labelled, and with the same report to the digit."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, transaction

from agents.tasks import TASKS
from analysis.models import ImportedStudy
from analysis.packages.checking import CheckedPackage, open_package, refuse
from analysis.packages.chunking import tell_nobody
from analysis.packages.gathering import list_steps
from analysis.packages.importing_answers import import_answers
from analysis.packages.importing_visits import import_visits
from analysis.packages.locked import read_locked
from analysis.packages.parsing import read_table, read_time
from analysis.packages.pictures import Pictures
from analysis.packages.screening import screen_study
from judging.models import Protocol, Study
from judging.models.ids import make_public_id
from judging.models.preregistrations import find_preregistration
from judging.protocol_files import parse_protocol

LONGEST_LABEL = 300
NAMES = ("slug", "title", "task", "label")


def import_study(path: Path, *, slug: str = "", at: datetime) -> Study:
    """The study in a package, under its own name or another; raises InvalidPayload and leaves nothing behind."""
    with open_package(path) as package:
        refuse_known(package, slug or str(package.manifest["study"].get("slug")))
        pictures = Pictures(package)
        with no_pictures_left(pictures), contradictions_told(package), transaction.atomic():
            study = make_study(package, slug=slug, at=at)
            protocols = make_protocols(package, study)
            if (locked := read_locked(package, study.slug)) is not None:
                locked.save()
            places = import_answers(package, study, protocols, pictures)
            judgements = import_visits(package, study, protocols, places, at=at)
            check_counts(package, study, judgements)
    return study


def refuse_known(package: CheckedPackage, slug: str) -> None:
    """Raise InvalidPayload where this package is here already, or its name is taken."""
    known = ImportedStudy.objects.filter(manifest_sha256=package.manifest_sha256).select_related("study").first()
    if known is not None:
        refuse(package.path, "package", "here already", f"it was imported as {known.study.slug}; each comes in once")
    if Study.objects.filter(slug=slug).exists():
        refuse(package.path, "study", repr(slug), "a study has this name; choose another with --as")
    if find_preregistration(slug) is not None:
        rule = "a plan is locked here for a study of this name, which is not this one's; choose another with --as"
        refuse(package.path, "study", repr(slug), rule)


@contextmanager
def contradictions_told(package: CheckedPackage) -> Iterator[None]:
    """Rows that the database refuses, as a sentence."""
    try:
        yield
    except (IntegrityError, DataError, OverflowError, UnicodeEncodeError) as error:
        refuse(package.path, "rows", "contradictory", f"the database refuses them ({str(error).splitlines()[0]})")


@contextmanager
def no_pictures_left(pictures: Pictures) -> Iterator[None]:
    """Delete the stored pictures where the import fails."""
    try:
        yield
    except BaseException:
        pictures.discard()
        raise


def make_study(package: CheckedPackage, *, slug: str, at: datetime) -> Study:
    """The study itself: closed, and saying where it comes from."""
    told, day = package.manifest["study"], str(package.manifest["made_at"])[:10]
    if not all(isinstance(told.get(name), str) for name in NAMES) or not isinstance(told.get("is_simulated"), bool):
        refuse(
            package.path, "manifest.json: study", repr(told)[:80], f"it should have {', '.join(NAMES)}, is_simulated"
        )
    if told["task"] not in TASKS.slugs:
        refuse(package.path, "task", repr(told["task"]), f"there are {', '.join(TASKS.slugs)}")
    label = f"Imported from {told['slug']}, packed on {day}: collected elsewhere. {told['label']}".strip()
    study = Study(
        slug=slug or told["slug"],
        title=told["title"],
        task=told["task"],
        state=Study.State.CLOSED,
        link=make_public_id(),
        is_simulated=told["is_simulated"],
        label=label[:LONGEST_LABEL],
        created_at=at,
        opened_at=read_moment(package, told.get("opened_at")),
        closed_at=read_moment(package, told.get("closed_at")) or at,
    )
    try:
        study.clean_fields()
    except ValidationError as error:
        name, faults = next(iter(error.message_dict.items()))
        refuse(package.path, f"{name} of the study", repr(getattr(study, name))[:80], faults[0])
    study.save()
    ImportedStudy.objects.create(
        study=study, manifest_sha256=package.manifest_sha256, source=told["slug"], imported_at=at
    )
    return study


def read_moment(package: CheckedPackage, text: object) -> datetime | None:
    """A time of the manifest."""
    if text is None:
        return None
    try:
        return read_time(text)
    except ValueError:
        refuse(package.path, "manifest.json: time", repr(text), "it should be in UTC, such as 2024-05-06T12:00:00Z")


def make_protocols(package: CheckedPackage, study: Study) -> dict[int, Protocol]:
    """The versions of the protocol, by number, checked as protocol files are."""
    found = {}
    for told in package.manifest["protocols"]:
        version = told.get("version") if isinstance(told, dict) else None
        name = f"protocols/version-{version}.yaml"
        if not isinstance(version, int) or name not in package.names:
            refuse(package.path, "manifest.json: protocols", repr(told), "each should have a version and its file")
        settings = parse_protocol(package.read(name), Path(name))
        if settings.task != study.task:
            refuse(package.path, f"{name}: task", repr(settings.task), f"the study's task is {study.task}")
        at = read_moment(package, told.get("created_at")) or study.created_at
        facts = {"version": version, "document": settings.model_dump(mode="json"), "created_at": at}
        found[version] = Protocol.objects.create(study=study, **facts)
    return found


def check_counts(package: CheckedPackage, study: Study, judgements: dict[int, int]) -> None:
    """Raise InvalidPayload where a judgement counts here and did not there, or the other way round."""
    screened = screen_study(study, tell_nobody)
    told = [(row["protocol_version"], row["step"], row["rule"]) for row in read_table(package, "steps")]
    if told != [step[:3] for step in list_steps(screened.screened)]:
        refuse(package.path, "steps", repr(told)[:80], "they should be the rules of the protocols, in their order")
    steps = {row["judgement"]: row["step"] for row in read_table(package, "exclusions")}
    found = screened.find_steps(judgements.values())
    for number, step in zip(judgements, found.tolist(), strict=True):
        if steps.get(number, 0) != step:
            there = f"left out by rule {steps[number]}" if number in steps else "counted"
            rule = f"by the rules of its protocol it is left out by rule {step}" if step else "by the rules it counts"
            refuse(package.path, f"judgement {number}", there, rule)
