"""Whether AI judges and people take the same responses for human."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from django.utils.translation import gettext, gettext_noop

from analysis.ai_judges.base import CannotJudge
from analysis.figures.base import Figure, Spec
from analysis.figures.evaluations import find_run, read_predictions
from analysis.figures.themes import Theme
from analysis.observations import Observations
from analysis.reports.base import Column, Kind, Row, Table
from analysis.reports.rates import ORIGIN_NAMES, SMALL
from turingapp.words import SPACE, Listing, Words, count_later, ngettext_noop, say_later

LEAST_RESPONSES = 3  # with fewer, ranks say nothing
SIDE = 260
RESPONSES = ngettext_noop("%(number)s response.", "%(number)s responses.")
NO_RANKS = gettext_noop("One of the two gave every response the same, so that there are no ranks to compare.")
RANKS = gettext_noop("Spearman's rho of the ranks is %(rho)s over %(responses)s responses.")
COLUMNS = (
    Column("key", gettext_noop("Response")),
    Column("origin_name", gettext_noop("Truly")),
    Column("rate", gettext_noop("People: judged human"), Kind.SHARE),
    Column("p", gettext_noop("AI judge: P(human)"), Kind.SHARE),
    Column("n", gettext_noop("Judgements"), Kind.COUNT),
    Column("rank_people", gettext_noop("Rank, people"), Kind.NUMBER),
    Column("rank_ai", gettext_noop("Rank, AI judge"), Kind.NUMBER),
)


class AgainstPeople(Figure):
    """One point for each response: the share of people who judged it human against the AI judge's P(human)."""

    slug, title = "ai-judge", gettext_noop("AI judge against people")
    caption = gettext_noop("Each point is a response. On the diagonal, people and the AI judge say human alike.")
    names_responses = True
    missing = gettext_noop("No finished evaluation has judged these responses as they are now.")

    def applies(self, observations: Observations) -> bool:
        """Where an evaluation of the study has finished."""
        return find_run(observations.study) is not None

    def measure(self, observations: Observations) -> Table:
        """The responses that both judged; the one that people took for human most often stands first."""
        from scipy.stats import rankdata

        joined = join_judges(observations)
        if len(joined) < LEAST_RESPONSES:
            return Table(self.slug, self.title, COLUMNS, [])
        ranked = joined.assign(rank_people=rankdata(-joined["rate"]), rank_ai=rankdata(-joined["p"]))
        ranked = ranked.sort_values(["rank_people", "rank_ai"])
        lines = [make_row(values) for values in ranked.to_dict("records")]
        return Table(self.slug, self.title, COLUMNS, lines, say_ranks(ranked))

    def draw(self, table: Table, theme: Theme) -> Spec:
        """Points by origin over the diagonal."""
        names = [gettext(name) for name in ORIGIN_NAMES.values()]
        values = [{**row.values, "origin_name": gettext(str(row.values["origin_name"]))} for row in table.rows]
        scale = {"domain": [0, 1]}
        axis = {"format": "%", "tickCount": 5}
        x = {
            "field": "p",
            "type": "quantitative",
            "scale": scale,
            "axis": {**axis, "title": gettext("AI judge: P(human)")},
        }
        axis_up = {**axis, "title": gettext("People: judged human")}
        y = {"field": "rate", "type": "quantitative", "scale": scale, "axis": axis_up}
        color = {"field": "origin_name", "type": "nominal"}
        shape = {**color, "scale": {"domain": names, "range": ["circle", "diamond"]}}
        colors = {**color, "scale": {"domain": names, "range": [theme.human, theme.machine]}}
        tooltip = [{"field": "key", "title": gettext("Response")}, {"field": "n", "title": gettext("Judgements")}]
        diagonal = {"values": [{"p": 0, "rate": 0}, {"p": 1, "rate": 1}]}
        line = {"type": "line", "color": theme.muted, "strokeDash": [4, 4]}
        points = {"x": x, "y": y, "color": colors, "shape": shape, "tooltip": tooltip}
        return {
            "width": SIDE,
            "height": SIDE,
            "layer": [
                {"data": diagonal, "mark": line, "encoding": {"x": x, "y": y}},
                {
                    "data": {"values": values},
                    "mark": {"type": "point", "filled": True, "size": 45, "opacity": 0.6},
                    "encoding": points,
                },
            ],
        }

    def describe(self, table: Table) -> Words:
        """How many responses, and how alike the ranks are."""
        return Listing([count_later(RESPONSES, len(table.rows)), table.note], SPACE)


def join_judges(observations: Observations) -> pd.DataFrame:
    """What people and the AI judge said of each response and role that both judged."""
    run = find_run(observations.study)
    try:
        predicted = read_predictions(run) if run else pd.DataFrame(columns=["response", "role", "key", "p"])
    except CannotJudge:
        return pd.DataFrame()
    by_response = observations.rows.groupby(["response", "role", "origin"], as_index=False, observed=True)
    people = by_response.agg(rate=("y", "mean"), n=("y", "size"))
    return people.merge(predicted, on=["response", "role"]) if len(predicted) else pd.DataFrame()


def make_row(values: Mapping[Any, Any]) -> Row:
    """One response."""
    n = int(values["n"])
    numbers = {name: float(values[name]) for name in ("rate", "p", "rank_people", "rank_ai")}
    named = {"key": str(values["key"]), "origin_name": ORIGIN_NAMES[str(values["origin"])]}
    return Row({**named, **numbers, "n": n}, n < SMALL)


def say_ranks(ranked: pd.DataFrame) -> Words:
    """How alike the two orders are: Spearman's rho, the correlation of ranks (1904)."""
    people, machine = ranked["rank_people"].to_numpy(), ranked["rank_ai"].to_numpy()
    if np.ptp(people) == 0 or np.ptp(machine) == 0:
        return say_later(NO_RANKS)
    rho = float(np.corrcoef(people, machine)[0, 1])
    return say_later(RANKS, rho=f"{rho:.2f}".replace("-", "−"), responses=f"{len(ranked):,}")
