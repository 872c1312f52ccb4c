"""Written reports as pages and files, made once for each mark of the results; pictures stand in the text itself."""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import override

from analysis.collections import make_collection_tables
from analysis.collections.gathering import gather_collection
from analysis.collections.keeping import find_report, find_results
from analysis.figures import make_drawings
from analysis.figures.base import Drawing
from analysis.figures.rendering import render_svg
from analysis.figures.themes import DARK, LIGHT, Theme
from analysis.keeping import read_measured, read_passages
from analysis.measuring import Scope
from analysis.observations import Observations
from analysis.reports.base import Table
from analysis.writing.base import Passage, WrittenReport
from analysis.writing.collections import write_collection
from analysis.writing.languages import choose_language
from analysis.writing.studies import write_study
from judging.models import Collection, Study

REPORTS_KEPT = 8  # in the memory of each web process
MOST_ROWS = 40  # of a figure's table in a report
SHEETS = ("tokens", "base", "parts", "workplace", "results", "figures", "report")


@dataclass(frozen=True, slots=True)
class PlacedFigure:
    """One figure with its pictures in the text itself, so that a report needs no other address."""

    drawing: Drawing
    light_url: str
    dark_url: str
    spec_url: str = ""

    @property
    def table(self) -> Table | None:
        """Its table where that is short enough for a report, and does not tell who made which response."""
        is_told = len(self.drawing.table.rows) <= MOST_ROWS and not self.drawing.figure.names_responses
        return self.drawing.table if is_told else None


@dataclass(frozen=True, slots=True)
class PlacedPassage:
    """One part of a report with its figures placed."""

    passage: Passage
    figures: Sequence[PlacedFigure]


@dataclass(frozen=True, slots=True)
class PlacedReport:
    """A report for its template."""

    title: str
    notices: Sequence[str]
    parts: Sequence[PlacedPassage]


def place_report(report: WrittenReport) -> PlacedReport:
    """The report with its figures drawn for light and dark, in the language of the moment."""
    parts = [PlacedPassage(one, [place_figure(drawing) for drawing in one.drawings]) for one in report.passages]
    return PlacedReport(report.title, report.notices, parts)


def place_figure(drawing: Drawing) -> PlacedFigure:
    """One figure as two pictures."""
    return PlacedFigure(drawing, *(write_picture(drawing, theme) for theme in (LIGHT, DARK)))


def write_picture(drawing: Drawing, theme: Theme) -> str:
    """A figure as SVG in an address of its own."""
    return f"data:image/svg+xml;base64,{b64encode(render_svg(drawing, theme).encode()).decode()}"


@lru_cache(maxsize=REPORTS_KEPT)
def read_report(scope: Scope, language: str) -> PlacedReport:
    """The report of a study with its figures in a language, made again only when its results have changed."""
    title = Study.objects.get(slug=scope.slug).title
    with override(language):
        return place_report(WrittenReport(title, read_measured(scope).notices, read_passages(scope)))


def read_collection_report(collection: Collection, language: str, *, at: datetime) -> PlacedReport | None:
    """The report of a collection with its figures in a language, made again only when its results have changed.

    That of many judgements is the worker's, and may be older than the last ones; None before the first.
    """
    results = find_results(collection, at=at)
    if results is None:
        return None
    return _read_collection_report(results.mark, collection.pk, collection.title, language)


@lru_cache(maxsize=REPORTS_KEPT)
def _read_collection_report(mark: str, pk: int, title: str, language: str) -> PlacedReport:
    collection = Collection.objects.get(pk=pk)
    report = find_report(collection, mark) or write_latest(collection)
    with override(language):
        return place_report(replace(report, title=title))


def write_collection_file(collection: Collection, *, at: datetime, language: str = "") -> str:
    """The report of a collection as one HTML file; raises UnknownLanguage."""
    return write_whole_file(write_latest(collection), at=at, language=choose_language(language, collection))


def write_latest(collection: Collection) -> WrittenReport:
    """The report of a collection as it is now."""
    found = gather_collection(collection)
    return write_collection(found, make_collection_tables(found))


def write_file(report: PlacedReport, *, at: datetime, language: str) -> str:
    """A report, whose figures are in this language, as one HTML file that needs nothing else."""
    with override(language):
        return render_to_string("report/file.html", {"report": report, "at": at, "css": read_sheets()})


def write_study_file(observations: Observations, *, at: datetime, language: str = "") -> str:
    """The report of a study as one HTML file; raises UnknownLanguage."""
    report = write_study(observations, make_drawings(observations))
    return write_whole_file(report, at=at, language=choose_language(language, observations.study))


def write_whole_file(report: WrittenReport, *, at: datetime, language: str) -> str:
    """A report with its figures in a language as one HTML file."""
    with override(language):
        placed = place_report(report)
    return write_file(placed, at=at, language=language)


@lru_cache(maxsize=1)
def read_sheets() -> SafeString:
    """The style of the pages, as one sheet."""
    paths = [finders.find(f"css/{name}.css") for name in SHEETS]
    text = "\n".join(Path(path).read_text(encoding="utf-8") for path in paths if isinstance(path, str))
    return mark_safe(text)  # noqa: S308  # our own style sheets, which hold nothing that was given
