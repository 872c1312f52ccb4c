"""Reports that anyone with a link may read: the link is switched on and off, and who did so is kept."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from analysis.models import ReportLink
from judging.models import Collection, Study

Shared = Study | Collection


def find_link(shared: Shared) -> ReportLink | None:
    """The link to a report that works now; None where there is none."""
    return links_to(shared).filter(revoked_at=None).first()


@transaction.atomic
def share_report(shared: Shared, *, who: str, at: datetime) -> ReportLink:
    """Switch the link on; one that works already stays as it is. Each new one has an address of its own."""
    lock(shared)
    live = find_link(shared)
    field = "study" if isinstance(shared, Study) else "collection"
    return live or ReportLink.objects.create(**{field: shared}, made_by=who, made_at=at)


@transaction.atomic
def stop_sharing(shared: Shared, *, who: str, at: datetime) -> bool:
    """Switch the link off for good; whether there was one."""
    lock(shared)
    return bool(links_to(shared).filter(revoked_at=None).update(revoked_at=at, revoked_by=who))


def list_links(shared: Shared) -> list[ReportLink]:
    """Every link that there was, newest first: who switched it on and off, and when."""
    return list(links_to(shared).order_by("-made_at", "-pk"))


def links_to(shared: Shared) -> QuerySet[ReportLink]:
    """All links to this report."""
    if isinstance(shared, Study):
        return ReportLink.objects.filter(study=shared)
    return ReportLink.objects.filter(collection=shared)


def lock(shared: Shared) -> None:
    """Let others who switch the same link wait for this transaction."""
    type(shared)._default_manager.select_for_update(no_key=True).get(pk=shared.pk)
