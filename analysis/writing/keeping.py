"""Written reports as plain values, so that those of many judgements are written beforehand and kept."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from analysis.figures import FIGURES
from analysis.figures.base import Drawing
from analysis.reports.base import Table, read_table, write_table
from analysis.writing.base import Passage, WrittenReport


def make_drawings_of(figures: Mapping[str, Table]) -> dict[str, Drawing]:
    """The figures by name, from their tables by name."""
    return {slug: Drawing(FIGURES[slug], table) for slug, table in figures.items()}


def describe_report(report: WrittenReport) -> dict[str, Any]:
    """A report with the tables of its figures, as plain values for JSON."""
    drawings = [drawing for passage in report.passages for drawing in passage.drawings]
    return {
        "title": report.title,
        "notices": list(report.notices),
        "passages": describe_passages(report.passages),
        "drawings": [{"figure": drawing.slug, "table": write_table(drawing.table)} for drawing in drawings],
    }


def read_report(described: Mapping[str, Any]) -> WrittenReport:
    """The report that `describe_report` has described."""
    drawings = [Drawing(FIGURES[one["figure"]], read_table(one["table"])) for one in described["drawings"]]
    return WrittenReport(described["title"], described["notices"], read_passages(described["passages"], drawings))


def describe_passages(passages: Sequence[Passage]) -> list[dict[str, Any]]:
    """The passages as plain values, with their figures by the names of the tables that these are drawn from."""
    return [
        {
            "slug": passage.slug,
            "title": passage.title,
            "sentences": list(passage.sentences),
            "points": list(passage.points),
            "figures": [drawing.table.slug for drawing in passage.drawings],
            "tables": [write_table(table) for table in passage.tables],
        }
        for passage in passages
    ]


def read_passages(described: Sequence[Mapping[str, Any]], drawings: Iterable[Drawing]) -> list[Passage]:
    """The passages that `describe_passages` has described."""
    known = {drawing.table.slug: drawing for drawing in drawings}
    return [
        Passage(
            slug=one["slug"],
            title=one["title"],
            sentences=one["sentences"],
            points=one["points"],
            drawings=[known[slug] for slug in one["figures"]],
            tables=[read_table(table) for table in one["tables"]],
        )
        for one in described
    ]
