"""The visits to a study: how many came how far and how they ended, and what screening and reports need of each."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import pandas as pd
from django.db.models import Count, Q
from django.db.models.fields.json import KT

from judging.models import Assignment, Judgement, Study, Trial
from judging.signs import HONEYPOT, MACHINE_TEXT
from turingapp.words import Listing, count_later, ngettext_noop

Kind, State = Assignment.Kind, Assignment.State
ARRIVED, CONSENTED, BEGAN = "arrived", "consented", "began"  # how far a visit came
COUNTED = ("catch_wrong", "put_aside", HONEYPOT, MACHINE_TEXT)

PREVIEWS = ngettext_noop("%(number)s preview", "%(number)s previews")
PILOTS = ngettext_noop("%(number)s pilot", "%(number)s pilots")


@dataclass(frozen=True, slots=True)
class Visits:
    """How many visits there were of each state, by how far they came; pilots and previews are counted apart."""

    counts: tuple[tuple[str, str, int], ...]  # state, reach, number
    pilots: int = 0
    previews: int = 0

    def count(self, *states: str, reach: str | None = None) -> int:
        """How many there were of these states (all without any), and of this reach or any."""
        return sum(n for state, came, n in self.counts if (not states or state in states) and reach in (None, came))

    @property
    def arrived(self) -> int:
        """All."""
        return self.count()

    @property
    def consented(self) -> int:
        """Those whose judges agreed to take part."""
        return self.count(reach=CONSENTED) + self.began

    @property
    def began(self) -> int:
        """Those that came to the trials."""
        return self.count(reach=BEGAN)

    @property
    def finished(self) -> int:
        """Those that were finished."""
        return self.count(State.FINISHED)

    @property
    def open(self) -> int:
        """Those that go on, or were left without a word."""
        return self.count(State.OPEN)

    def say_apart(self) -> Listing:
        """The visits that are not counted, in words; nothing where there are none."""
        told = (self.previews, PREVIEWS), (self.pilots, PILOTS)
        return Listing([count_later(texts, number) for number, texts in told if number])


def of_version(version: int | None) -> Q:
    """The visits that followed this version of the protocol; all for None."""
    return Q() if version is None else Q(protocol__version=version)


def count_visits(study: Study, version: int | None = None) -> Visits:
    """How the visits to a study ended, or have not yet, from one query."""
    groups = (
        study.assignments.filter(of_version(version))
        .annotate(has_consented=Q(consented_at__isnull=False), has_begun=Q(began_at__isnull=False))
        .values_list("kind", "state", "has_consented", "has_begun")
        .annotate(Count("pk"))
        .order_by("kind", "state", "has_consented", "has_begun")
    )
    apart: Counter[str] = Counter()
    counts: Counter[tuple[str, str]] = Counter()
    for kind, state, has_consented, has_begun, number in groups:
        if kind == Kind.MAIN:
            counts[state, BEGAN if has_begun else CONSENTED if has_consented else ARRIVED] += number
        else:
            apart[kind] += number
    found = tuple((state, reach, number) for (state, reach), number in counts.items())
    return Visits(found, pilots=apart[Kind.PILOT], previews=apart[Kind.PREVIEW])


def read_visits(study: Study, judges: Collection[int] | None = None) -> pd.DataFrame:
    """One row for each main visit that was not erased, by its number, with what speaks for or against it.

    Those of all versions of the protocol: whether a person came before is a matter of the whole study. All of them, or
    those of some judges.
    """
    columns = ["assignment", "judge", "arrived_at", "began_at", "signs"]
    main = study.assignments.filter(kind=Kind.MAIN).exclude(state=State.ERASED)
    if judges is not None:
        main = main.filter(judge__in=judges)
    read = main.order_by("pk").values_list("pk", *columns[1:])
    visits = pd.DataFrame.from_records(list(read), columns=columns).set_index("assignment")
    found = count_failures(study, judges)
    for name in COUNTED:
        of_trials = {visit: counts[name] for visit, counts in found.items()}
        of_pages = visits["signs"].map(lambda signs, name=name: signs.get(name, 0))
        visits[name] = (visits.index.map(of_trials).fillna(0).to_numpy() + of_pages.to_numpy()).astype(np.int64)
    visits["began_at"] = pd.to_datetime(visits["began_at"], utc=True)
    visits["is_repeat"] = mark_repeats(visits)
    return visits


def mark_repeats(visits: pd.DataFrame) -> "pd.Series[bool]":
    """Which visits are by a person who had come to the trials of this study in an earlier one."""
    begun = visits[visits["began_at"].notna()].sort_values(["arrived_at"], kind="stable")
    later = begun.index[begun["judge"].duplicated()]
    return pd.Series(visits.index.isin(later), index=visits.index, dtype=bool)


def count_failures(study: Study, judges: Collection[int] | None) -> dict[int, Counter[str]]:
    """For each visit: catch trials judged wrong, trials put aside, and signs of a program on the pages of trials.

    Those of all judges, or of some.
    """
    found: dict[int, Counter[str]] = {}
    main = Q(assignment__study=study, assignment__kind=Kind.MAIN)
    of_trials, of_judgements = Q(), Q()
    if judges is not None:
        of_trials, of_judgements = Q(assignment__judge__in=judges), Q(trial__assignment__judge__in=judges)
    odd = Trial.objects.filter(main, of_trials, Q(put_aside_at__isnull=False) | Q(answers__has_key="sign"))
    for visit, put_aside_at, sign in odd.values_list("assignment", "put_aside_at", KT("answers__sign")):
        counts = found.setdefault(visit, Counter())
        counts["put_aside"] += put_aside_at is not None
        if sign:
            counts[sign] += 1
    of_catches = Q(trial__assignment__study=study, trial__kind=Trial.Kind.CATCH)
    catches = Judgement.objects.wrong().filter(of_catches, of_judgements)
    wrong = catches.values_list("trial__assignment").annotate(Count("trial", distinct=True))
    for visit, number in wrong:
        found.setdefault(visit, Counter())["catch_wrong"] = number
    return found


def list_put_aside(study: Study, version: int | None = None) -> list[tuple[str, int, int]]:
    """Why trials were put aside, how many of them, in how many visits."""
    versions = Q() if version is None else Q(assignment__protocol__version=version)
    found = (
        Trial.objects.filter(versions, assignment__study=study, assignment__kind=Kind.MAIN)
        .exclude(put_aside_at=None)
        .values_list("put_aside_why")
        .annotate(Count("pk"), Count("assignment", distinct=True))
        .order_by("put_aside_why")
    )
    return [(why, trials, visits) for why, trials, visits in found]
