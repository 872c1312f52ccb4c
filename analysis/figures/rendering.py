"""Figures as pictures, drawn once for each mark of a study's results, and the program that draws them in pages."""

import json
import os
from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.utils.translation import override

from analysis.exporting import format_line
from analysis.figures.base import Drawing
from analysis.figures.themes import LIGHT, THEMES, Theme
from analysis.keeping import read_measured
from analysis.measuring import Scope
from analysis.reports.base import Table
from analysis.writing.keeping import make_drawings_of

PICTURES_KEPT = 128  # in the memory of each web process
PNG_SCALE = 3.0
BUNDLE_CODE = "window.vegaEmbed = vegaEmbed;"


def read_drawings(scope: Scope) -> Mapping[str, Drawing]:
    """The figures of these results by name."""
    return make_drawings_of(read_measured(scope).figures)


@lru_cache(maxsize=PICTURES_KEPT)
def draw_svg(scope: Scope, figure: str, theme: str, language: str) -> str:
    """A figure as SVG in a language. Raises KeyError where the study has no such figure."""
    with override(language):
        return render_svg(read_drawings(scope)[figure], THEMES[theme])


@lru_cache(maxsize=PICTURES_KEPT)
def draw_png(scope: Scope, figure: str, language: str) -> bytes:
    """A figure as PNG in a language, large enough to print. Raises KeyError where the study has no such figure."""
    import vl_convert

    with override(language):
        spec = read_drawings(scope)[figure].make_spec(LIGHT)
    return bytes(vl_convert.vegalite_to_png(spec, scale=PNG_SCALE))


def render_svg(drawing: Drawing, theme: Theme) -> str:
    """One figure that has rows as SVG."""
    import vl_convert

    return str(vl_convert.vegalite_to_svg(drawing.make_spec(theme)))


def write_figure(
    scope: Scope, drawing: Drawing, *, form: str, theme: str = LIGHT.slug, language: str = "en"
) -> str | bytes:
    """The content of a figure's file, svg, png, csv or json; the last, the specification, has one for each theme.

    Tables as CSV are in English, whatever the language.
    """
    if form == "svg":
        return draw_svg(scope, drawing.slug, theme, language)
    if form == "png":
        return draw_png(scope, drawing.slug, language)
    if form == "csv":
        return write_csv(drawing.table)
    with override(language):
        return json.dumps({name: drawing.make_spec(one) for name, one in THEMES.items()}, allow_nan=False)


def write_csv(table: Table) -> str:
    """All values of a table, unrounded, as CSV that is safe in spreadsheets."""
    names = list(dict.fromkeys(name for row in table.rows for name in row.values))
    lines = [format_line([row.values.get(name) for name in names], for_spreadsheets=True) for row in table.rows]
    return "".join([format_line(names, for_spreadsheets=True), *lines])


def name_bundle() -> str:
    """The file name of the program that draws figures in pages, which changes with its version."""
    return f"vega-{version('vl-convert-python')}.js"


def read_bundle() -> bytes:
    """Vega with its own interpreter of expressions, so that pages need not allow `eval`; made once per version."""
    path = Path(settings.VAR_DIR) / name_bundle()
    if not path.exists():
        import vl_convert

        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{os.getpid()}")  # whoever makes it at the same time writes another
        unfinished.write_text(vl_convert.javascript_bundle(BUNDLE_CODE), encoding="utf-8")
        unfinished.replace(path)
    return path.read_bytes()
