"""The chart of imitation: how often each agent was taken for a human, drawn on the server as SVG."""

from typing import Any

from analysis.observations import Observations
from analysis.reports.base import Row
from analysis.reports.imitation import measure_agents

INK, MUTED, LINE, HUMAN, MACHINE = "#1b1e22", "#545a62", "#dcdad3", "#12506b", "#a34a00"
FONT = "system-ui, sans-serif"
WIDTH, ROW_HEIGHT, LONGEST_NAME = 250, 32, 140
AXIS_TITLE = "Share judged human, with 95% interval"


def draw_imitation(observations: Observations) -> str:
    """A dot with its 95% interval for all humans and for each AI agent, and a line at the human ceiling."""
    import altair as alt
    import vl_convert

    dots = [describe_dot(row) for row in measure_agents(observations.rows) if row.values["n"]]
    scale = alt.Scale(domain=[0, 1])
    agent = alt.Y("agent:N", sort=[dot["agent"] for dot in dots], title=None)
    color = alt.Color("origin:N", scale=alt.Scale(domain=["human", "ai"], range=[HUMAN, MACHINE]), legend=None)
    shape = alt.Shape("origin:N", scale=alt.Scale(domain=["human", "ai"], range=["circle", "diamond"]), legend=None)
    share = alt.X("rate:Q", scale=scale, axis=alt.Axis(format="%", tickCount=5, title=AXIS_TITLE))
    humans = [dot for dot in dots if dot["origin"] == "human"]
    layers = (
        _chart(humans).mark_rule(color=HUMAN, strokeDash=[4, 4], opacity=0.7).encode(x=share),
        _chart(dots)
        .mark_rule(strokeWidth=2.5)
        .encode(y=agent, x=alt.X("low:Q", scale=scale), x2="high:Q", color=color),
        _chart(dots).mark_point(filled=True, size=120, opacity=1).encode(y=agent, x=share, color=color, shape=shape),
    )
    chart = alt.layer(*layers).properties(width=WIDTH, height=alt.Step(ROW_HEIGHT), background="#ffffff")
    spec: dict[str, Any] = chart.configure(font=FONT).configure_view(stroke=None).configure_axis(**AXES).to_dict()
    return str(vl_convert.vegalite_to_svg(spec))


def describe_dot(row: Row) -> dict[str, Any]:
    """What the chart needs of one row of the table of agents; an unknown interval is as wide as the dot."""
    values = row.values
    rate = values["rate"]
    low, high = (rate if values[end] is None else values[end] for end in ("low", "high"))
    return {"agent": values["agent_title"], "origin": values["origin"], "rate": rate, "low": low, "high": high}


def _chart(rows: list[dict[str, Any]]) -> Any:
    import altair as alt

    return alt.Chart(alt.InlineData(values=rows))


AXES = {
    "labelColor": INK,
    "labelFontSize": 13,
    "labelLimit": LONGEST_NAME,
    "titleColor": MUTED,
    "titleFontSize": 12,
    "titleFontWeight": "normal",
    "gridColor": LINE,
    "domainColor": LINE,
    "tickColor": LINE,
}
