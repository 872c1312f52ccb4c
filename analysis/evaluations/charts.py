"""Charts of an evaluation, drawn on the server as SVG: ROC curves and calibration of several judges."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext, gettext_noop

from analysis.figures.themes import Theme

SIDE = 260


def draw_curves(judges: Sequence[dict[str, Any]], *, kind: str, theme: Theme) -> str:
    """The "roc" or the "calibration" of these judges, with the diagonal: chance, or perfectly calibrated.

    In the language of the moment.
    """
    import altair as alt
    import vl_convert

    x, y, titles = ("x", "y", ROC) if kind == "roc" else ("p", "share", CALIBRATION)
    rows = [
        {"judge": gettext(judge["title"]), "x": point[x], "y": point[y], "order": place}
        for judge in judges
        for place, point in enumerate(judge.get(kind, []))
    ]
    scale = alt.Scale(domain=[0, 1])
    across = alt.X("x:Q", scale=scale, axis=alt.Axis(format="%", tickCount=5, title=gettext(titles[0])))
    up = alt.Y("y:Q", scale=scale, axis=alt.Axis(format="%", tickCount=5, title=gettext(titles[1])))
    order = [gettext(judge["title"]) for judge in judges]
    legend = alt.Legend(title=None, orient="bottom", columns=1, labelLimit=SIDE)
    color = alt.Color(
        "judge:N", sort=order, scale=alt.Scale(domain=order, range=list(theme.series[: len(order)])), legend=legend
    )
    dash = alt.StrokeDash("judge:N", sort=order, scale=alt.Scale(domain=order), legend=None)
    diagonal = alt.Chart(alt.InlineData(values=[{"x": 0, "y": 0}, {"x": 1, "y": 1}])).mark_line(color=theme.line)
    lines = alt.Chart(alt.InlineData(values=rows)).mark_line(point=kind != "roc")
    drawn = lines.encode(x=across, y=up, color=color, strokeDash=dash, order="order:Q")
    chart = alt.layer(diagonal.encode(x=across, y=up), drawn).properties(width=SIDE, height=SIDE)
    return str(vl_convert.vegalite_to_svg(chart.to_dict() | {"config": theme.config}))


ROC = (gettext_noop("Humans called machines"), gettext_noop("Machines found"))
CALIBRATION = (gettext_noop("P(human), said"), gettext_noop("Share of humans, true"))
