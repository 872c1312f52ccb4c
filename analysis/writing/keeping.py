"""The passages of a written report as plain values, so that those of large studies are written beforehand and kept."""

from collections.abc import Mapping, Sequence
from typing import Any

from analysis.figures import FIGURES
from analysis.figures.base import Drawing
from analysis.reports.base import Table, read_table, write_table
from analysis.writing.base import Passage


def make_drawings_of(figures: Mapping[str, Table]) -> dict[str, Drawing]:
    """The figures by name, from their tables by name."""
    return {slug: Drawing(FIGURES[slug], table) for slug, table in figures.items()}


def describe_report(passages: Sequence[Passage]) -> list[dict[str, Any]]:
    """The passages with their figures by name, as plain values for JSON."""
    return [
        {
            "slug": passage.slug,
            "title": passage.title,
            "sentences": list(passage.sentences),
            "points": list(passage.points),
            "figures": [drawing.slug for drawing in passage.drawings],
            "tables": [write_table(table) for table in passage.tables],
        }
        for passage in passages
    ]


def read_report(described: Sequence[Mapping[str, Any]], drawings: Mapping[str, Drawing]) -> list[Passage]:
    """The passages that `describe_report` has described."""
    return [
        Passage(
            slug=one["slug"],
            title=one["title"],
            sentences=one["sentences"],
            points=one["points"],
            drawings=[drawings[slug] for slug in one["figures"]],
            tables=[read_table(table) for table in one["tables"]],
        )
        for one in described
    ]
