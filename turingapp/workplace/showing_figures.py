"""One figure as pages show it: its picture, its files, its table."""

from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import get_language, gettext_noop

from analysis.figures.base import Drawing
from analysis.figures.themes import DARK
from analysis.measuring import Scope
from analysis.reports.base import Table
from analysis.writing.languages import ENGLISH
from turingapp.words import SPACE, Listing, say_later
from turingapp.workplace.addresses import describe_choice, write_address

MOST_ROWS = 100  # of a table in a page; the CSV file has them all


@dataclass(frozen=True, slots=True)
class ShownFigure:
    """One figure for its page, with the addresses of its files."""

    drawing: Drawing
    light_url: str
    dark_url: str
    spec_url: str
    files: tuple[tuple[str, str], ...]

    @property
    def table(self) -> Table:
        """Its table, as far as a page holds it."""
        table = self.drawing.table
        if len(table.rows) <= MOST_ROWS:
            return table
        text = gettext_noop("The first %(shown)s of %(number)s rows; the CSV file has them all.")
        cut = say_later(text, shown=MOST_ROWS, number=f"{len(table.rows):,}")
        return replace(table, rows=table.rows[:MOST_ROWS], note=Listing([say_later(table.note), cut], SPACE))


def show_figure(scope: Scope, drawing: Drawing) -> ShownFigure:
    """A figure with addresses that change with the results, so that browsers may keep what they name.

    Pictures are in the language of the page; files are as `choose_language` says.
    """
    language = get_language() or ENGLISH
    query = {"seen": scope.mark, **describe_choice(scope.version, is_screened=scope.is_screened)}

    def locate(form: str, **more: str) -> str:
        return write_address(reverse("workplace:figure", args=[scope.slug, drawing.slug, form]), {**query, **more})

    return ShownFigure(
        drawing,
        light_url=locate("svg", language=language),
        dark_url=locate("svg", theme=DARK.slug, language=language),
        spec_url=locate("json", language=language),
        files=tuple((form.upper(), locate(form, download="1")) for form in ("svg", "png", "csv")),
    )
