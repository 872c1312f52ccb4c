"""The rows of a package's tables, streamed from the database in the order of their columns."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from analysis.codebook import make_pseudonym
from analysis.packages.chunking import CHUNK_ROWS, take_chunks
from analysis.packages.screening import ScreenedStudy
from analysis.packages.tables import TOLD
from analysis.released import hold_back, list_held_back
from analysis.rows import COLUMNS, select_judgements
from judging.models import Assignment, Judgement, Study, Trial, TrialKind
from judging.needed import drop_comment

Row = tuple[Any, ...]
MAIN = Assignment.Kind.MAIN
APART = (TrialKind.PRACTICE, TrialKind.FEEDBACK, TrialKind.CATCH)


def select_released(study: Study, kind: TrialKind = TrialKind.MAIN) -> QuerySet[Judgement, dict[str, Any]]:
    """The judgements on one kind of trial that may be published."""
    return select_judgements(study, kind=kind).filter(hold_back(study, "trial__assignment__"))


def list_judgements(study: Study, screened: ScreenedStudy) -> Iterator[Row]:
    """The judgements on main trials."""
    for chunk in take_chunks(select_released(study).values_list(*COLUMNS).iterator(CHUNK_ROWS)):
        counts = screened.find_steps(row[0] for row in chunk) == 0
        yield from describe(study, chunk, counts.tolist())


def list_judgements_apart(study: Study) -> Iterator[Row]:
    """The judgements on other trials, kind by kind; none of them counts."""
    for kind in APART:
        for chunk in take_chunks(select_released(study, kind).values_list(*COLUMNS).iterator(CHUNK_ROWS)):
            yield from describe(study, chunk, [False] * len(chunk))


def describe(study: Study, rows: Iterable[Row], counts: list[bool]) -> Iterator[Row]:
    """Judgements in the columns of the codebook."""
    facts = {"study": study.slug, "task": study.task, "link": study.link}
    for row, counted in zip(rows, counts, strict=True):
        found = {**dict(zip(COLUMNS, row, strict=True)), **facts, "counts": counted}
        told = (variable.read(found) for variable in TOLD)
        yield (*told, found["trial"], found["assignment"], found["stimulus"])


def list_assignments(study: Study) -> Iterator[Row]:
    """All visits that may be published; of pilots, previews and erased ones only that they were there is read."""
    released = study.assignments.exclude(pk__in=list_held_back(study))
    visits = released.select_related("protocol", "judge").order_by("pk")
    for visit in visits.iterator(CHUNK_ROWS):
        is_main = visit.kind == MAIN
        closing = drop_comment(visit.closing)
        yield (
            visit.pk,
            make_pseudonym("judge", visit.judge.person_key, study.link),
            visit.protocol.version,
            visit.kind,
            visit.platform,
            visit.environment,
            visit.seed,
            visit.stage,
            visit.state,
            visit.arrived_at,
            visit.consented_at,
            visit.began_at,
            visit.over_at,
            visit.utc_offset_minutes if is_main else None,
            visit.signs if is_main else {},
            visit.comprehension if is_main else {},
            closing if is_main else {},
        )


def select_trials(study: Study) -> QuerySet[Trial]:
    """All trials of main visits that may be published."""
    main = Trial.objects.filter(assignment__study=study, assignment__kind=MAIN)
    return main.filter(hold_back(study, "assignment__")).order_by("pk")


def list_trials(study: Study) -> Iterator[Row]:
    """All trials of main visits; JSON is passed on as the text that it is stored as."""
    fields = (
        *("pk", "assignment", "place", "position", "kind", "gives_feedback", "issued_at", "painted_at"),
        *("answered_at", "put_aside_at", "put_aside_why", "loads", "rt_ms", "control_text"),
        *("control_answer__answer", "control_answer__is_right", "answers_text"),
    )
    texts = {f"{name}_text": Cast(name, TextField()) for name in ("control", "answers")}
    return select_trials(study).annotate(**texts).values_list(*fields).iterator(CHUNK_ROWS)


def list_exclusions(study: Study, screened: ScreenedStudy, rules: dict[tuple[int, int], str]) -> Iterator[Row]:
    """The judgements that do not count; `rules` names the rule of each version and step."""
    fields = ("id", "trial", "assignment", "protocol_version")
    for chunk in take_chunks(select_released(study).values_list(*fields).iterator(CHUNK_ROWS)):
        steps = screened.find_steps(row[0] for row in chunk).tolist()
        yield from ((*row, step, rules[row[3], step]) for row, step in zip(chunk, steps, strict=True) if step)
