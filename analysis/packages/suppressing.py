"""What judges told of themselves as it leaves: in the report's groups, and not at all where too few people share it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Min

from analysis.codebook import make_pseudonym
from analysis.judge_groups import GROUPINGS, find_group
from analysis.released import hold_back
from judging.models import Assignment, Judgement, Study, TrialKind

OTHER_LANGUAGE = "another"


@dataclass(frozen=True, slots=True)
class Told:
    """What a judge told at one visit."""

    judge: int
    pseudonym: str
    assignment: int
    groups: tuple[str | None, ...]
    native_english: str | None
    native_language: str | None


def list_judges(study: Study, *, smallest: int) -> Iterator[tuple[Any, ...]]:
    """The rows of the table of judges; groups that fewer than `smallest` people share are left out.

    Where a screening rule looks at a language, that stays: the table of exclusions tells it anyway.
    """
    told = list(read_told(study))
    people = Counter(one.groups for one in {(t.judge, t.groups): t for t in told}.values())
    for one in told:
        is_rare = any(one.groups) and people[one.groups] < smallest
        shown = (None,) * len(GROUPINGS) if is_rare else one.groups
        yield (one.pseudonym, one.assignment, *shown, is_rare, one.native_english, one.native_language)


def read_told(study: Study) -> Iterator[Told]:
    """What was told at each main visit that was not erased and may be published, in the order of judges."""
    rules = [rule for protocol in study.protocols.all() for rule in protocol.settings.screening]
    asks_english = any(rule.rule == "native_english" for rule in rules)
    languages = {value for rule in rules if rule.rule == "native_language" for value in rule.values}
    first = dict(
        Judgement.objects.filter(trial__assignment__study=study, trial__kind=TrialKind.MAIN)
        .values_list("trial__assignment")
        .annotate(Min("trial__answered_at"))
    )
    visits = Assignment.objects.filter(study=study, kind=Assignment.Kind.MAIN).exclude(state=Assignment.State.ERASED)
    visits = visits.filter(hold_back(study))
    fields = ("pk", "judge", "judge__person_key", "demographics", "arrived_at")
    for visit, judge, person, demographics, arrived_at in visits.order_by("judge", "pk").values_list(*fields):
        year = (first.get(visit) or arrived_at).year
        language = demographics.get("native_language")
        yield Told(
            judge,
            make_pseudonym("judge", person, study.link),
            visit,
            tuple(find_group(demographics, grouping, year) for grouping in GROUPINGS),
            demographics.get("native_english") if asks_english else None,
            (language if language in languages else OTHER_LANGUAGE) if language and languages else None,
        )


def count_suppressed(study: Study, *, smallest: int) -> int:
    """How many people's groups are left out."""
    return len({row[0] for row in list_judges(study, smallest=smallest) if row[2 + len(GROUPINGS)]})
