"""Charts of an evaluation, drawn on the server as SVG: ROC curves and calibration of several judges."""

from collections.abc import Sequence
from typing import Any

from analysis.reports.chart import AXES, FONT, LINE

SIDE = 260
COLORS = ["#12506b", "#a34a00", "#5b3a86", "#2c6e49", "#8a1c4a", "#545a62", "#7a6a00", "#1b1e22"]


def draw_curves(judges: Sequence[dict[str, Any]], *, kind: str) -> str:
    """The "roc" or the "calibration" of these judges, with the diagonal: chance, or perfectly calibrated."""
    import altair as alt
    import vl_convert

    x, y, titles = ("x", "y", ROC) if kind == "roc" else ("p", "share", CALIBRATION)
    rows = [
        {"judge": judge["title"], "x": point[x], "y": point[y], "order": place}
        for judge in judges
        for place, point in enumerate(judge.get(kind, []))
    ]
    scale = alt.Scale(domain=[0, 1])
    across = alt.X("x:Q", scale=scale, axis=alt.Axis(format="%", tickCount=5, title=titles[0]))
    up = alt.Y("y:Q", scale=scale, axis=alt.Axis(format="%", tickCount=5, title=titles[1]))
    order = [judge["title"] for judge in judges]
    legend = alt.Legend(title=None, orient="bottom", columns=1, labelLimit=SIDE)
    color = alt.Color("judge:N", sort=order, scale=alt.Scale(domain=order, range=COLORS[: len(order)]), legend=legend)
    dash = alt.StrokeDash("judge:N", sort=order, scale=alt.Scale(domain=order), legend=None)
    diagonal = alt.Chart(alt.InlineData(values=[{"x": 0, "y": 0}, {"x": 1, "y": 1}])).mark_line(color=LINE)
    lines = alt.Chart(alt.InlineData(values=rows)).mark_line(point=kind != "roc")
    drawn = lines.encode(x=across, y=up, color=color, strokeDash=dash, order="order:Q")
    chart = alt.layer(diagonal.encode(x=across, y=up), drawn).properties(width=SIDE, height=SIDE, background="#ffffff")
    spec: dict[str, Any] = chart.configure(font=FONT).configure_view(stroke=None).configure_axis(**AXES).to_dict()
    return str(vl_convert.vegalite_to_svg(spec))


ROC = ("Humans called machines", "Machines found")
CALIBRATION = ("P(human), said", "Share of humans, true")
