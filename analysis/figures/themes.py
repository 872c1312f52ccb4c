"""The looks of figures for light and dark pages; colors that people with any color vision can tell apart."""

from dataclasses import dataclass
from typing import Any

FONT = "system-ui, sans-serif"
LONGEST_NAME = 150


@dataclass(frozen=True, slots=True)
class Theme:
    """Colors of one page; `series` are those of lines beside each other, `heat` the two ends of a scale."""

    slug: str
    paper: str
    ink: str
    muted: str
    line: str
    human: str
    machine: str
    series: tuple[str, ...]
    heat: tuple[str, str]

    @property
    def config(self) -> dict[str, Any]:
        """The configuration of a chart in Vega-Lite."""
        text = {"labelColor": self.ink, "titleColor": self.muted, "titleFontWeight": "normal"}
        axis = {
            **text,
            "labelFontSize": 13,
            "labelLimit": LONGEST_NAME,
            "titleFontSize": 12,
            "gridColor": self.line,
            "domainColor": self.line,
            "tickColor": self.line,
        }
        return {
            "aria": False,  # pages tell the chart in words of their own
            "background": self.paper,
            "font": FONT,
            "lineBreak": "\n",
            "view": {"stroke": None},
            "axis": axis,
            "header": {**text, "labelFontSize": 13, "labelFontWeight": "bold"},
            "legend": {**text, "labelFontSize": 12, "labelLimit": 300, "orient": "bottom", "columns": 2, "title": None},
            "text": {"color": self.ink, "fontSize": 12},
        }

    @property
    def origins(self) -> dict[str, Any]:
        """The scale of colors by origin."""
        return {"domain": ["human", "ai"], "range": [self.human, self.machine]}


LIGHT = Theme(
    "light",
    paper="#ffffff",
    ink="#1b1e22",
    muted="#545a62",
    line="#dcdad3",
    human="#12506b",
    machine="#a34a00",
    series=("#12506b", "#a34a00", "#5b3a86", "#2c6e49", "#8a1c4a", "#545a62", "#7a6a00", "#1b1e22"),
    heat=("#f3f7f9", "#12506b"),
)
DARK = Theme(
    "dark",
    paper="#1c2024",
    ink="#eceae5",
    muted="#adb2b9",
    line="#353b42",
    human="#86cbe9",
    machine="#f2a65e",
    series=("#86cbe9", "#f2a65e", "#c7aef0", "#8fd6a8", "#f29cc0", "#adb2b9", "#e0cf6a", "#eceae5"),
    heat=("#242a30", "#86cbe9"),
)
THEMES = {theme.slug: theme for theme in (LIGHT, DARK)}
