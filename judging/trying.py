"""One try at a request, held by one worker at a time."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from judging.models.recruiting import Outgoing
from turingapp.errors import TemporaryServiceError


def list_held(row: Outgoing) -> QuerySet[Outgoing]:
    """The row, as long as the worker that took it still holds it: each taking counts a try, so a later one shows."""
    return Outgoing.objects.filter(pk=row.pk, state=Outgoing.State.DUE, tries=row.tries)


@dataclass(slots=True)
class Try:
    """One try at a row, as a recruiter sees it."""

    row: Outgoing
    at: datetime
    was_refused: bool = False

    @property
    def token(self) -> str:
        """The same at each try."""
        return self.row.token

    @property
    def is_repeat(self) -> bool:
        """Whether it may have been carried out without our learning of it."""
        return self.was_refused or self.row.tries > 1

    def recall(self, name: str) -> str:
        """What an earlier try has kept."""
        return str(self.row.kept.get(name, ""))

    def keep(self, name: str, value: str) -> None:
        """Write something down at once; raises TemporaryServiceError where another worker has the row by now, so that
        one who was slow for longer than its lease asks for nothing more.
        """
        self.row.kept[name] = value
        if not list_held(self.row).update(kept=self.row.kept):
            raise TemporaryServiceError(_("Another worker has taken this request up meanwhile."))
