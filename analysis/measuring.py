"""All that pages show of a study's results, as plain tables: what is measured once can be kept and shown again."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, NamedTuple

from analysis.figures import make_drawings
from analysis.figures.evaluations import find_run
from analysis.gallery import choose_exhibits
from analysis.notices import list_notices
from analysis.observations import Observations, find_mark
from analysis.reports import make_tables
from analysis.reports.base import Table, read_table, write_table
from analysis.reports.signs import say_signs
from analysis.visits import Visits
from judging.models import Study


class Scope(NamedTuple):
    """Which results: a study's, of one version of its protocol or all, screened or not, as they are at a mark."""

    mark: str
    slug: str
    version: int | None = None
    is_screened: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """The results of a scope: counts, sentences and tables, without the judgements."""

    scope: Scope
    versions: tuple[int, ...]
    judgements: int
    counted: int
    visits: Visits
    notices: tuple[str, ...]
    signs: str
    tables: Mapping[str, list[Table]]  # by report
    figures: Mapping[str, Table]  # by figure, those that belong to the study
    gallery: Mapping[str, Sequence[Mapping[str, Any]]]  # by wall, what it shows
    made_at: datetime | None = None  # where the worker measured them beforehand


def find_scope(
    study: Study, version: int | None = None, *, is_screened: bool = True, by_visits: bool | None = None
) -> Scope:
    """The latest results of a study; its mark changes with its judgements and with the AI judges' verdicts."""
    run = find_run(study)
    return Scope(f"{find_mark(study, by_visits=by_visits)}-{run.pk if run else 0}", study.slug, version, is_screened)


def measure(observations: Observations, mark: str) -> Measured:
    """Everything that pages show of these observations."""
    return Measured(
        scope=Scope(mark, observations.study.slug, observations.version, observations.is_screened),
        versions=observations.versions,
        judgements=len(observations.everything),
        counted=len(observations.rows),
        visits=observations.visits,
        notices=tuple(list_notices(observations)),
        signs=say_signs(observations),
        tables=make_tables(observations),
        figures={drawing.slug: drawing.table for drawing in make_drawings(observations)},
        gallery=choose_exhibits(observations.rows),
    )


def write_measured(measured: Measured) -> dict[str, Any]:
    """The results as plain values for JSON, from which `read_document` makes them again."""
    return {
        "scope": list(measured.scope),
        "versions": list(measured.versions),
        "judgements": measured.judgements,
        "counted": measured.counted,
        "visits": asdict(measured.visits),
        "notices": list(measured.notices),
        "signs": measured.signs,
        "tables": {slug: [write_table(table) for table in tables] for slug, tables in measured.tables.items()},
        "figures": {slug: write_table(table) for slug, table in measured.figures.items()},
        "gallery": dict(measured.gallery),
    }


def read_document(document: Mapping[str, Any]) -> Measured:
    """The results that `write_measured` has written."""
    visits = document["visits"]
    return Measured(
        scope=Scope(*document["scope"]),
        versions=tuple(document["versions"]),
        judgements=document["judgements"],
        counted=document["counted"],
        visits=Visits(**{**visits, "counts": tuple(tuple(count) for count in visits["counts"])}),
        notices=tuple(document["notices"]),
        signs=document["signs"],
        tables={slug: [read_table(table) for table in tables] for slug, tables in document["tables"].items()},
        figures={slug: read_table(table) for slug, table in document["figures"].items()},
        gallery=document["gallery"],
    )
