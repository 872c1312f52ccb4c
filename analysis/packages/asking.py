"""Packages that were asked for in the workplace: written by a worker, fetched by a signed link, deleted after a day."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core import signing
from django.db import IntegrityError, connection, transaction
from django.db.models import F

from analysis.models import StudyPackage
from analysis.packages import SMALLEST_GROUP
from analysis.packages.gathering import count_rows
from analysis.packages.writing import write_package
from analysis.taking import Superseded, take_oldest
from judging.models import Study
from turingapp.errors import TuringError

KEPT_FOR = timedelta(hours=24)
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


def take_package(*, at: datetime) -> StudyPackage | None:
    """The oldest package that waits or whose worker has fallen silent, now this worker's; None where there is none."""
    package = take_oldest(StudyPackage, waiting=State.QUEUED, working=State.WRITING, at=at)
    if package is not None:
        package.done, package.total = 0, count_rows(package.study)
        package.save(update_fields=("done", "total"))
    return package


def carry_out(package: StudyPackage, *, clock: Callable[[], datetime]) -> None:
    """Write the file; a fault ends it with a sentence. Progress is told over a connection of its own: the tables are
    read from a snapshot, in which nothing can be written.
    """
    path = find_path(package)
    path.parent.mkdir(parents=True, exist_ok=True)
    at = clock()
    with ThreadPoolExecutor(max_workers=1) as teller:

        def tell(rows: int) -> None:
            facts = {"heartbeat_at": clock(), "done": F("done") + rows}
            if not teller.submit(update_mine, package, facts).result():
                raise Superseded(f"Package {package.pk} was taken over.")

        try:
            options: dict[str, Any] = {"with_media": package.with_media, "smallest": package.smallest_group}
            write_package(package.study, path, at=at, tell=tell, **options)
        except Superseded:
            return
        except (TuringError, OSError, ValueError) as error:
            update_mine(package, {"state": State.FAILED, "error": str(error)})
            return
        finally:
            teller.submit(close_connection).result()
    facts = {"state": State.READY, "bytes": path.stat().st_size, "expires_at": clock() + KEPT_FOR}
    update_mine(package, facts)


def update_mine(package: StudyPackage, facts: dict[str, Any]) -> bool:
    """Change a package's row while it is this worker's; False where it no longer is."""
    mine = StudyPackage.objects.filter(pk=package.pk, token=package.token, state=State.WRITING)
    return bool(mine.update(**facts))


def close_connection() -> None:
    """Close the connection of the thread in which this is called."""
    connection.close()


def delete_expired(*, at: datetime) -> int:
    """Delete the files whose time is over; return how many."""
    gone = StudyPackage.objects.filter(state=State.READY, expires_at__lte=at)
    for package in gone:
        find_path(package).unlink(missing_ok=True)
    return gone.update(state=State.GONE)


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
    return StudyPackage.objects.filter(pk=pk, state=State.READY, expires_at__gt=at).select_related("study").first()
