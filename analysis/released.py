"""Whose data may be published: where a protocol asks, those alone who said yes; elsewhere the consent covers it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet

from agents.models import AnswerAuthor, Response
from analysis.observations import Observations
from analysis.wording import say_count
from judging.models import Assignment, Protocol, Study


def list_asking(study: Study) -> list[int]:
    """The versions of a study's protocol that ask whether what people give may be published."""
    return pick_asking(study.protocols.all())


def pick_asking(protocols: QuerySet[Protocol]) -> list[int]:
    """Those of these versions that ask; the documents are frozen, so only the question is read of each."""
    return [pk for pk, release in protocols.values_list("pk", "document__release") if release]


def hold_back(study: Study, path: str = "") -> Q:
    """A clause for rows that lead to a visit by `path`: those that may be published.

    It is empty for a study that never asked: join it by filtering, never by `|`.
    """
    asking = list_asking(study)
    return Q() if not asking else ~Q(**{f"{path}protocol__in": asking}) | Q(**{f"{path}releases": True})


def list_held_back(study: Study) -> QuerySet[Assignment]:
    """The main visits that are not published; nothing is left of erased ones that could be."""
    main = study.assignments.filter(kind=Assignment.Kind.MAIN, protocol__in=list_asking(study))
    return main.exclude(state=Assignment.State.ERASED).exclude(releases=True)


def keep_released(observations: Observations) -> Observations:
    """The same without the judgements that may not be published."""
    held = list_held_back(observations.study).values_list("pk", flat=True)
    rows = observations.everything
    released = ~rows["assignment"].isin(list(held)).to_numpy()
    everything, kept = rows[released], observations.kept[released]
    return replace(observations, everything=everything, kept=kept, rows=everything[kept])


@dataclass(frozen=True, slots=True)
class HeldBack:
    """How many main visits are held back: by a no, and because their people left before they were asked."""

    refused: int
    unasked: int

    @property
    def visits(self) -> int:
        """All."""
        return self.refused + self.unasked

    def say(self) -> str:
        """A sentence; nothing where none are held back."""
        if not self.visits:
            return ""
        left = f", and {say_count(self.unasked, 'visit')} that ended before the question" if self.unasked else ""
        return f"{say_count(self.refused, 'visit')} of people who did not agree that it may be published{left}."


def count_held_back(study: Study) -> HeldBack:
    """How many visits a file for publication leaves out."""
    held = list(list_held_back(study).values_list("releases", flat=True))
    return HeldBack(held.count(False), held.count(None))


def find_held_back(responses: QuerySet[Response]) -> set[int]:
    """Which of these responses were given on this platform by somebody who did not agree that they may be published."""
    authors = AnswerAuthor.objects.filter(answer__response__in=responses).exclude(visit="")
    by_visit: dict[str, list[int]] = {}
    for visit, response in authors.values_list("visit", "answer__response"):
        by_visit.setdefault(visit, []).append(response)
    return {response for visit in list_unreleased(by_visit) for response in by_visit[visit]}


def list_unreleased(visits: Iterable[str]) -> list[str]:
    """Those of these visits, by their public ids, whose people were asked and did not say yes."""
    found = Assignment.objects.filter(public_id__in=visits).exclude(releases=True)
    asking = pick_asking(Protocol.objects.filter(pk__in=found.values("protocol")))
    return list(found.filter(protocol__in=asking).values_list("public_id", flat=True))
