"""The worker's part of packages that were asked for: written with their progress told, deleted after a day.

Apart from the asking, so that web processes need not load what writes tables.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import F, Q

from analysis.models import StudyPackage
from analysis.packages.asking import find_path, is_outdated
from analysis.packages.gathering import count_rows
from analysis.packages.writing import write_package
from analysis.taking import Superseded, take_oldest
from turingapp.errors import TuringError

KEPT_FOR = timedelta(hours=24)
State = StudyPackage.State


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
    """Delete the files whose time is over, or in which somebody is who was erased; return how many."""
    ready = StudyPackage.objects.filter(state=State.READY)
    gone = list(ready.filter(Q(expires_at__lte=at) | is_outdated()))
    for package in gone:
        find_path(package).unlink(missing_ok=True)
    return StudyPackage.objects.filter(pk__in=[package.pk for package in gone]).update(state=State.GONE)
