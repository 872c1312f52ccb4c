"""Studies put out of sight: lists leave them out, all that was given stays and can be read."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from judging.models import Study
from turingapp.errors import Refused


@transaction.atomic
def archive_study(study: Study, *, at: datetime) -> None:
    """Leave a closed study out of lists; again changes nothing. Raises Refused while it is open."""
    locked = Study.objects.select_for_update(no_key=True).get(pk=study.pk)
    if locked.state == Study.State.OPEN:
        raise Refused(_("%(study)s is open: close it first, then it can be archived.") % {"study": locked.title})
    if locked.archived_at is None:
        locked.archived_at = at
        locked.save(update_fields=("archived_at",))


@transaction.atomic
def bring_back_study(study: Study) -> None:
    """Name an archived study in lists again; it stays closed."""
    locked = Study.objects.select_for_update(no_key=True).get(pk=study.pk)
    locked.archived_at = None
    locked.save(update_fields=("archived_at",))
