"""One figure as pages show it: its picture, its files, its table."""

from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import gettext

from analysis.figures.base import Drawing
from analysis.figures.themes import DARK
from analysis.measuring import Scope
from analysis.reports.base import Table
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
        cut = gettext("The first %(shown)s of %(number)s rows; the CSV file has them all.")
        note = f"{table.note} {cut % {'shown': MOST_ROWS, 'number': f'{len(table.rows):,}'}}".strip()
        return replace(table, rows=table.rows[:MOST_ROWS], note=note)


def show_figure(scope: Scope, drawing: Drawing) -> ShownFigure:
    """A figure with addresses that change with the results, so that browsers may keep what they name."""
    query = {"seen": scope.mark, **describe_choice(scope.version, is_screened=scope.is_screened)}

    def locate(form: str, **more: str) -> str:
        return write_address(reverse("workplace:figure", args=[scope.slug, drawing.slug, form]), {**query, **more})

    return ShownFigure(
        drawing,
        light_url=locate("svg"),
        dark_url=locate("svg", theme=DARK.slug),
        spec_url=locate("json"),
        files=tuple((form.upper(), locate(form, download="1")) for form in ("svg", "png", "csv")),
    )
