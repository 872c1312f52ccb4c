"""How far studies have come against what was planned: people planned, people asked for, or places of the protocol."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Sum
from django.utils.translation import gettext as _

from judging.models import Cell, Posting, Preregistration, Protocol, Study, TrialKind


@dataclass(frozen=True, slots=True)
class Progress:
    """So many of so many, in words too."""

    done: int
    goal: int
    says: str

    @property
    def is_reached(self) -> bool:
        """Whether nothing is left to come."""
        return self.done >= self.goal


def find_progress(studies: Sequence[Study], finished: Mapping[int, int]) -> dict[int, Progress]:
    """By study, against the preregistered number of judges, else the places of postings, else those of the protocol."""
    planned, asked = read_plans(studies), sum_asked(studies)
    documents = read_latest_documents(studies)
    taken = sum_taken([protocol for protocol, _document in documents.values()])
    found: dict[int, Progress] = {}
    for study in studies:
        done, (protocol, document) = finished.get(study.pk, 0), documents.get(study.pk, (0, {}))
        if study.slug in planned:
            found[study.pk] = tell(done, planned[study.slug], _("%(done)s of %(goal)s people planned have finished"))
        elif study.pk in asked:
            found[study.pk] = tell(done, asked[study.pk], _("%(done)s of %(goal)s people asked for have finished"))
        elif study.rule.chats and document:
            found[study.pk] = tell(done, document["chat"]["people"], _("%(done)s of at most %(goal)s people"))
        elif protocol in taken:
            places, used = taken[protocol]
            most = document["answers_per_stimulus" if study.rule.answers_alone else "judgements_per_response"]
            found[study.pk] = tell(used, places * most, _("%(done)s of %(goal)s places are taken"))
    return found


def tell(done: int, goal: int, sentence: str) -> Progress:
    """Progress with its sentence."""
    return Progress(done, goal, sentence % {"done": f"{done:,}", "goal": f"{goal:,}"})


def read_plans(studies: Sequence[Study]) -> dict[str, int]:
    """How many judges are to count, by the name of a study that was preregistered."""
    rows = Preregistration.objects.filter(study_slug__in=[study.slug for study in studies])
    return {row.study_slug: row.plan.judges for row in rows if row.plan is not None}


def sum_asked(studies: Sequence[Study]) -> dict[int, int]:
    """How many people postings that were opened ask for, by study."""
    opened = Posting.objects.filter(study__in=studies).exclude(state=Posting.State.DRAFT)
    return dict(opened.order_by().values_list("study").annotate(Sum("places")))


def read_latest_documents(studies: Sequence[Study]) -> dict[int, tuple[int, dict[str, Any]]]:
    """The number and the document of each study's latest protocol."""
    rows = Protocol.objects.filter(study__in=studies).order_by("version")
    return {study: (pk, document) for study, pk, document in rows.values_list("study_id", "pk", "document")}


def sum_taken(protocols: Sequence[int]) -> dict[int, tuple[int, int]]:
    """The places of the main trials of each protocol, and how often they are held or done."""
    cells = Cell.objects.filter(protocol__in=protocols, kind=TrialKind.MAIN)
    rows = cells.order_by().values_list("protocol").annotate(Sum("places_count"), Sum("taken"))
    return {protocol: (places, taken) for protocol, places, taken in rows}
