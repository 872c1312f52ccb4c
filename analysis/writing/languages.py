"""In which language a report or a figure leaves: as asked for, else as its studies are, else English."""

from django.conf import settings

from judging.models import Collection, Protocol, Study
from turingapp.errors import TuringError

ENGLISH = "en"


class UnknownLanguage(TuringError):
    """No language of this installation is called so."""


def choose_language(asked: str, shared: Study | Collection) -> str:
    """The language asked for; without one that of the study, or of all studies of a collection, else English.

    Raises UnknownLanguage.
    """
    known = dict(settings.LANGUAGES)
    if asked:
        if asked not in known:
            raise UnknownLanguage(f"There is no language {asked!r} here; there are {', '.join(known)}.")
        return asked
    found = {find_language(study) for study in list_studies(shared)}
    return found.pop() if len(found) == 1 else ENGLISH


def list_studies(shared: Study | Collection) -> list[Study]:
    """The studies that are told of."""
    return [shared] if isinstance(shared, Study) else list(shared.studies.order_by("pk"))


def find_language(study: Study) -> str:
    """The language of the latest version of a study's protocol; English where it has none."""
    protocol: Protocol | None = study.protocols.order_by("-version").first()
    return protocol.settings.language if protocol else ENGLISH
