"""Packages that are asked for in the workplace, and the signed links by which they are fetched; what pages need."""

from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.core import signing
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from analysis.models import StudyPackage
from analysis.packages import SMALLEST_GROUP
from judging.models import Assignment, Study

SALT = "data package"
State = StudyPackage.State


def ask_for_package(
    study: Study, *, at: datetime, with_media: bool = False, smallest: int = SMALLEST_GROUP
) -> StudyPackage:
    """Write down that a package is wanted; where one of the study is being made already, that one."""
    try:
        with transaction.atomic():
            return StudyPackage.objects.create(
                study=study, with_media=with_media, smallest_group=smallest, created_at=at
            )
    except IntegrityError:
        return StudyPackage.objects.filter(study=study, state__in=(State.QUEUED, State.WRITING)).get()


def find_path(package: StudyPackage) -> Path:
    """Where the file of a package lies."""
    path: Path = settings.VAR_DIR / "packages" / package.file_name
    return path


def sign_link(package: StudyPackage) -> str:
    """What the link to a package holds."""
    return signing.Signer(salt=SALT).sign(str(package.pk))


def find_linked(link: str, *, at: datetime) -> StudyPackage | None:
    """The package that a link leads to; None where the link was changed, or its time is over."""
    try:
        pk = signing.Signer(salt=SALT).unsign(link)
    except signing.BadSignature:
        return None
    return list_ready(at=at).filter(pk=pk).select_related("study").first()


def list_ready(*, at: datetime) -> QuerySet[StudyPackage]:
    """The packages that may be given out."""
    return StudyPackage.objects.filter(state=State.READY, expires_at__gt=at).exclude(is_outdated())


def is_outdated() -> Exists:
    """Whether somebody who may be in a package was erased since it was asked for, or took back that it is published.

    That is who judged in its study, or who gave answers in another, which this one may show.
    """
    gone = Assignment.objects.filter(Q(study=OuterRef("study")) | ~Q(study__kind=Study.Kind.JUDGE))
    since = OuterRef("created_at")
    return Exists(gone.filter(Q(erased_at__gte=since) | Q(unlinked_at__gte=since) | Q(unreleased_at__gte=since)))
