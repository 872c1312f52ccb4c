"""The project's errors: one class per reaction they call for.

    TuringError
    ├── UnknownPlugin       a name that no plug-in of a family has        -> say which names there are
    ├── InvalidPayload      a stimulus, response or file row breaks rules -> list the problems
    ├── InvalidProtocol     a protocol file breaks rules                  -> list the problems with their lines
    ├── InvalidOffer        what a posting offers breaks rules            -> list the problems
    ├── PoolTooSmall        a plan that the pool cannot meet              -> say the numbers
    ├── Refused             a person asks for what the rules forbid now   -> show where the visit stands
    │   ├── StaleDraft          a draft was saved elsewhere meanwhile         -> show it as it is now
    │   ├── StudyNotOpen        not open yet, or closed
    │   ├── StudyFull           no places are left
    │   ├── NotEligible         the rules of the study leave this person out
    │   │   ├── HandedIn            their work is done: nothing more to do
    │   │   └── TooLate             no visit fits in the time they have left: return the place
    │   ├── AssignmentClosed    the visit is over
    │   ├── StaleStep           the form belongs to another step of the visit
    │   ├── OverCap             the spending would pass a cap
    │   ├── IncompleteAnswer    something that must be answered is not
    │   └── TooFast             answered before the minimum time was over
    ├── NoAnswer            an AI agent gave no answer that counts          -> count it by kind, ask again
    ├── ModelNotHere        a model or its library is not on this machine   -> say how to get it
    ├── CannotStart         a program of this project cannot run here   -> say why and stop
    ├── StorageFull         no room where files are kept                  -> say so; nothing of it was kept
    ├── BackupRefused   a backup that cannot be written, trusted or restored   -> say why and stop
    ├── RobotStuck          a page from which a scripted judge cannot go on -> say which and stop
    └── ServiceError        the outer world failed
        ├── TemporaryServiceError   worth another try
        │   ├── NotTaken            turned away undone, or never reached it
        │   └── StoreAway           the bucket of pictures does not answer      -> a page that goes on by itself
        └── PermanentServiceError   will not get better by itself
            ├── PictureRefused      a service cannot read this picture      -> list the stimulus, go on with the next
            ├── PlatformRefused     a crowd platform says no, with its code
            └── AnswerLost          nobody knows whether it was done        -> a person looks at the platform

Errors carry facts as attributes; the message is a full sentence. Only the middleware and the commands speak to people.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from turingapp.words import say_words


class TuringError(Exception):
    """Base of all errors that this project raises on purpose."""

    def __str__(self) -> str:
        """The message, words in the language of whoever reads it now."""
        message = super().__str__()
        return say_words(self.args[0]) if self.args and self.args[0] == message else message


class UnknownPlugin(TuringError):
    """No plug-in of `family` is called `slug`."""

    def __init__(self, family: str, slug: str, known: Iterable[str]) -> None:
        self.family, self.slug, self.known = family, slug, tuple(known)
        super().__init__(f"No {family} is called {slug!r}; there are {', '.join(self.known)}.")


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken rule: where (file and line, may be empty), which field, the value found, and what would be right."""

    field: str
    value: str
    rule: str
    where: str = ""

    def __str__(self) -> str:
        return f"{say_words(self.where)}: {self.sentence}" if self.where else self.sentence

    @property
    def sentence(self) -> str:
        """What is wrong, without the place, in the language of whoever reads it now."""
        told = {"field": say_words(self.field), "value": say_words(self.value), "rule": say_words(self.rule)}
        return gettext("%(field)s is %(value)s: %(rule)s") % told

    @property
    def line(self) -> int | None:
        """The line of the file, where it is known."""
        found = re.search(r"line (\d+)$", self.where)
        return int(found[1]) if found else None


class InvalidPayload(TuringError):
    """A payload breaks rules; `problems` names each."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(str(problem) for problem in self.problems))


class InvalidProtocol(InvalidPayload):
    """A protocol file breaks rules; each problem says the line."""


class InvalidOffer(InvalidPayload):
    """A posting's offer breaks rules of ours or of its platform."""


class PoolTooSmall(TuringError):
    """The pool cannot meet the plan; the message holds the numbers."""


class Refused(TuringError):
    """A person asks for what the rules forbid at this moment."""


class StaleDraft(Refused):
    """Somebody, or another window, has saved the draft since it was looked at."""


class StudyNotOpen(Refused):
    """The study is not open, or no longer."""


class StudyFull(Refused):
    """Every place of the study is taken."""


class NotEligible(Refused):
    """The rules of the study leave this person out."""


class HandedIn(NotEligible):
    """The work of this person on the study was handed in already."""


class TooLate(NotEligible):
    """The platform leaves this person less time than a visit takes."""


class AssignmentClosed(Refused):
    """The visit is over; nothing more can be answered."""


class StaleStep(Refused):
    """The form that was sent belongs to another step than the one where the visit stands."""


class OverCap(Refused):
    """The spending would pass a cap; nothing was asked of the platform."""


class IncompleteAnswer(Refused):
    """Something that must be answered is not; `fields` names what."""

    def __init__(self, sentence: str, fields: Sequence[str] = ()) -> None:
        self.fields = tuple(fields)
        super().__init__(sentence)


class TooFast(Refused):
    """Answered before the minimum time was over; `seconds_left` says how long to wait."""

    def __init__(self, seconds_left: int) -> None:
        self.seconds_left = seconds_left
        told = ngettext(
            "Please look a little longer: you can answer in %(seconds)d second.",
            "Please look a little longer: you can answer in %(seconds)d seconds.",
            seconds_left,
        )
        super().__init__(told % {"seconds": seconds_left})


class ModelNotHere(TuringError):
    """A model or the library that runs it is not on this machine; the message says how to get it."""


class CannotStart(TuringError):
    """A program of this project cannot be started here, or ended by itself."""


class StorageFull(TuringError):
    """There is no room left in `folder` on the server."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        told = gettext(
            "There is no room left on the server (in %(folder)s), so this was not kept. Whoever runs the server has to "
            "make room; then send it again."
        )
        super().__init__(told % {"folder": folder})


class BackupRefused(TuringError):
    """A backup cannot be written, is not whole, or must not be restored here."""


class RobotStuck(TuringError):
    """A scripted judge came to a page from which it cannot go on."""


class ServiceError(TuringError):
    """A service of the outer world failed: `raw` is what it said, `wait_seconds` what it asked us to wait."""

    def __init__(self, sentence: str, *, raw: object = None, wait_seconds: float | None = None) -> None:
        self.raw, self.wait_seconds = raw, wait_seconds
        super().__init__(sentence)


class TemporaryServiceError(ServiceError):
    """The same call may succeed later."""


class NotTaken(TemporaryServiceError):
    """The service was not reached or too busy, so nothing was done by this call."""


class StoreAway(TemporaryServiceError):
    """The bucket of pictures does not answer."""


class PermanentServiceError(ServiceError):
    """The same call will fail again."""


class PictureRefused(PermanentServiceError):
    """A service cannot take this one picture; it may take the next."""


class PlatformRefused(PermanentServiceError):
    """A crowd platform says no; `code` is its own word for why."""

    def __init__(self, sentence: str, code: str = "") -> None:
        self.code = code
        super().__init__(sentence)


class AnswerLost(PermanentServiceError):
    """Nobody knows whether a platform has done what it was asked; to ask again by ourselves might pay twice."""
