"""How well each group of judges told humans from machines."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext, gettext_noop

from analysis.figures.base import NAMED, Figure, Spec, make_points
from analysis.figures.shapes import draw_forest
from analysis.figures.themes import Theme
from analysis.judge_groups import GROUPINGS, group_judges
from analysis.observations import Observations
from analysis.reports.base import Column, Row, Table
from analysis.reports.groups import GROUP_COLUMNS, measure_groups
from analysis.reports.rates import SMALL
from turingapp.words import SPACE, Listing, Words, say_later

NONE_DECLARED = say_later("No comparison was declared before the data: all are exploratory.")
DECLARED = gettext_noop("Declared before the data: %(groupings)s; the others are exploratory.")
LEFT_OUT = gettext_noop("Left out: groups with fewer than %(least)s judges (%(groups)s).")
COLUMNS = (Column("group", gettext_noop("Group of judges")), *GROUP_COLUMNS)


class DemographicForest(Figure):
    """Detectability for each group of judges, by what they told of themselves."""

    slug, title = "judges", gettext_noop("Groups of judges")
    caption = gettext_noop("Detectability, with its 95% interval. The dashed line is chance.")
    missing = say_later("No group of at least %(least)s judges has told enough about itself.", least=SMALL)

    def measure(self, observations: Observations) -> Table:
        """The groups of every grouping; those of very few judges are left out, as they might be known by it."""
        found = list(list_groups(observations))
        kept = [row for row in found if int(row.values["judges"] or 0) >= SMALL]
        few = len(found) - len(kept)
        told = [name_family(observations.declared)]
        if few:
            told.append(say_later(LEFT_OUT, least=SMALL, groups=few))
        return Table(self.slug, self.title, COLUMNS, kept, Listing(told, SPACE))

    def draw(self, table: Table, theme: Theme) -> Spec:
        """A forest around chance."""
        points = make_points(table, "detectability", label="group")
        return draw_forest(points, theme=theme, title=gettext("Detectability"), reference=0.5)


def list_groups(observations: Observations) -> Iterator[Row]:
    """A row for each group of each grouping."""
    for grouping in GROUPINGS:
        for row in measure_groups(observations.rows, group_judges(observations.rows, grouping), "value"):
            group = grouping.name_group(str(row.values["value"]))
            named = say_later(NAMED, title=say_later(grouping.title), value=group)
            yield Row({**row.values, "group": named}, row.is_small)


def name_family(declared: Sequence[str]) -> Words:
    """Which comparisons were declared before the data."""
    titles = [say_later(grouping.title) for grouping in GROUPINGS if grouping.slug in declared]
    return say_later(DECLARED, groupings=Listing(titles)) if titles else NONE_DECLARED
