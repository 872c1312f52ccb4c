"""What humans and machines were taken for: by the judges of a study, and by AI judges of the same responses."""

from collections.abc import Iterator, Mapping
from textwrap import fill
from typing import Any

import pandas as pd
from django.utils.translation import gettext, gettext_noop

from agents.models import Origin
from analysis.collections.base import CollectionObservations
from analysis.figures.base import Figure, Spec, say_label
from analysis.figures.evaluations import find_run, list_judges
from analysis.figures.themes import Theme
from analysis.observations import Observations
from analysis.reports.base import Column, Kind, Row, Table, Value
from analysis.reports.rates import ORIGIN_NAMES, measure_rates
from turingapp.words import say_later

SIDE = 74
PANEL_SIGNS = 22  # in a line above a matrix
COLUMNS = (
    Column("panel", gettext_noop("Judges")),
    Column("origin_name", gettext_noop("Truly")),
    Column("rate", gettext_noop("Judged human"), Kind.SHARE, "low", "high"),
    Column("rate_ai", gettext_noop("Judged machine"), Kind.SHARE),
    Column("n", gettext_noop("Verdicts"), Kind.COUNT),
)
NOTE = gettext_noop("Rows sum to 100%. An AI judge's verdict is on stimuli that it had not learned from.")
NOTE_MISSING = gettext_noop("Rows sum to 100%. No AI judge has judged these responses yet.")
VERDICTS = {"rate": gettext_noop("Human"), "rate_ai": gettext_noop("Machine")}
ROBOTS, PEOPLE = say_later("Robots that judged"), say_later("People")
OF_TASK = {False: gettext_noop("%(task)s: people"), True: gettext_noop("%(task)s: robots")}
BY_AI_JUDGE = gettext_noop("%(task)s: AI judge")


class Matrices(Figure):
    """The confusion matrix of the people who judged, and one for each AI judge."""

    slug, title = "matrices", gettext_noop("Confusion matrices")
    caption = gettext_noop("Rows: what a response truly was. Columns: what it was judged. Each row sums to 100%.")

    def measure(self, observations: Observations) -> Table:
        """Two rows for each matrix; the people's come first."""
        people = list(list_people(observations.rows, ROBOTS if observations.study.is_simulated else PEOPLE))
        run = find_run(observations.study)
        judges = list_judges(run) if run and people else []
        machines = [
            row for one in judges for row in list_ai_judge(one["settings"]["ordinary"], say_later(one["title"]))
        ]
        return Table(self.slug, self.title, COLUMNS, people + machines, NOTE if machines else NOTE_MISSING)

    def draw(self, table: Table, theme: Theme) -> Spec:
        """Squares, darker where more verdicts fell."""
        return draw_matrices(table, theme)


def tabulate_tasks(found: CollectionObservations) -> Table:
    """The matrices of a collection: for each task those of the people, and of the AI judge where one has judged."""
    rows: list[Row] = []
    for task in found.tasks:
        judge = task.ai_judge
        people = list(list_people(task.rows, say_later(OF_TASK[task.is_simulated], task=task.title)))
        panel = say_later(BY_AI_JUDGE, task=task.title)
        rows += [*people, *(list_ai_judge(judge.ordinary, panel) if people and judge else [])]
    return Table(Matrices.slug, Matrices.title, COLUMNS, rows, NOTE)


def list_people(rows: pd.DataFrame, panel: str) -> Iterator[Row]:
    """Humans, then machines, as the judges judged them."""
    for row in reversed(measure_rates(rows, ["origin"])):
        name = ORIGIN_NAMES[str(row.values["origin"])]
        yield Row({**row.values, "panel": panel, "origin_name": name}, row.is_small)


def list_ai_judge(ordinary: Mapping[str, Any], panel: str) -> Iterator[Row]:
    """The same of one AI judge, from its ordinary evaluation; counts are summed over the seeds."""
    confusion = ordinary["confusion"]
    for origin in (Origin.HUMAN, Origin.AI):
        human, machine = (float(confusion[origin][verdict]) for verdict in (Origin.HUMAN, Origin.AI))
        n = human + machine
        shares: dict[str, Value] = {"rate": human / n if n else None, "rate_ai": machine / n if n else None}
        yield Row({"panel": panel, "origin_name": ORIGIN_NAMES[str(origin)], **shares, "n": round(n)})


def draw_matrices(table: Table, theme: Theme) -> Spec:
    """Return a matrix for each panel of a table with panel, origin_name, rate and rate_ai, two in a line."""
    cells = list(list_cells(table))
    panels = list(dict.fromkeys(cell["panel"] for cell in cells))
    header = {"labelFontSize": 12}
    return {
        "data": {"values": cells},
        "facet": {"field": "panel", "type": "nominal", "sort": panels, "title": None, "header": header},
        "columns": 2,
        "spec": {"width": {"step": SIDE}, "height": {"step": SIDE - 14}, **draw_cells(theme)},
    }


def list_cells(table: Table) -> Iterator[dict[str, Any]]:
    """The share of each verdict on each origin, where there is one."""
    for row in table.rows:
        for key, verdict in VERDICTS.items():
            if row.values[key] is not None:
                yield {
                    "panel": wrap(str(say_label(row.values["panel"]))),
                    "origin": gettext(str(row.values["origin_name"])),
                    "verdict": gettext(verdict),
                    "share": row.values[key],
                    "is_small": row.is_small,
                }


def wrap(title: str) -> str:
    """A panel's title in lines; signs that are as wide as two, as Chinese ones are, fill them sooner."""
    return fill(title, PANEL_SIGNS if title.isascii() else PANEL_SIGNS // 2)


def draw_cells(theme: Theme) -> Spec:
    """Return squares with their shares written in them, for the cells of one matrix."""
    names = [gettext(name) for name in ORIGIN_NAMES.values()]
    axis = {"labelAngle": 0, "orient": "bottom"}
    across = {"field": "verdict", "type": "nominal", "sort": names, "title": gettext("Judged"), "axis": axis}
    down = {"field": "origin", "type": "nominal", "sort": names, "title": gettext("Truly")}
    share = {"field": "share", "type": "quantitative"}
    color = {**share, "legend": None, "scale": {"domain": [0, 1], "range": list(theme.heat)}}
    written = {"condition": {"test": "datum.share > 0.5", "value": theme.paper}, "value": theme.ink}
    opacity = {"condition": {"test": "datum.is_small", "value": 0.5}, "value": 1}
    layers = [
        {"mark": {"type": "rect", "stroke": theme.paper}, "encoding": {"color": color, "opacity": opacity}},
        {"mark": {"type": "text"}, "encoding": {"text": {**share, "format": ".1%"}, "color": written}},
    ]
    return {"encoding": {"x": across, "y": down}, "layer": layers}
