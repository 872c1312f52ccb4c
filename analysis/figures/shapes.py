"""The shapes that figures share: a forest of intervals, curves with intervals, in Vega-Lite."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from analysis.figures.base import Spec
from analysis.figures.themes import Theme

Points = list[dict[str, Any]]
WIDTH, ROW_HEIGHT, CURVE_HEIGHT = 250, 30, 210
FAINT = {"condition": {"test": "datum.is_small", "value": 0.4}, "value": 1}
SHARE_AXIS: Spec = {"format": "%", "tickCount": 5}
SHARE_SCALE: Spec = {"domain": [0, 1]}


def name_tooltip() -> list[Spec]:
    """Return what stands beside a point under the pointer."""
    return [{"field": "label", "title": gettext("What")}, {"field": "shown", "title": gettext("Value")}]


def draw_forest(points: Points, *, theme: Theme, title: str, reference: float | None, by_origin: bool = False) -> Spec:
    """Return a dot with its 95% interval for each point, in their order, and a dashed line at `reference`."""
    y = {"field": "label", "type": "nominal", "sort": [point["label"] for point in points], "title": None}
    x = {"field": "value", "type": "quantitative", "scale": SHARE_SCALE, "axis": {**SHARE_AXIS, "title": title}}
    color, shape = find_marks(theme, by_origin=by_origin)
    seen = {"y": y, "color": color, "opacity": FAINT, "tooltip": name_tooltip()}
    ends = {"x": {"field": "low", "type": "quantitative", "scale": SHARE_SCALE}, "x2": {"field": "high"}}
    layers = [
        {"mark": {"type": "rule", "strokeWidth": 2.5}, "encoding": {**seen, **ends}},
        {"mark": {"type": "point", "filled": True, "size": 120}, "encoding": {**seen, "x": x, "shape": shape}},
    ]
    if reference is not None:
        layers.insert(0, draw_line(reference, theme=theme))
    return {"data": {"values": points}, "width": WIDTH, "height": {"step": ROW_HEIGHT}, "layer": layers}


def find_marks(theme: Theme, *, by_origin: bool) -> tuple[Spec, Spec]:
    """Return color and shape of the points: by origin, or all alike."""
    if not by_origin:
        return {"value": theme.human}, {"value": "circle"}
    origin = {"field": "origin", "type": "nominal", "legend": None}
    shapes = {"domain": theme.origins["domain"], "range": ["circle", "diamond"]}
    return {**origin, "scale": theme.origins}, {**origin, "scale": shapes}


def find_strokes(theme: Theme, names: list[str]) -> tuple[Spec, Spec]:
    """Return color and dash of lines beside each other; one alone needs no legend."""
    legend: Spec | None = {} if len(names) > 1 else None
    colors = [theme.series[place % len(theme.series)] for place in range(len(names))]
    kind = {"field": "series", "type": "nominal", "legend": legend}
    return {**kind, "scale": {"domain": names, "range": colors}}, {**kind, "scale": {"domain": names}}


def draw_line(value: float, *, theme: Theme, along: str = "x") -> Spec:
    """Return a dashed line at a value: chance, or the human ceiling."""
    mark = {"type": "rule", "strokeDash": [4, 4], "color": theme.muted}
    return {
        "data": {"values": [{"at": value}]},
        "mark": mark,
        "encoding": {along: {"field": "at", "type": "quantitative"}},
    }


def draw_curves(
    points: Points,
    *,
    theme: Theme,
    x: tuple[str, str],
    title: str,
    series: Sequence[str],
    chance: float | None = None,
    is_share: bool = True,
) -> Spec:
    """Return a line for each of `series`, with points and 95% intervals; `x` is the field across and its title.

    Lines differ in color and in dash, so that they can be told apart without color.
    """
    across = {"field": x[0], "type": "ordinal", "title": x[1], "sort": None, "axis": {"labelAngle": 0}}
    axis = {**(SHARE_AXIS if is_share else {"tickCount": 5}), "title": title}
    scale = SHARE_SCALE if is_share else {"zero": True}
    up = {"field": "value", "type": "quantitative", "scale": scale, "axis": axis}
    color, dash = find_strokes(theme, list(series))
    ends = {"y": {"field": "low", "type": "quantitative", "scale": scale}, "y2": {"field": "high"}}
    seen = {"x": across, "y": up, "color": color}
    dots = {"mark": {"type": "point", "filled": True, "size": 60}}
    layers = [
        {"mark": {"type": "rule", "opacity": 0.45}, "encoding": {"x": across, **ends, "color": color}},
        {"mark": {"type": "line"}, "encoding": {**seen, "strokeDash": dash}},
        {**dots, "encoding": {**seen, "opacity": FAINT, "tooltip": name_tooltip()}},
    ]
    if chance is not None:
        layers.insert(0, draw_line(chance, theme=theme, along="y"))
    return {"data": {"values": points}, "width": WIDTH + 60, "height": CURVE_HEIGHT, "layer": layers}
